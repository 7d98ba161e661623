import { randomInt } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as television from '#contract/television.ts';
import { toWire } from '#domain/dates.ts';
import {
  DEVICE_CODE_VALID_MINUTES,
  DEVICE_POLL_SECONDS,
  DEVICE_SLOW_DOWN_SECONDS,
  USER_CODE_LENGTH,
} from '#domain/limits/television.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { OTHER_BROWSER_MINUTES } from '#domain/limits/session.ts';
import { displayUserCode, USER_CODE_LETTERS } from '#domain/user-code.ts';
import { televisionRefusals } from '#messages/television-refusals.ts';
import { href } from '#routes.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { hmacSha256Hex, makeOpaqueToken, sha256Hex, USER_TOKEN_MINUTES } from '../../tokens.ts';
import { undoNetworkLimits, useNetworkLimits } from '../../network-limits.ts';
import { TELEVISION_LIMITS } from '../session/attempt-limits.ts';
import { televisionNameOf } from '../session/device-name.ts';
import { findUser } from '../session/queries.ts';
import { type Device, startSession } from '../session/sessions.ts';
import {
  addAuthorization,
  type AuthorizationRow,
  decidePending,
  deleteAuthorization,
  findPending,
  lockAuthorization,
  recordPoll,
} from './queries.ts';

/** Starts to sign in a television. Throws too_many_requests for too many codes of a network. */
export async function requestDeviceCode(deps: Deps, { ip, userAgent }: Device) {
  await useNetworkLimits(deps, TELEVISION_LIMITS.codesOfAddress, ip);
  const now = deps.now();
  const { token: deviceCode, tokenHash: deviceCodeHash } = makeOpaqueToken();
  const row = {
    deviceCodeHash,
    deviceName: televisionNameOf(userAgent),
    createdOn: now,
    expiresAt: new Date(now.getTime() + DEVICE_CODE_VALID_MINUTES * MINUTE),
    intervalSeconds: DEVICE_POLL_SECONDS,
  };
  let userCode: string;
  do userCode = makeUserCode();
  while (
    !(await addAuthorization(deps.db, {
      ...row,
      userCodeHash: hashOf(deps.config.secrets.otpPepper, userCode),
    }))
  );
  const verificationUri = `${deps.config.siteOrigins[0]}${href('televisionCode')}`;
  const code = {
    deviceCode,
    userCode: displayUserCode(userCode),
    verificationUri,
    verificationUriComplete: `${verificationUri}?code=${displayUserCode(userCode)}`,
    expiresIn: DEVICE_CODE_VALID_MINUTES * 60,
  };
  return {
    device_code: code.deviceCode,
    user_code: code.userCode,
    verification_uri: code.verificationUri,
    verification_uri_complete: code.verificationUriComplete,
    expires_in: code.expiresIn,
    interval: DEVICE_POLL_SECONDS,
    ...code,
  };
}

/** For a browser inside an app, which some banks and providers refuse. Throws too_many_requests. */
export async function openInOtherBrowser(deps: Deps, { userId }: Viewer) {
  await deps.limits.use(TELEVISION_LIMITS.linksOfAccount, String(userId));
  const now = deps.now();
  const { token: deviceCode, tokenHash: deviceCodeHash } = makeOpaqueToken();
  await addAuthorization(deps.db, {
    deviceCodeHash,
    // No person types it.
    userCodeHash: makeOpaqueToken().tokenHash,
    userId,
    deviceName: null,
    createdOn: now,
    expiresAt: new Date(now.getTime() + OTHER_BROWSER_MINUTES * MINUTE),
    intervalSeconds: DEVICE_POLL_SECONDS,
  });
  return { device_code: deviceCode, expires_in: OTHER_BROWSER_MINUTES * 60 };
}

