import { zodResolver } from '@hookform/resolvers/zod';
import { atom, computed, onMount } from 'nanostores';
import { z } from 'zod';
import { forgotPassword, forgotPasswordByPhone, login, validatePhoneOtp } from '#api/session.ts';
import { writeItem } from '#api/tokens.ts';
import { Email } from '#contract/email.ts';
import { Mobile, Otp } from '#contract/session.ts';
import { OTP_RESEND_SECONDS } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href, matchRoute } from '#routes.ts';
import { arrive, requireStorage } from './arrival.ts';
import { goInstead } from './lib/navigate.ts';
import { persistedInTab } from './lib/persisted.ts';
import { rememberMe } from './lib/remember-me.ts';
import { createTask, errorText, refusal, waitOf } from './lib/status.ts';
import { explainWait } from './lib/wait.ts';
import { codeFromSms } from './lib/web-otp.ts';
import { notify } from './notices.ts';

/** Whom a code went to: a number of +91, or an e-mail address. */
export interface Destination {
  by: 'mobile' | 'email';
  userdetail: string;
}

export const otpHref = ({ by, userdetail }: Destination): string =>
  href(by === 'mobile' ? 'otpMobile' : 'otpEmail', { userdetail });

export const otpResolver = zodResolver(z.object({ otp: Otp }));

/** When the last code went out, and to whom: RESEND counts from it, also after a reload. */
const lastCode = persistedInTab('lastCode', z.object({ userdetail: z.string(), at: z.number() }));

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

/** A code is on its way to this destination; another may be asked for in so many seconds. */
export function countFrom(userdetail: string, secondsLeft: number = OTP_RESEND_SECONDS) {
  lastCode.set({ userdetail, at: Date.now() - (OTP_RESEND_SECONDS - secondsLeft) * 1000 });
  $now.set(Date.now());
}

/** Seconds until the server sends another code, when it refuses one because the last is that young; else 0. */
export const secondsTooSoon = (error: unknown): number =>
  refusal(error, 'otp_too_soon') ? Math.min(waitOf(error), OTP_RESEND_SECONDS) : 0;

/** Whom the page's address names; null sends the visitor back to /signup. */
export function openOtp(): Destination | null {
  const destination = destinationOf(location.pathname);
  if (!destination) goInstead(href('signup'));
  // Chosen: without a known sending, as with a link opened in another tab, the two minutes count from the load (spec §2).
  else if (lastCode.get()?.userdetail !== destination.userdetail) countFrom(destination.userdetail);
  return destination;
}

function destinationOf(pathname: string): Destination | null {
  const mobile = matchRoute('otpMobile', pathname)?.['userdetail'];
  if (mobile && Mobile.safeParse(mobile).success) return { by: 'mobile', userdetail: mobile };
  const email = matchRoute('otpEmail', pathname)?.['userdetail'];
  return email && Email.safeParse(email).success ? { by: 'email', userdetail: email } : null;
}

function sendAgain({ by, userdetail }: Destination) {
  if (by === 'mobile') return forgotPasswordByPhone(userdetail);
  const known = rememberMe.get();
  // The number that was typed with this address goes with each code: the account that the code makes has it.
  const number = known?.emailId === userdetail ? { mobileno: known.mobileno, countryCode: known.countryCode } : {};
  return forgotPassword({ emailId: userdetail, ...number });
}

/** Of what came too soon, the count beside the words says how long it lasts. */
const explainResend = (error: unknown) =>
  secondsTooSoon(error) ? errorText(error) : explainWait(text.resendFailed)(error);

export const resendCode = createTask(async (destination: Destination) => {
  requireStorage();
  await sendAgain(destination).catch((error: unknown) => {
    const seconds = secondsTooSoon(error);
    if (seconds) countFrom(destination.userdetail, seconds);
    throw error;
  });
  countFrom(destination.userdetail);
  notify('success', text.resent);
}, explainResend);

/** Spec §4: the code is verified, then used as the password. */
export const verifyCode = createTask(
  async (username: string, otp: string) => {
    requireStorage();
    const { tempToken } = await validatePhoneOtp(username, otp);
    writeItem('tempToken', tempToken);
    notify('success', text.otpVerified);
    await arrive(await login(username, otp));
  },
  explainWait(text.loginFailed, text.tryAgainIn),
);

/**
 * Waits for the code's own SMS where the browser can read it, and hands the code over. Gives what ends the wait; leaving the
 * page ends it too.
 */
export function awaitSms(onCode: (otp: string) => void) {
  const wait = new AbortController();
  const stop = () => wait.abort();
  void codeFromSms(wait.signal).then((code) => code && Otp.safeParse(code).success && onCode(code));
  globalThis.addEventListener?.('pagehide', stop, { once: true });
  return () => {
    globalThis.removeEventListener?.('pagehide', stop);
    stop();
  };
}

// A page that Back brings to life again must not go on waiting for the page it once left for.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) [resendCode, verifyCode].forEach((task) => task.reset());
});
