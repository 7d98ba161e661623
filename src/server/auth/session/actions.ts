import { randomUUID } from 'node:crypto';
import { DAY, DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { cleanMobile, isMobile } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { hashOf, makeRefreshToken, REFRESH_DAYS, signToken, signUserToken, TEMP_MINUTES } from '../../tokens.ts';
import { codeHash, GUESS_LIMIT, isRightCode, sendCode, useFrom } from './otp.ts';
import {
  addRefreshToken,
  consumeOtp,
  findOrAddUser,
  findRefreshToken,
  findUser,
  findUserByMobile,
  markRotated,
  revokeFamily,
} from './queries.ts';

/** Two tabs may rotate the same token at the same moment; later reuse is theft (api.md). */
const ROTATION_GRACE_SECONDS = 10;

/** Sends a code by SMS. The answer is the same whether the number is known or not. */
export async function requestCode(
  deps: Deps,
  { mobileno, countryCode, ip }: { mobileno: string; countryCode: string; ip: string },
) {
  const dialCode = countryCode.replace('+', '');
  if (dialCode !== DOMESTIC_DIAL_CODE)
    throw new AppError('invalid', 'country_not_served', 'Codes by SMS are sent to numbers of +91 only');
  if (!isMobile(mobileno))
    throw new AppError('invalid', 'validation_failed', text.mobileTooShort, {
      errors: [{ path: 'mobileno', message: text.mobileTooShort }],
    });
  await sendCode(deps, { dialCode, mobile: mobileno, ip });
  return { message: text.codeSent };
}

const destinationOf = (username: string) => {
  const digits = cleanMobile(username);
  return { dialCode: DOMESTIC_DIAL_CODE, mobile: digits, destination: DOMESTIC_DIAL_CODE + digits };
};

/** Checks a code without using it up; gives a temporary token that may set a password. */
export async function validateOtp(deps: Deps, { username, otp, ip }: { username: string; otp: string; ip: string }) {
  await useFrom(deps, GUESS_LIMIT, ip);
  const { destination, dialCode, mobile } = destinationOf(username);
  if (!(await isRightCode(deps, destination, otp))) throw new AppError('invalid', 'otp_invalid', text.otpInvalid);
  const user = await findOrAddUser(deps.db, dialCode, mobile, deps.now());
  const tempToken = await signToken(
    deps.config.secrets.tokenSecret,
    'temp',
    { sub: String(user.userId) },
    { now: deps.now(), minutes: TEMP_MINUTES },
  );
  return { message: text.otpVerified, tempToken };
}

/** Signs in with the code, which is used up by it. Throws `unauthenticated` with the one sentence for every reason. */
export async function signIn(
  deps: Deps,
  { username, password, ip }: { username: string; password: string; ip: string },
) {
  await useFrom(deps, GUESS_LIMIT, ip);
  const { destination, dialCode, mobile } = destinationOf(username);
  const refused = new AppError('unauthenticated', 'credentials_invalid', text.loginFailed);
  if (!/^\d{6}$/.test(password) || !(await isRightCode(deps, destination, password))) throw refused;
  if (!(await consumeOtp(deps.db, destination, codeHash(deps, destination, password)))) throw refused;
  const known = await findUserByMobile(deps.db, dialCode, mobile);
  const user = known ?? (await findOrAddUser(deps.db, dialCode, mobile, deps.now()));
  const tokens = await startSession(deps, user);
  return { ...tokens, userId: user.userId, firstLogin: user.firstLogin };
}

const startSession = (deps: Deps, user: Viewer) => issueTokens(deps, user, randomUUID());

async function issueTokens(deps: Deps, { userId, roles }: Viewer, familyId: string) {
  const now = deps.now();
  const { token: refreshtoken, tokenHash } = makeRefreshToken();
  await addRefreshToken(deps.db, {
    tokenHash,
    familyId,
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REFRESH_DAYS * DAY),
  });
  return { token: await signUserToken(deps.config.secrets.tokenSecret, { userId, roles }, now), refreshtoken };
}

/** New tokens for a refresh token. Reuse past the grace ends the whole family: one of the two holders is a thief. */
export async function rotate(deps: Deps, refreshToken: string) {
  const now = deps.now();
  const refused = new AppError('forbidden', 'token_invalid', text.loginFailed);
  const row = await findRefreshToken(deps.db, hashOf(refreshToken));
  if (!row || row.revokedAt || row.expiresAt <= now) throw refused;
  const isFirst = await markRotated(deps.db, row.tokenHash, now);
  const rotatedAt = row.rotatedAt ?? now;
  if (!isFirst && now.getTime() - rotatedAt.getTime() > ROTATION_GRACE_SECONDS * 1000) {
    await revokeFamily(deps.db, row.familyId, now);
    throw refused;
  }
  const user = await findUser(deps.db, row.userId);
  if (!user) throw refused;
  return issueTokens(deps, user, row.familyId);
}

/** Ends the session that a refresh token belongs to; somebody else's token is left alone, without a word about it. */
export async function signOut(deps: Deps, viewer: Viewer, refreshToken: string) {
  const row = await findRefreshToken(deps.db, hashOf(refreshToken));
  if (row?.userId === viewer.userId) await revokeFamily(deps.db, row.familyId, deps.now());
}
