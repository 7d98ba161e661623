import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { fetchGeo } from '#api/places.ts';
import {
  requestEmailCode,
  requestSmsCode,
  login,
  registerByEmail,
  registerByPhone,
} from '#api/session.ts';
import { writeItem } from '#api/browser-storage.ts';
import { Email } from '#contract/email.ts';
import { mobileIn } from '#contract/session.ts';
import { type Country, DOMESTIC, isDomestic } from '#domain/countries.ts';
import { foldDigits } from '#domain/fold.ts';
import { MOBILE_MIN_DIGITS } from '#domain/limits/session.ts';
import { cleanMobile } from '#domain/mobile.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { sessionMessages as text } from '#messages/session.ts';
import {
  completeSignIn,
  saveSignInScreen,
  requireStorage,
  type SignInScreen,
} from './complete-sign-in.ts';
import { goToPage } from '../lib/navigate.ts';
import { createTask } from '../lib/task.ts';
import { rememberMe } from './remember-me.ts';
import { errorTextWithWait } from '../lib/wait-text.ts';
import { announceCode, type Destination, otpHref } from './one-time-code.ts';

export interface SignInDraft {
  method: 'code' | 'password';
  country: Country;
  mobileno: string;
  emailId: string;
  password: string;
}

export const blankSignInDraft = (): SignInDraft => ({
  method: 'code',
  country: DOMESTIC,
  mobileno: '',
  emailId: '',
  password: '',
});

/** Prefilled from the last sign-in (spec §3 "rememberMe"). */
export function initialSignInDraft(countries: readonly Country[]): SignInDraft {
  const last = rememberMe.get();
  const country = countries.find(({ code }) => code === last?.country);
  if (!last || !country) return blankSignInDraft();
  return { ...blankSignInDraft(), country, mobileno: last.mobileno, emailId: last.emailId };
}

const saveRememberMe = ({ country, mobileno, emailId }: SignInDraft) =>
  rememberMe.set({ country: country.code, countryCode: country.dial_code, mobileno, emailId });

/**
 * Spec §2, §5. Chosen: a password needs only the user name: the mobile number, or abroad the e-mail
 * address.
 */
export const signInFields = ({ method, country }: Pick<SignInDraft, 'method' | 'country'>) => ({
  mobileno: isDomestic(country) || method === 'code',
  emailId: !isDomestic(country),
  password: method === 'password',
});

const schemaOf = (draft: SignInDraft) => {
  const fields = signInFields(draft);
  const { dial_code: dialCode, digits } = draft.country;
  return z.looseObject(
    withoutUndefined({
      mobileno: fields.mobileno ? mobileIn(dialCode, digits) : undefined,
      emailId: fields.emailId ? Email : undefined,
      password: fields.password ? z.string().min(1, text.passwordRequired) : undefined,
    }),
  );
};

export const signInResolver: Resolver<SignInDraft> = (draft, context, options) =>
  (zodResolver(schemaOf(draft)) as unknown as Resolver<SignInDraft>)(draft, context, options);

const destinationOf = ({ country, mobileno, emailId }: SignInDraft): Destination =>
  isDomestic(country) ? { by: 'mobile', username: mobileno } : { by: 'email', username: emailId };

function sendCode(screen: SignInScreen, { country, mobileno, emailId }: SignInDraft) {
  const countryCode = country.dial_code;
  const isRegistration = screen === 'register';
  if (isDomestic(country))
    return isRegistration ? registerByPhone(mobileno, countryCode) : requestSmsCode(mobileno);
  return (isRegistration ? registerByEmail : requestEmailCode)({ emailId, mobileno, countryCode });
}

export const requestCode = createTask(async (screen: SignInScreen, draft: SignInDraft) => {
  requireStorage();
  const destination = destinationOf(draft);
  // Chosen: a repeated request within two minutes, as after Back, opens the page for the last code.
  await announceCode(destination.username, sendCode(screen, draft));
  saveRememberMe(draft);
  writeItem('mobileNumber', draft.mobileno);
  writeItem('email', destination.by === 'email' ? draft.emailId : null);
  saveSignInScreen(screen);
  goToPage(otpHref(destination));
}, errorTextWithWait());

/** Spec §7: `users/login` accepts a password or a code. */
export const signInByPassword = createTask(
  async (draft: SignInDraft) => {
    requireStorage();
    const session = await login(destinationOf(draft).username, draft.password);
    saveRememberMe(draft);
    saveSignInScreen('login');
    await completeSignIn(session);
  },
  errorTextWithWait(text.loginFailed, text.tryAgainIn),
);

/** Territories share these countries' dial codes. */
const DIAL_CODE_OWNERS = ['US', 'GB', 'RU', 'IT', 'AU', 'NO', 'FI', 'MA'];

/**
 * The country of a whole number with its dial code, as it is pasted or filled in: `+44 7911
 * 123456`. Else `current`.
 */
export function countryOfNumber(
  typed: string,
  current: Country,
  countries: readonly Country[],
): Country {
  const [, international = ''] = /^\s*(?:[+＋]|00)(.+)/.exec(foldDigits(typed)) ?? [];
  const number = cleanMobile(international);
  const found = countries.filter(
    ({ dial_code }) =>
      number.startsWith(dial_code) && number.length - dial_code.length >= MOBILE_MIN_DIGITS,
  );
  if (found.some(({ code }) => code === current.code)) return current;
  return found.find(({ code }) => DIAL_CODE_OWNERS.includes(code)) ?? found[0] ?? current;
}

/** By IP address; null if unknown. The form does not wait for the result. */
export const guessCountry = async (countries: readonly Country[]): Promise<Country | null> => {
  const geo = await fetchGeo().catch(() => null);
  return countries.find(({ code }) => code === geo?.country) ?? null;
};

globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) [requestCode, signInByPassword].forEach((task) => task.reset());
});
