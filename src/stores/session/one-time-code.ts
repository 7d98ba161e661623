import { zodResolver } from '@hookform/resolvers/zod';
import { atom, computed, onMount } from 'nanostores';
import { z } from 'zod';
import { requestEmailCode, requestSmsCode, login, validatePhoneOtp } from '#api/session.ts';
import { writeItem } from '#api/browser-storage.ts';
import { Email } from '#contract/email.ts';
import { mobileIn, Otp } from '#contract/session.ts';
import { DOMESTIC_DIAL_CODE, OTP_RESEND_SECONDS } from '#domain/limits/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href, matchRoute } from '#routes.ts';
import { completeSignIn, requireStorage } from './complete-sign-in.ts';
import { replacePage } from '../lib/navigate.ts';
import { persistentTabAtom } from '../lib/persistent-atom.ts';
import { rememberMe } from './remember-me.ts';
import { apiErrorWithCode, errorText, rateLimitSeconds } from '../lib/call-errors.ts';
import { createTask } from '../lib/task.ts';
import { errorTextWithWait } from '../lib/wait-text.ts';
import { codeFromSms } from './web-otp.ts';
import { notify, notifyOnNextPage } from '../notices/notices.ts';

/** `username`: a mobile number of +91 or an e-mail address. */
export interface Destination {
  by: 'mobile' | 'email';
  username: string;
}

export const otpHref = ({ by, username }: Destination): string =>
  href(by === 'mobile' ? 'otpMobile' : 'otpEmail', { userdetail: username });

export const otpResolver = zodResolver(z.object({ otp: Otp }));

/**
 * Chosen: RESEND counts from the last code, not from the page load (spec §2). For a page that opens
 * with its code both are the same. After a reload or Back, the viewer does not wait two minutes
 * again.
 */
const lastCode = persistentTabAtom('lastCode', z.object({ username: z.string(), at: z.number() }));

const $now = atom(Date.now());
onMount($now, () => {
  $now.set(Date.now());
  const timer = setInterval(() => $now.set(Date.now()), 250);
  return () => clearInterval(timer);
});

/** Spec §9: RESEND appears 120 s after a code; 0 means now. */
export const $secondsToResend = computed([lastCode, $now], (last, now) =>
  last
    ? Math.min(
        OTP_RESEND_SECONDS,
        Math.max(0, Math.ceil(OTP_RESEND_SECONDS - (now - last.at) / 1000)),
      )
    : 0,
);

function startResendCountdown(username: string, secondsLeft: number = OTP_RESEND_SECONDS) {
  lastCode.set({ username, at: Date.now() - (OTP_RESEND_SECONDS - secondsLeft) * 1000 });
  $now.set(Date.now());
}

/** 0 unless the server refused to send a code because the last one is too recent. */
const secondsUntilNextCode = (error: unknown): number =>
  apiErrorWithCode(error, 'otp_too_soon')
    ? Math.min(rateLimitSeconds(error), OTP_RESEND_SECONDS)
    : 0;

/**
 * Starts the countdown to RESEND. If the last code is too recent, that is no error: the countdown
 * shows the remaining time.
 */
export async function announceCode(username: string, sending: Promise<unknown>) {
  const seconds = await sending.then(
    () => 0,
    (error: unknown) => secondsUntilNextCode(error) || Promise.reject(error),
  );
  startResendCountdown(username, seconds || undefined);
  notifyOnNextPage(seconds ? 'info' : 'success', seconds ? text.codeTooSoon : text.codeSent);
}

/** Reads the destination from the URL. An invalid one opens /signup and returns null. */
export function openOtp(): Destination | null {
  const destination = destinationOf(location.pathname);
  if (!destination) replacePage(href('signup'));
  // Chosen: if the last code is unknown (a link opened in another tab), the two minutes count from
  // the page load (spec §2).
  else if (lastCode.get()?.username !== destination.username)
    startResendCountdown(destination.username);
  return destination;
}

function destinationOf(pathname: string): Destination | null {
  const mobile = matchRoute('otpMobile', pathname)?.['userdetail'];
  const { data: username } = mobileIn(DOMESTIC_DIAL_CODE).safeParse(mobile);
  if (username) return { by: 'mobile', username };
  const email = matchRoute('otpEmail', pathname)?.['userdetail'];
  return email && Email.safeParse(email).success ? { by: 'email', username: email } : null;
}

function resend({ by, username }: Destination) {
  if (by === 'mobile') return requestSmsCode(username);
  const last = rememberMe.get();
  // A new account stores the mobile number that was entered with the e-mail address.
  const number =
    last?.emailId === username ? { mobileno: last.mobileno, countryCode: last.countryCode } : {};
  return requestEmailCode({ emailId: username, ...number });
}

/** If the last code is too recent, the text leaves out the wait, because the countdown shows it. */
const explainResend = (error: unknown) =>
  secondsUntilNextCode(error) ? errorText(error) : errorTextWithWait(text.resendFailed)(error);

export const resendCode = createTask(async (destination: Destination) => {
  requireStorage();
  await resend(destination).catch((error: unknown) => {
    const seconds = secondsUntilNextCode(error);
    if (seconds) startResendCountdown(destination.username, seconds);
    throw error;
  });
  startResendCountdown(destination.username);
  notify('success', text.resent);
}, explainResend);

/** Spec §4: verifies the code, then uses it as the password. */
export const verifyCode = createTask(
  async (username: string, otp: string) => {
    requireStorage();
    const { tempToken } = await validatePhoneOtp(username, otp);
    writeItem('tempToken', tempToken);
    notifyOnNextPage('success', text.otpVerified);
    await completeSignIn(await login(username, otp));
  },
  errorTextWithWait(text.loginFailed, text.tryAgainIn),
);

/** Waits for the SMS if the browser supports WebOTP. Returns a function that stops waiting. */
export function readCodeFromSms(onCode: (otp: string) => void) {
  const wait = new AbortController();
  const stop = () => wait.abort();
  void codeFromSms(wait.signal).then((code) => code && Otp.safeParse(code).success && onCode(code));
  globalThis.addEventListener?.('pagehide', stop, { once: true });
  return () => {
    globalThis.removeEventListener?.('pagehide', stop);
    stop();
  };
}

globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) [resendCode, verifyCode].forEach((task) => task.reset());
});
