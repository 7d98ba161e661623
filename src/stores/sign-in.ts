import { zodResolver } from '@hookform/resolvers/zod';
import { atom, computed, onMount } from 'nanostores';
import { z } from 'zod';
import { forgotPasswordByPhone, login, registerByPhone, validatePhoneOtp } from '#api/session.ts';
import { readItem, saveTokens, writeItem } from '#api/tokens.ts';
import { Mobile, Otp } from '#contract/session.ts';
import { DOMESTIC_DIAL_CODE, OTP_RESEND_SECONDS } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href, matchRoute } from '#routes.ts';
import { loadProfile } from './accounts.ts';
import { go, goInstead } from './lib/navigate.ts';
import { persistedInTab } from './lib/persisted.ts';
import { takeReturn } from './lib/return-path.ts';
import { createTask, errorText, waitOf } from './lib/status.ts';
import { notify } from './notices.ts';

/** Which button was pressed on /signup; it decides where the code leads (spec §4 "Auth flow"). */
export type SignInScreen = 'login' | 'register';

/** The countries that codes are sent to. */
export const dialCodes = [{ value: DOMESTIC_DIAL_CODE, label: text.india }] as const;

const SignUpDraft = z.object({ countryCode: z.string(), mobileno: Mobile });
export type SignUpDraft = z.infer<typeof SignUpDraft>;
export const signUpResolver = zodResolver(SignUpDraft);
export const otpResolver = zodResolver(z.object({ otp: Otp }));

/** `m:ss`. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
export const waitText = (seconds: number) => text.resendIn(clock(seconds));

function explainWait(error: unknown, otherwise?: string) {
  const words = errorText(error, otherwise);
  const seconds = waitOf(error);
  return seconds ? `${words} ${waitText(seconds)}` : words;
}

/** When the last code went out, and to whom: RESEND counts from it, also after a reload. */
const lastCode = persistedInTab('lastCode', z.object({ userdetail: z.string(), at: z.number() }));

const send = (screen: SignInScreen, { mobileno, countryCode }: SignUpDraft) =>
  screen === 'register' ? registerByPhone(mobileno, countryCode) : forgotPasswordByPhone(mobileno);

export const requestCode = createTask(
  async (screen: SignInScreen, draft: SignUpDraft) => {
    await send(screen, draft);
    writeItem('mobileNumber', draft.mobileno);
    writeItem('screen', screen);
    lastCode.set({ userdetail: draft.mobileno, at: Date.now() });
    notify('success', text.codeSent);
    go(href('otpMobile', { userdetail: draft.mobileno }));
  },
  (error) => explainWait(error),
);

/** The number of the OTP page's address; null sends the visitor back to /signup. */
export function openOtp(): string | null {
  const userdetail = matchRoute('otpMobile', location.pathname)?.['userdetail'] ?? '';
  if (!Mobile.safeParse(userdetail).success) {
    goInstead(href('signup'));
    return null;
  }
  // Chosen: without a known sending, as with a link opened in another tab, the two minutes count from the load (spec §2).
  if (lastCode.get()?.userdetail !== userdetail) lastCode.set({ userdetail, at: Date.now() });
  return userdetail;
}

const $now = atom(Date.now());
onMount($now, () => {
  $now.set(Date.now());
  const timer = setInterval(() => $now.set(Date.now()), 250);
  return () => clearInterval(timer);
});

/** Spec §9: RESEND appears 120 s after a code was sent; 0 means now. */
export const $secondsToResend = computed([lastCode, $now], (last, now) =>
  last ? Math.min(OTP_RESEND_SECONDS, Math.max(0, Math.ceil(OTP_RESEND_SECONDS - (now - last.at) / 1000))) : 0,
);

export const resendCode = createTask(
  async (userdetail: string) => {
    await forgotPasswordByPhone(userdetail).catch((error: unknown) => {
      const seconds = waitOf(error);
      if (seconds && seconds <= OTP_RESEND_SECONDS) countFrom(userdetail, seconds);
      throw error;
    });
    countFrom(userdetail, OTP_RESEND_SECONDS);
    notify('success', text.resent);
  },
  (error) => explainWait(error, text.resendFailed),
);

function countFrom(userdetail: string, secondsLeft: number) {
  lastCode.set({ userdetail, at: Date.now() - (OTP_RESEND_SECONDS - secondsLeft) * 1000 });
  $now.set(Date.now());
}

/** Spec §4: the code is verified, then used as the password; a new viewer goes on to /userinfo, others to where they came from. */
export const verifyCode = createTask(
  async (userdetail: string, otp: string) => {
    const { tempToken } = await validatePhoneOtp(userdetail, otp);
    writeItem('tempToken', tempToken);
    notify('success', text.otpVerified);
    const { userId, ...tokens } = await login(userdetail, otp);
    saveTokens(tokens);
    writeItem('userId', String(userId));
    await loadProfile();
    notify('success', text.loginSuccessful);
    goInstead(readItem('screen') === 'register' ? href('userInfo') : takeReturn());
  },
  (error) => explainWait(error, text.loginFailed),
);

// A page that Back brings to life again must not go on waiting for the page it once left for.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) [requestCode, resendCode, verifyCode].forEach((task) => task.clear());
});
