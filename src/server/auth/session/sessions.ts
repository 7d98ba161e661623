import { randomUUID } from 'node:crypto';
import type { Session } from '#contract/session.ts';
import { toWire } from '#domain/dates.ts';
import { DAY } from '#domain/limits/durations.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import {
  sha256Hex,
  makeOpaqueToken,
  nextRefreshToken,
  REFRESH_DAYS,
  signUserToken,
} from '../../tokens.ts';
import { deviceNameOf } from './device-name.ts';
import {
  addNextToken,
  addSession,
  findRefreshToken,
  findUser,
  listSessions,
  findTokenAndLockSession,
  markRotated,
  updateLastSeen,
  revokeSession,
  type SessionRow,
} from './queries.ts';

/** Two tabs may rotate the same token within this time; later reuse is theft (api.md). */
const ROTATION_GRACE_SECONDS = 10;
const MAX_USER_AGENT_LENGTH = 400;

export interface Device {
  ip: string;
  userAgent: string | null;
  /** Of a television: shown in the list of sessions instead of browser and system. */
  name?: string | null;
}

export async function startSession(
  deps: Deps,
  { userId, roles }: Viewer,
  { ip, userAgent, name }: Device,
) {
  const now = deps.now();
  const sessionId = randomUUID();
  const { token, tokenHash } = makeOpaqueToken();
  const device = {
    ipAddress: ip,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    deviceName: name ?? null,
  };
  const session = { sessionId, userId, createdOn: now, lastSeenOn: now, ...device };
  const refreshToken = { tokenHash, familyId: sessionId, userId, ...lifetimeFrom(now) };
  if (!(await addSession(deps.db, session, refreshToken))) throw new AppError('account_blocked');
  return issueTokens(deps, { userId, roles, sessionId }, token);
}

const lifetimeFrom = (now: Date) => ({
  createdAt: now,
  expiresAt: new Date(now.getTime() + REFRESH_DAYS * DAY),
});

const issueTokens = async ({ config, now }: Deps, viewer: Viewer, refreshtoken: string) => ({
  token: signUserToken(config.secrets.tokenSecret, viewer, now()),
  refreshtoken,
});

/**
 * Returns new tokens. Reuse after the grace period ends the session, because the token was stolen.
 */
export async function rotateRefreshToken(deps: Deps, refreshToken: string, ip: string) {
  const tokenInvalid = new AppError('refresh_token_invalid');
  const now = deps.now();
  // One transaction: after an outage, a retry of a partial rotation would look like theft.
  const rotated = await deps.db.transaction(async (tx) => {
    const found = await findTokenAndLockSession(tx, sha256Hex(refreshToken));
    if (!found || found.revokedAt || found.token.expiresAt <= now) throw tokenInvalid;
    const { userId, familyId: sessionId, rotatedAt, tokenHash } = found.token;
    if (rotatedAt && now.getTime() - rotatedAt.getTime() > ROTATION_GRACE_SECONDS * 1000) {
      await revokeSession({ db: tx, userId, sessionId, now });
      return { viewer: { userId, sessionId }, isReused: true as const };
    }
    const user = (await findUser(tx, userId)) ?? throwError(tokenInvalid);
    if (!rotatedAt) await markRotated(tx, tokenHash, now);
    const next = await newestTokenAfter({ ...deps, db: tx }, refreshToken);
    await addNextToken(tx, {
      tokenHash: sha256Hex(next),
      familyId: sessionId,
      userId,
      ...lifetimeFrom(now),
    });
    await updateLastSeen(tx, sessionId, { ip, now });
    return { viewer: { userId, roles: user.roles, sessionId }, next };
  });
  if (!rotated.isReused) return issueTokens(deps, rotated.viewer, rotated.next);
  deps.log.warn(
    { alert: 'refresh_token_reused', ...rotated.viewer },
    'a refresh token was reused; its session was ended',
  );
  throw tokenInvalid;
}

/**
 * Returns the token after `refreshToken`; for a tab that is late but within the grace period, the
 * newest token of the family.
 */
async function newestTokenAfter(deps: Deps, refreshToken: string): Promise<string> {
  let next = await tokenAfter(deps, refreshToken);
  while (next.isRotated) next = await tokenAfter(deps, next.token);
  return next.token;
}

/**
 * During a change of TOKEN_SECRET, the next token may come from the previous secret. A family never
 * branches.
 */
async function tokenAfter(
  { db, config }: Deps,
  refreshToken: string,
): Promise<{ token: string; isRotated: boolean }> {
  for (const secret of config.secrets.acceptedTokenSecrets) {
    const token = nextRefreshToken(secret, refreshToken);
    const found = await findRefreshToken(db, sha256Hex(token));
    if (found) return { token, isRotated: found.token.rotatedAt !== null };
  }
  return { token: nextRefreshToken(config.secrets.tokenSecret, refreshToken), isRotated: false };
}

/** Ends the session of the refresh token. Silently ignores another person's token. */
export async function signOut(
  { db, now }: Deps,
  { userId }: Viewer,
  refreshToken: string,
): Promise<void> {
  const found = await findRefreshToken(db, sha256Hex(refreshToken));
  if (found) await revokeSession({ db, userId, sessionId: found.token.familyId, now: now() });
}

export async function listOwnSessions(deps: Deps, viewer: Viewer): Promise<{ content: Session[] }> {
  const seenSince = new Date(deps.now().getTime() - REFRESH_DAYS * DAY);
  const rows = await listSessions(deps.db, viewer.userId, seenSince);
  return { content: rows.map((row) => toSession(deps, viewer, row)) };
}

/** `serveEndpoint` drops the columns that the contract does not name. */
const toSession = ({ country }: Deps, viewer: Viewer, row: SessionRow): Session => ({
  ...row,
  isCurrent: row.sessionId === viewer.sessionId,
  createdOn: toWire(row.createdOn),
  lastSeenOn: toWire(row.lastSeenOn),
  country: row.ipAddress === null ? null : country(row.ipAddress),
  device: row.deviceName ?? deviceNameOf(row.userAgent),
});

/** Throws `session_not_found`, also for another person's session (api.md). */
export async function endSession(
  { db, now }: Deps,
  { userId }: Viewer,
  sessionId: string,
): Promise<void> {
  if (!(await revokeSession({ db, userId, sessionId, now: now() })))
    throw new AppError('session_not_found');
}
