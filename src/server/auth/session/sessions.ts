import { randomUUID } from 'node:crypto';
import type { Session } from '#contract/session.ts';
import { toWire } from '#domain/dates.ts';
import { DAY } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { hashOf, makeRefreshToken, nextRefreshToken, REFRESH_DAYS, signUserToken } from '../../tokens.ts';
import { deviceName } from './devices.ts';
import {
  addNextToken,
  addSession,
  findRefreshToken,
  findUser,
  listSessions,
  lockRefreshToken,
  markRotated,
  noteSeen,
  revokeSession,
  type SessionRow,
} from './queries.ts';

/** Two tabs may rotate the same token at the same moment; later reuse is theft (api.md). */
const ROTATION_GRACE_SECONDS = 10;
const USER_AGENT_LENGTH = 400;

export interface Device {
  ip: string;
  userAgent: string | null;
}

/** Begins a session for somebody who has proved who they are: whatever way of signing in ends here. Throws account_blocked. */
export async function startSession(deps: Deps, { userId, roles }: Viewer, { ip, userAgent }: Device) {
  const now = deps.now();
  const sessionId = randomUUID();
  const { token, tokenHash } = makeRefreshToken();
  const isAdmitted = await addSession(
    deps.db,
    {
      sessionId,
      userId,
      createdOn: now,
      lastSeenOn: now,
      ipAddress: ip,
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    },
    { tokenHash, familyId: sessionId, userId, ...lifeOf(now) },
  );
  if (!isAdmitted) throw new AppError('forbidden', 'account_blocked', text.accountBlocked);
  return tokensFor(deps, { userId, roles, sessionId }, token);
}

const lifeOf = (now: Date) => ({ createdAt: now, expiresAt: new Date(now.getTime() + REFRESH_DAYS * DAY) });

const tokensFor = async ({ config, now }: Deps, viewer: Viewer, refreshtoken: string) => ({
  token: await signUserToken(config.secrets.tokenSecret, viewer, now()),
  refreshtoken,
});

/** New tokens for a refresh token. Reuse past the grace ends the whole session: one of the two holders is a thief. */
export async function rotate(deps: Deps, refreshToken: string, ip: string) {
  const refused = new AppError('forbidden', 'token_invalid', text.loginFailed);
  const now = deps.now();
  // All of it or nothing: half a rotation would look like theft when the client asks again after an outage.
  const rotated = await deps.db.transaction(async (tx) => {
    const found = await lockRefreshToken(tx, hashOf(refreshToken));
    if (!found || found.revokedAt || found.token.expiresAt <= now) throw refused;
    const { userId, familyId: sessionId, rotatedAt, tokenHash } = found.token;
    if (rotatedAt && now.getTime() - rotatedAt.getTime() > ROTATION_GRACE_SECONDS * 1000) {
      await revokeSession(tx, userId, sessionId, now);
      return { viewer: { userId, sessionId }, isReused: true as const };
    }
    const user = (await findUser(tx, userId)) ?? raise(refused);
    if (!rotatedAt) await markRotated(tx, tokenHash, now);
    const next = await newestAfter({ ...deps, db: tx }, refreshToken);
    await addNextToken(tx, { tokenHash: hashOf(next), familyId: sessionId, userId, ...lifeOf(now) });
    await noteSeen(tx, sessionId, { ip, now });
    return { viewer: { userId, roles: user.roles, sessionId }, next };
  });
  if (!rotated.isReused) return tokensFor(deps, rotated.viewer, rotated.next);
  deps.log.warn(
    { alert: 'refresh_token_reused', ...rotated.viewer },
    'a refresh token was used again; its session ended',
  );
  throw refused;
}

/** The end of a family's line: a tab that comes late within the grace gets the token that is good now. */
async function newestAfter(deps: Deps, refreshToken: string): Promise<string> {
  let next = await tokenAfter(deps, refreshToken);
  while (next.isRotated) next = await tokenAfter(deps, next.token);
  return next.token;
}

/** While TOKEN_SECRET changes, the next token may have been made with the previous secret. A family never branches. */
async function tokenAfter({ db, config }: Deps, refreshToken: string): Promise<{ token: string; isRotated: boolean }> {
  for (const secret of config.secrets.acceptedTokenSecrets) {
    const token = nextRefreshToken(secret, refreshToken);
    const found = await findRefreshToken(db, hashOf(token));
    if (found) return { token, isRotated: found.token.rotatedAt !== null };
  }
  return { token: nextRefreshToken(config.secrets.tokenSecret, refreshToken), isRotated: false };
}

/** Ends the session that a refresh token belongs to; somebody else's token is left alone, without a word about it. */
export async function signOut({ db, now }: Deps, { userId }: Viewer, refreshToken: string): Promise<void> {
  const found = await findRefreshToken(db, hashOf(refreshToken));
  if (found) await revokeSession(db, userId, found.token.familyId, now());
}

export async function readSessions(deps: Deps, viewer: Viewer): Promise<{ content: Session[] }> {
  const seenSince = new Date(deps.now().getTime() - REFRESH_DAYS * DAY);
  const rows = await listSessions(deps.db, viewer.userId, seenSince);
  return { content: rows.map((row) => toSession(deps, viewer, row)) };
}

const toSession = ({ country }: Deps, viewer: Viewer, row: SessionRow): Session => ({
  sessionId: row.sessionId,
  isCurrent: row.sessionId === viewer.sessionId,
  createdOn: toWire(row.createdOn),
  lastSeenOn: toWire(row.lastSeenOn),
  ipAddress: row.ipAddress,
  country: row.ipAddress === null ? null : country(row.ipAddress),
  device: deviceName(row.userAgent),
});

/** Signs out on one device. Another person's session is not found (api.md). */
export async function endSession({ db, now }: Deps, { userId }: Viewer, sessionId: string): Promise<void> {
  if (!(await revokeSession(db, userId, sessionId, now())))
    throw new AppError('not_found', 'session_not_found', text.sessionGone);
}
