import { and, desc, eq, gt, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { deviceAuthorizations, sessions } from '../../db/schema/session.ts';
import { isActiveSessionOf } from '../session/queries.ts';

export type AuthorizationRow = typeof deviceAuthorizations.$inferSelect;

/** False if another television has the same user code. */
export const addAuthorization = async (db: Db, row: typeof deviceAuthorizations.$inferInsert) =>
  (await db.insert(deviceAuthorizations).values(row).onConflictDoNothing().returning()).length > 0;

/** `userCodeHashes`: the hashes of one code with each accepted secret. */
const isPending = (userCodeHashes: string[], now: Date) =>
  and(
    inArray(deviceAuthorizations.userCodeHash, userCodeHashes),
    gt(deviceAuthorizations.expiresAt, now),
    isNull(deviceAuthorizations.userId),
    isNull(deviceAuthorizations.deniedAt),
  );

export const findPending = async (db: Db, userCodeHashes: string[], now: Date) =>
  (await db.select().from(deviceAuthorizations).where(isPending(userCodeHashes, now)))[0];

/** Undefined if the code is not pending. One statement, so that a code is decided once. */
export const decidePending = async ({
  db,
  userCodeHashes,
  now,
  decision,
}: {
  db: Db;
  userCodeHashes: string[];
  now: Date;
  decision: Partial<Pick<AuthorizationRow, 'userId' | 'deviceName' | 'deniedAt'>>;
}) =>
  (
    await db
      .update(deviceAuthorizations)
      .set(decision)
      .where(isPending(userCodeHashes, now))
      .returning()
  )[0];

const isOfDevice = (deviceCodeHash: string) =>
  eq(deviceAuthorizations.deviceCodeHash, deviceCodeHash);

export const lockAuthorization = async (tx: Db, deviceCodeHash: string) =>
  (await tx.select().from(deviceAuthorizations).where(isOfDevice(deviceCodeHash)).for('update'))[0];

export const recordPoll = (
  tx: Db,
  deviceCodeHash: string,
  poll: Pick<AuthorizationRow, 'polledAt' | 'intervalSeconds'>,
) => tx.update(deviceAuthorizations).set(poll).where(isOfDevice(deviceCodeHash));

export const deleteAuthorization = (tx: Db, deviceCodeHash: string) =>
  tx.delete(deviceAuthorizations).where(isOfDevice(deviceCodeHash));

const isTelevision = isNotNull(sessions.deviceName);
const isOpenTelevisionOf = (userId: number, openSince: Date) =>
  and(isActiveSessionOf(userId), isTelevision, gte(sessions.lastSeenOn, openSince));

/** Returns the film that was chosen on the phone. Undefined if the session is no television. */
export const recordTelevisionPoll = async (db: Db, sessionId: string, now: Date) =>
  (
    await db
      .update(sessions)
      .set({ lastSeenOn: now })
      .where(and(eq(sessions.sessionId, sessionId), isTelevision))
      .returning({ requestedMovieId: sessions.requestedMovieId, requestedAt: sessions.requestedAt })
  )[0];

/** Keeps a newer request. */
export const clearRequest = (db: Db, sessionId: string, requestedAt: Date) =>
  db
    .update(sessions)
    .set({ requestedMovieId: null, requestedAt: null })
    .where(and(eq(sessions.sessionId, sessionId), eq(sessions.requestedAt, requestedAt)));

export const listTelevisions = async (db: Db, userId: number, openSince: Date) => {
  const rows = await db
    .select({ sessionId: sessions.sessionId, name: sessions.deviceName })
    .from(sessions)
    .where(isOpenTelevisionOf(userId, openSince))
    .orderBy(desc(sessions.createdOn));
  return rows.map(({ sessionId, name }) => ({ sessionId, name: name! }));
};

/** False if the viewer has no such television, or if it is not open. */
export const requestMovie = async (
  db: Db,
  { userId, sessionId, openSince }: { userId: number; sessionId: string; openSince: Date },
  request: { requestedMovieId: number; requestedAt: Date },
) =>
  (
    await db
      .update(sessions)
      .set(request)
      .where(and(isOpenTelevisionOf(userId, openSince), eq(sessions.sessionId, sessionId)))
      .returning({ sessionId: sessions.sessionId })
  ).length > 0;

export const movieExists = async (db: Db, movieId: number) =>
  (await db.$count(movies, eq(movies.movieId, movieId))) > 0;
