import type { BodyOf } from '#contract/endpoint.ts';
import {
  type forgotPassword,
  type login,
  mobileIn,
  type registerByPhone,
  type validatePhoneOtp,
} from '#contract/session.ts';
import { compactCode } from '#domain/fold.ts';
import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, throwError } from '../../errors.ts';
import { signTempToken } from '../../tokens.ts';
import { verifyPassword } from '../passwords.ts';
import { countGuess } from './count-guess.ts';
import { findKnownDeviceId } from './known-device.ts';
import { isPossibleNumber, canReceiveSms } from './phone-numbers.ts';
import { type Requester, checkCode, sendCode, consumeCode } from './otp.ts';
import { findByIdentity, findOrAddUser, type UserRow } from './queries.ts';
import { type Device, startSession } from './sessions.ts';
import { emailIdentity, type Identity, identityOf, mobileIdentity } from './identity.ts';

const invalidNumber = (message: string) => fieldError('mobileno', 'validation_failed', [message]);

function parseMobile(typed: string, dialCode: string): string {
  const { data, error } = mobileIn(dialCode).safeParse(typed);
  return data ?? throwError(invalidNumber(error?.issues[0]?.message ?? text.mobileInvalid));
}

/** Sends a code by SMS. The response does not reveal whether the number has an account. */
export async function requestSmsCode(
  deps: Deps,
  request: BodyOf<typeof registerByPhone> & Requester,
) {
  const { mobileno, countryCode, ...requester } = request;
  if (!deps.config.otp.smsDialCodes.includes(countryCode)) throw new AppError('country_not_served');
  const mobile = parseMobile(mobileno, countryCode);
  if (!canReceiveSms(countryCode, mobile)) throw invalidNumber(text.mobileInvalid);
  await sendCode(deps, mobileIdentity(countryCode, mobile), requester);
  return { message: text.codeSent };
}

type EmailCodeRequest = BodyOf<typeof forgotPassword> & Requester;

/**
 * Sends a sign-up code by e-mail. The number is stored with the code until the address is verified.
 */
export async function requestEmailSignUpCode(deps: Deps, signUp: EmailCodeRequest) {
  // api.md: the username is the mobile number for +91.
  if (signUp.countryCode === DOMESTIC_DIAL_CODE) throw new AppError('email_not_served');
  return requestEmailCode(deps, signUp);
}

export async function requestEmailCode(deps: Deps, request: EmailCodeRequest) {
  const { emailId, mobileno, countryCode = '', ...requester } = request;
  const mobile = mobileno && parseMobile(mobileno, countryCode);
  if (mobile && countryCode && !isPossibleNumber(countryCode, mobile))
    throw invalidNumber(text.mobileInvalid);
  await sendCode(deps, emailIdentity(emailId), {
    ...requester,
    number: { dialCode: countryCode, mobile },
  });
  return { message: text.codeSent };
}

export async function validateOtp(
  deps: Deps,
  request: BodyOf<typeof validatePhoneOtp> & Requester,
) {
  const { username, otp, ...requester } = request;
  const identity = identityOf(username);
  const guess = await countGuessOf(deps, identity, requester);
  const number = await checkCode(deps, identity, otp);
  if (!number) throw guess.limitError ?? new AppError('otp_invalid');
  await guess.reset();
  const user = await findOrAddUser({ db: deps.db, identity, number, now: deps.now() });
  return {
    message: text.otpVerified,
    tempToken: signTempToken(deps.config.secrets.tokenSecret, user, deps.now()),
  };
}

interface SignIn extends BodyOf<typeof login> {
  device: Device;
  deviceToken?: string | undefined;
}

/**
 * Signs in with a code, which is then used up, or with a password. Throws `unauthenticated` with
 * one text for every reason.
 */
export async function signIn(deps: Deps, { username, password, device, deviceToken }: SignIn) {
  const identity = identityOf(username);
  const guess = await countGuessOf(deps, identity, { ip: device.ip, deviceToken });
  const user =
    (await findUserByCode(deps, identity, password)) ??
    // Above the limit, no password is compared, so that guessing ends.
    (guess.limitError ? null : await findUserByPassword(deps, identity, password));
  if (!user) throw guess.limitError ?? new AppError('credentials_invalid');
  await guess.reset();
  const tokens = await startSession(deps, user, device);
  return { ...tokens, userId: user.userId, firstLogin: user.firstLogin };
}

const countGuessOf = async (deps: Deps, identity: Identity, { ip, deviceToken }: Requester) =>
  countGuess(deps, identity, {
    ip,
    deviceId: await findKnownDeviceId(deps, deviceToken, identity),
  });

async function findUserByCode(
  deps: Deps,
  identity: Identity,
  password: string,
): Promise<UserRow | null> {
  const code = compactCode(password);
  if (!/^\d{6}$/.test(code)) return null;
  const number = await consumeCode(deps, identity, code);
  return number && findOrAddUser({ db: deps.db, identity, number, now: deps.now() });
}

/**
 * Compares a password even without an account, so that neither response nor timing reveals
 * accounts.
 */
async function findUserByPassword(
  deps: Deps,
  identity: Identity,
  password: string,
): Promise<UserRow | null> {
  const user = await findByIdentity(deps.db, identity);
  const isCorrect = await verifyPassword(password, user?.passwordHash);
  return isCorrect && user ? user : null;
}
