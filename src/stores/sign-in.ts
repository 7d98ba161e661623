import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { fetchGeo } from '#api/places.ts';
import { forgotPassword, forgotPasswordByPhone, login, registerByEmail, registerByPhone } from '#api/session.ts';
import { writeItem } from '#api/tokens.ts';
import { Email } from '#contract/email.ts';
import { Mobile } from '#contract/session.ts';
import { type Country, DOMESTIC, isDomestic } from '#domain/countries.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { arrive, markScreen, requireStorage, type SignInScreen } from './arrival.ts';
import { go } from './lib/navigate.ts';
import { createTask } from './lib/status.ts';
import { rememberMe } from './lib/remember-me.ts';
import { explainWait } from './lib/wait.ts';
import { notify } from './notices.ts';
import { countFrom, type Destination, otpHref, secondsTooSoon } from './one-time-code.ts';

export type { SignInScreen };

/** What stands in the form of /signup. `way` says how the visitor wants to prove who it is. */
export interface SignInDraft {
  way: 'code' | 'password';
  country: Country;
  mobileno: string;
  emailId: string;
  password: string;
}

export const newDraft = (): SignInDraft => ({
  way: 'code',
  country: DOMESTIC,
  mobileno: '',
  emailId: '',
  password: '',
});

/** What the form begins with: the number or the address that was used here last (spec §3 "rememberMe"). */
export function draftBegun(countries: readonly Country[]): SignInDraft {
  const known = rememberMe.get();
  const country = countries.find(({ code }) => code === known?.country);
  if (!known || !country) return newDraft();
  return { ...newDraft(), country, mobileno: known.mobileno, emailId: known.emailId };
}

const remember = ({ country, mobileno, emailId }: SignInDraft) =>
  rememberMe.set({ country: country.code, countryCode: country.dial_code, mobileno, emailId });

/** Which fields the form has (spec §2, §5). Chosen: a password goes with the user name alone, which elsewhere is the e-mail address. */
export const fieldsOf = ({ way, country }: Pick<SignInDraft, 'way' | 'country'>) => ({
  mobileno: isDomestic(country) || way === 'code',
  emailId: !isDomestic(country),
  password: way === 'password',
});

const schemaOf = (draft: SignInDraft) => {
  const fields = fieldsOf(draft);
  return z.looseObject({
    ...(fields.mobileno && { mobileno: Mobile }),
    ...(fields.emailId && { emailId: Email }),
    ...(fields.password && { password: z.string().min(1, text.passwordRequired) }),
  });
};

export const signInResolver: Resolver<SignInDraft> = (draft, context, options) =>
  (zodResolver(schemaOf(draft)) as unknown as Resolver<SignInDraft>)(draft, context, options);

const destinationOf = ({ country, mobileno, emailId }: SignInDraft): Destination =>
  isDomestic(country) ? { by: 'mobile', userdetail: mobileno } : { by: 'email', userdetail: emailId };

function send(screen: SignInScreen, { country, mobileno, emailId }: SignInDraft) {
  const countryCode = country.dial_code;
  const isNew = screen === 'register';
  if (isDomestic(country)) return isNew ? registerByPhone(mobileno, countryCode) : forgotPasswordByPhone(mobileno);
  return (isNew ? registerByEmail : forgotPassword)({ emailId, mobileno, countryCode });
}

export const requestCode = createTask(async (screen: SignInScreen, draft: SignInDraft) => {
  requireStorage();
  const destination = destinationOf(draft);
  // Chosen: who asks again within two minutes, as after Back, is led to where the last code is waited for.
  const seconds = await send(screen, draft).then(() => 0, tooSoonOrThrow);
  remember(draft);
  writeItem('mobileNumber', draft.mobileno);
  writeItem('email', destination.by === 'email' ? draft.emailId : null);
  markScreen(screen);
  countFrom(destination.userdetail, seconds || undefined);
  notify(seconds ? 'info' : 'success', seconds ? text.tooManyCodes : text.codeSent);
  go(otpHref(destination));
}, explainWait());

function tooSoonOrThrow(error: unknown): number {
  const seconds = secondsTooSoon(error);
  if (!seconds) throw error;
  return seconds;
}

/** Spec §7: `users/login` takes a set password as it takes a code. */
export const signInByPassword = createTask(
  async (draft: SignInDraft) => {
    requireStorage();
    const session = await login(destinationOf(draft).userdetail, draft.password);
    remember(draft);
    markScreen('login');
    await arrive(session);
  },
  explainWait(text.loginFailed, text.tryAgainIn),
);

/** The country that the caller seems to be in; null when nobody knows. Never waited for by the form. */
export const guessCountry = async (countries: readonly Country[]): Promise<Country | null> => {
  const geo = await fetchGeo().catch(() => null);
  return countries.find(({ code }) => code === geo?.country) ?? null;
};

// A page that Back brings to life again must not go on waiting for the page it once left for.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) [requestCode, signInByPassword].forEach((task) => task.reset());
});
