import { DOMESTIC_DIAL_CODE, HOUR } from '#domain/limits.ts';
import { isMobile } from '#domain/mobile.ts';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { passwordStamp, signTempToken } from '../../tokens.ts';
import { hashPassword, isPassword } from '../passwords.ts';
import { countGuess, forgiveGuesses } from './caps.ts';
import { isPossibleNumber, takesSms } from './numbers.ts';
import { checkCode, sendCode, useCode } from './otp.ts';
import { changePassword, findByIdentity, findOrAddUser, findUser, revokeOthers, type UserRow } from './queries.ts';
import { type Device, startSession } from './sessions.ts';
import { emailIdentity, type Identity, identityOf, mobileIdentity } from './username.ts';

const wrongNumber = (message: string) =>
  new AppError('invalid', 'validation_failed', message, { errors: [{ path: 'mobileno', message }] });

/** Sends a code by SMS. The answer is the same whether the number is known or not. */
export async function requestSms(
  deps: Deps,
  { mobileno, countryCode, ip }: { mobileno: string; countryCode: string; ip: string },
) {
  if (!deps.config.otp.smsDialCodes.includes(countryCode))
    throw new AppError('invalid', 'country_not_served', text.smsNotServed);
  if (countryCode === DOMESTIC_DIAL_CODE && !isMobile(mobileno)) throw wrongNumber(text.mobileTooShort);
  if (!takesSms(countryCode, mobileno)) throw wrongNumber(text.mobileInvalid);
  await sendCode(deps, mobileIdentity(countryCode, mobileno), { ip });
  return { message: text.codeSent };
}

interface EmailSignUp {
  emailId: string;
  mobileno: string;
  countryCode: string;
  ip: string;
}

/** Sends a code by e-mail to somebody who signs up; the number waits beside the code until the address is proved. */
export async function registerEmail(deps: Deps, { emailId, mobileno, countryCode, ip }: EmailSignUp) {
  // api.md: the username is the mobile number for +91.
  if (countryCode === DOMESTIC_DIAL_CODE) throw new AppError('invalid', 'country_not_served', text.emailNotServed);
  if (!isPossibleNumber(countryCode, mobileno)) throw wrongNumber(text.mobileInvalid);
  await sendCode(deps, emailIdentity(emailId), { ip, number: { dialCode: countryCode, mobile: mobileno } });
  return { message: text.codeSent };
}

/** Sends a code by e-mail, whether the address is known or not. */
export async function requestEmail(deps: Deps, { emailId, ip }: { emailId: string; ip: string }) {
  await sendCode(deps, emailIdentity(emailId), { ip });
  return { message: text.codeSent };
}

/** Checks a code without using it up; gives a temporary token that may set a password. */
export async function validateOtp(deps: Deps, { username, otp, ip }: { username: string; otp: string; ip: string }) {
  const identity = identityOf(username);
  await countGuess(deps, identity, ip);
  const given = await checkCode(deps, identity, otp);
  if (!given) throw new AppError('invalid', 'otp_invalid', text.otpInvalid);
  await forgiveGuesses(deps, identity);
  const user = await findOrAddUser(deps.db, identity, given, deps.now());
  return {
    message: text.otpVerified,
    tempToken: await signTempToken(deps.config.secrets.tokenSecret, user, deps.now()),
  };
}

/** Signs in with the code, which is used up by it, or with the set password. Throws `unauthenticated`, one sentence for every reason. */
export async function signIn(
  deps: Deps,
  { username, password, device }: { username: string; password: string; device: Device },
) {
  const identity = identityOf(username);
  await countGuess(deps, identity, device.ip);
  const user = (await byCode(deps, identity, password)) ?? (await byPassword(deps, identity, password));
  if (!user) throw new AppError('unauthenticated', 'credentials_invalid', text.loginFailed);
  await forgiveGuesses(deps, identity);
  const tokens = await startSession(deps, user, device);
  return { ...tokens, userId: user.userId, firstLogin: user.firstLogin };
}

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

const PASSWORD_CHANGES: Limit = {
  name: 'password_changes',
  points: 10,
  seconds: HOUR / 1000,
  message: text.tooManyTries,
};

/**
 * Sets the caller's own password and ends their other sessions: all of them, when a code and no session speaks for the caller.
 * A temporary token sets one password. Somebody else's username is not found.
 */
export async function setPassword(
  deps: Deps,
  viewer: Viewer,
  { username, password }: { username: string; password: string },
) {
  const { db, limits, config } = deps;
  const tokenInvalid = new AppError('forbidden', 'token_invalid', text.loginFailed);
  const user = (await findUser(db, viewer.userId)) ?? raise(tokenInvalid);
  const { passwordStamp: stamp, sessionId } = viewer;
  if (stamp && stamp !== passwordStamp(config.secrets.tokenSecret, user.userId, user.passwordHash)) throw tokenInvalid;
  if (!isOwn(user, identityOf(username)))
    throw new AppError('not_found', 'user_not_found', accountMessages.updateFailed);
  await limits.use(PASSWORD_CHANGES, String(user.userId));
  if (!(await changePassword(db, user, await hashPassword(password)))) throw tokenInvalid;
  await revokeOthers(db, user.userId, sessionId, deps.now());
  return { message: text.passwordReset };
}

const isOwn = (user: UserRow, identity: Identity): boolean =>
  identity.kind === 'mobile'
    ? user.mobileVerifiedAt !== null && user.dialCode === identity.dialCode && user.mobile === identity.mobile
    : user.emailVerifiedAt !== null && user.emailId?.toLowerCase() === identity.destination;
