import { DOMESTIC_DIAL_CODE, MOBILE_MIN_DIGITS } from '#domain/limits.ts';
import { isMobile } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { signTempToken } from '../../tokens.ts';
import { isPassword } from '../passwords.ts';
import { countGuess } from './count-guess.ts';
import { knownDevice } from './known-device.ts';
import { isPossibleNumber, takesSms } from './numbers.ts';
import { type Asker, checkCode, sendCode, useCode } from './otp.ts';
import { findByIdentity, findOrAddUser, type UserRow } from './queries.ts';
import { type Device, startSession } from './sessions.ts';
import { emailIdentity, type Identity, identityOf, mobileIdentity } from './username.ts';

const wrongNumber = (message: string) =>
  new AppError('invalid', 'validation_failed', message, { errors: [{ path: 'mobileno', message }] });

/** Sends a code by SMS. The answer is the same whether the number is known or not. */
export async function requestSms(
  deps: Deps,
  { mobileno, countryCode, ...asker }: { mobileno: string; countryCode: string } & Asker,
) {
  if (!deps.config.otp.smsDialCodes.includes(countryCode))
    throw new AppError('invalid', 'country_not_served', text.smsNotServed);
  if (countryCode === DOMESTIC_DIAL_CODE && !isMobile(mobileno)) throw wrongNumber(text.mobileTooShort);
  if (!takesSms(countryCode, mobileno)) throw wrongNumber(text.mobileInvalid);
  await sendCode(deps, mobileIdentity(countryCode, mobileno), asker);
  return { message: text.codeSent };
}

interface EmailSignUp extends Asker {
  emailId: string;
  mobileno: string;
  countryCode: string;
}

/** Sends a code by e-mail to somebody who signs up; the number waits beside the code until the address is proved. */
export async function registerEmail(deps: Deps, { emailId, mobileno, countryCode, ...asker }: EmailSignUp) {
  // api.md: the username is the mobile number for +91.
  if (countryCode === DOMESTIC_DIAL_CODE) throw new AppError('invalid', 'country_not_served', text.emailNotServed);
  if (!isPossibleNumber(countryCode, mobileno)) throw wrongNumber(text.mobileInvalid);
  await sendCode(deps, emailIdentity(emailId), { ...asker, number: { dialCode: countryCode, mobile: mobileno } });
  return { message: text.codeSent };
}

/** Sends a code by e-mail, whether the address is known or not. A number that came along waits beside the code, as at sign-up. */
export async function requestEmail(
  deps: Deps,
  {
    emailId,
    mobileno,
    countryCode = '',
    ...asker
  }: Omit<EmailSignUp, 'countryCode'> & { countryCode?: string | undefined },
) {
  if (mobileno.length > 0 && mobileno.length < MOBILE_MIN_DIGITS) throw wrongNumber(text.mobileTooShort);
  if (mobileno && countryCode && !isPossibleNumber(countryCode, mobileno)) throw wrongNumber(text.mobileInvalid);
  await sendCode(deps, emailIdentity(emailId), { ...asker, number: { dialCode: countryCode, mobile: mobileno } });
  return { message: text.codeSent };
}

/** Checks a code without using it up; gives a temporary token that may set a password. */
export async function validateOtp(deps: Deps, { username, otp, ...asker }: { username: string; otp: string } & Asker) {
  const identity = identityOf(username);
  const guess = await guessOf(deps, identity, asker);
  const given = await checkCode(deps, identity, otp);
  if (!given) throw guess.refusal ?? new AppError('invalid', 'otp_invalid', text.otpInvalid);
  await guess.forgive();
  const user = await findOrAddUser(deps.db, identity, given, deps.now());
  return {
    message: text.otpVerified,
    tempToken: await signTempToken(deps.config.secrets.tokenSecret, user, deps.now()),
  };
}

interface SignIn {
  username: string;
  password: string;
  device: Device;
  deviceToken?: string | undefined;
}

/** Signs in with the code, which is used up by it, or with the set password. Throws `unauthenticated`, one sentence for every reason. */
export async function signIn(deps: Deps, { username, password, device, deviceToken }: SignIn) {
  const identity = identityOf(username);
  const guess = await guessOf(deps, identity, { ip: device.ip, deviceToken });
  const user =
    (await byCode(deps, identity, password)) ??
    // Past the budget no password is compared: a right one would be found by guessing on.
    (guess.refusal ? null : await byPassword(deps, identity, password));
  if (!user) throw guess.refusal ?? new AppError('unauthenticated', 'credentials_invalid', text.loginFailed);
  await guess.forgive();
  const tokens = await startSession(deps, user, device);
  return { ...tokens, userId: user.userId, firstLogin: user.firstLogin };
}

const guessOf = async (deps: Deps, identity: Identity, { ip, deviceToken }: Asker) =>
  countGuess(deps, identity, { ip, deviceId: await knownDevice(deps, deviceToken, identity) });

async function byCode(deps: Deps, identity: Identity, code: string): Promise<UserRow | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const given = await useCode(deps, identity, code);
  return given && findOrAddUser(deps.db, identity, given, deps.now());
}

/** A password of nobody is compared as one of somebody: neither answer nor time tells who has an account. */
async function byPassword(deps: Deps, identity: Identity, password: string): Promise<UserRow | null> {
  const user = await findByIdentity(deps.db, identity);
  const isRight = await isPassword(password, user?.passwordHash);
  return isRight && user ? user : null;
}