const makeUserCode = () =>
  Array.from(
    { length: USER_CODE_LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  ).join('');

/** Only keyed hashes are compared, so the duration of a search reveals nothing about a code. */
const hashOf = (pepper: string, userCode: string) => hmacSha256Hex(pepper, `device|${userCode}`);
const hashesOf = ({ config }: Deps, userCode: string) =>
  config.secrets.acceptedOtpPeppers.map((pepper) => hashOf(pepper, userCode));

export async function findPendingDevice({
  deps,
  viewer,
  userCode,
  ip,
}: {
  deps: Deps;
  viewer: Viewer;
  userCode: string;
  ip: string;
}) {
  const found = await limitGuesses(deps, {
    viewer,
    ip,
    search: () => findPending(deps.db, hashesOf(deps, userCode), deps.now()),
  });
  return {
    userCode: displayUserCode(userCode),
    deviceName: found.deviceName,
    expiresAt: toWire(found.expiresAt),
  } satisfies television.PendingDevice;
}

/** The television belongs to the first viewer who confirms its code. */
export async function confirmDevice(
  deps: Deps,
  viewer: Viewer,
  { userCode, deviceName }: BodyOf<typeof television.confirmDevice>,
  ip: string,
) {
  const decision = { userId: viewer.userId, deviceName: deviceName || undefined };
  const confirmed = await limitGuesses(deps, {
    viewer,
    ip,
    search: () =>
      decidePending({
        db: deps.db,
        userCodeHashes: hashesOf(deps, userCode),
        now: deps.now(),
        decision,
      }),
  });
  return { message: televisionRefusals.confirmed, deviceName: confirmed.deviceName };
}

export async function denyDevice({
  deps,
  viewer,
  userCode,
  ip,
}: {
  deps: Deps;
  viewer: Viewer;
  userCode: string;
  ip: string;
}): Promise<void> {
  await limitGuesses(deps, {
    viewer,
    ip,
    search: () =>
      decidePending({
        db: deps.db,
        userCodeHashes: hashesOf(deps, userCode),
        now: deps.now(),
        decision: { deniedAt: deps.now() },
      }),
  });
}

/**
 * Counts a guess before the search, so that concurrent guesses count too. Throws
 * `device_code_unknown`, too_many_requests.
 */
async function limitGuesses(
  deps: Deps,
  {
    viewer: { userId },
    ip,
    search,
  }: { viewer: Viewer; ip: string; search: () => Promise<AuthorizationRow | undefined> },
): Promise<AuthorizationRow & { deviceName: string }> {
  const { guessesOfAccount, guessesOfAddress } = TELEVISION_LIMITS;
  await deps.limits.use(guessesOfAccount, String(userId));
  await useNetworkLimits(deps, guessesOfAddress, ip);
  const found = (await search()) ?? throwError(new AppError('device_code_unknown'));
  await deps.limits.undoUse(guessesOfAccount, String(userId));
  await undoNetworkLimits(deps, guessesOfAddress, ip);
  return { ...found, deviceName: found.deviceName ?? televisionRefusals.television };
}

/** Returns the tokens once. Throws the errors of RFC 8628 §3.5, and `account_blocked`. */
export async function exchangeDeviceCode(deps: Deps, deviceCode: string, device: Device) {
  // The refusal is returned, because a throw would undo the recorded poll.
  const result = await deps.db.transaction((tx) =>
    exchange({ ...deps, db: tx }, sha256Hex(deviceCode), device),
  );
  if (result instanceof AppError) throw result;
  return result;
}

async function exchange(deps: Deps, deviceCodeHash: string, device: Device) {
  const now = deps.now();
  const row = await lockAuthorization(deps.db, deviceCodeHash);
  if (!row) return new AppError('invalid_grant');
  if (row.expiresAt <= now) return new AppError('expired_token');
  if (row.deniedAt) return new AppError('access_denied');
  const user = row.userId === null ? undefined : await findUser(deps.db, row.userId);
  if (!user) return recordEarlyPoll(deps, row, now);
  await deleteAuthorization(deps.db, deviceCodeHash);
  const tokens = await startSession(deps, user, { ...device, name: row.deviceName });
  return {
    ...tokens,
    access_token: tokens.token,
    token_type: 'Bearer' as const,
    expires_in: USER_TOKEN_MINUTES * 60,
    refresh_token: tokens.refreshtoken,
    userId: user.userId,
    firstLogin: user.firstLogin,
  };
}

async function recordEarlyPoll(
  { db }: Deps,
  { deviceCodeHash, polledAt, intervalSeconds }: AuthorizationRow,
  now: Date,
) {
  const isTooFast =
    polledAt !== null && now.getTime() - polledAt.getTime() < intervalSeconds * 1000;
  await recordPoll(db, deviceCodeHash, {
    polledAt: now,
    intervalSeconds: intervalSeconds + (isTooFast ? DEVICE_SLOW_DOWN_SECONDS : 0),
  });
  return isTooFast ? new AppError('slow_down') : new AppError('authorization_pending');
}
