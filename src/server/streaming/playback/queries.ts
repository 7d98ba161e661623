import { and, desc, eq, exists, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { PaymentStatus } from '#domain/payment-states.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { type Db, onceForDb } from '../../db/database.ts';
import { lockAgainstErasure } from '../../db/erasure-lock.ts';
import { orders } from '../../db/schema/booking.ts';
import { movies, packages } from '../../db/schema/catalogue.ts';
import { moviePlays, playbackSessions } from '../../db/schema/playback.ts';
import { isHeldBy } from '../booking/gifts/queries.ts';
import { hasNoActiveRefund } from '../booking/queries.ts';
import { one } from '../../db/one.ts';

export interface FilmPackage {
  packageId: number;
  packageKey: string;
  manifest: PackageManifest;
}

type Ticket = Pick<
  typeof orders.$inferSelect,
  'movieOrderId' | 'bookingStartTime' | 'bookingEndTime'
>;
export type SessionRow = typeof playbackSessions.$inferSelect;
/** No reply may contain `keys`: `issueKey` hands them out one at a time, and counts them. */
export type PackageWithKeys = FilmPackage & { keys: string[] };
export type PlaybackSession = SessionRow & PackageWithKeys & { paymentStatus: PaymentStatus };

/** A ticket that is being refunded cannot be played. */
const isPaidFor = (userId: number, movieId: number) =>
  and(
    isHeldBy(userId),
    eq(orders.movieId, movieId),
    eq(orders.paymentStatus, 'PAID'),
    hasNoActiveRefund,
  );

export async function movieExists(db: Db, movieId: number): Promise<boolean> {
  return (await db.$count(movies, eq(movies.movieId, movieId))) > 0;
}

export async function findFilmPackage(db: Db, movieId: number): Promise<FilmPackage | null> {
  const [movie] = await db
    .select({ packageId: movies.packageId })
    .from(movies)
    .where(eq(movies.movieId, movieId));
  if (!movie?.packageId) return null;
  const { keys: _, ...filmPackage } = await findPackageWithKeys(db, movie.packageId);
  return filmPackage;
}

export async function findPackageByKey(
  db: Db,
  packageKey: string,
): Promise<PackageWithKeys | null> {
  const [row] = await db
    .select({ packageId: packages.packageId })
    .from(packages)
    .where(eq(packages.packageKey, packageKey));
  return row ? findPackageWithKeys(db, row.packageId) : null;
}

export async function findFilmName(db: Db, packageId: number): Promise<string | null> {
  const [movie] = await db
    .select({ movieName: movies.movieName })
    .from(movies)
    .where(eq(movies.packageId, packageId))
    .orderBy(desc(movies.movieId))
    .limit(1);
  return movie?.movieName ?? null;
}

/** The viewer's PAID ticket with an open window; the latest if there are two. */
export async function findOpenTicket({
  db,
  userId,
  movieId,
  now,
}: {
  db: Db;
  userId: number;
  movieId: number;
  now: Date;
}): Promise<Ticket | null> {
  const isOpen = and(lte(orders.bookingStartTime, now), gt(orders.bookingEndTime, now));
  return findPaidTicket({ db, userId, movieId, where: isOpen });
}

/** The PAID ticket `movieOrderId`, if its window has not closed. */
export async function findUnendedTicket(
  db: Db,
  userId: number,
  { movieOrderId, movieId }: Pick<typeof orders.$inferSelect, 'movieOrderId' | 'movieId'>,
  now: Date,
): Promise<Ticket | null> {
  const isUnended = and(eq(orders.movieOrderId, movieOrderId), gt(orders.bookingEndTime, now));
  return findPaidTicket({ db, userId, movieId, where: isUnended });
}

export async function findPaidTicket({
  db,
  userId,
  movieId,
  where,
}: {
  db: Db;
  userId: number;
  movieId: number;
  where?: SQL;
}): Promise<Ticket | null> {
  const isWanted = and(isPaidFor(userId, movieId), where);
  const [ticket] = await db
    .select()
    .from(orders)
    .where(isWanted)
    .orderBy(desc(orders.bookingStartTime))
    .limit(1);
  return ticket ?? null;
}

/**
 * Replaces older sessions under a lock of the order. False if the ticket was refunded or moved in
 * the meantime.
 */
export const openSession = (
  db: Db,
  session: typeof playbackSessions.$inferInsert,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { movieOrderId, startedAt, userId } = session;
    await lockAgainstErasure(tx, userId);
    const isOpenTicket = and(
      eq(orders.movieOrderId, movieOrderId),
      eq(orders.paymentStatus, 'PAID'),
      lte(orders.bookingStartTime, startedAt),
      gt(orders.bookingEndTime, startedAt),
    );
    const [lockedOrder] = await tx
      .select({ id: orders.movieOrderId })
      .from(orders)
      .where(isOpenTicket)
      .for('update');
    // Checked under the lock, so that a concurrent refund is seen.
    if (
      !lockedOrder ||
      !(await tx.$count(orders, and(eq(orders.movieOrderId, movieOrderId), hasNoActiveRefund)))
    )
      return false;
    await tx
      .update(playbackSessions)
      .set({ endedAt: startedAt })
      .where(
        and(eq(playbackSessions.movieOrderId, movieOrderId), isNull(playbackSessions.endedAt)),
      );
    await tx.insert(playbackSessions).values(session);
    return true;
  });

const selectSession = (db: Pick<Db, 'select'>, name: string) =>
  db
    .select({ session: playbackSessions, paymentStatus: orders.paymentStatus })
    .from(playbackSessions)
    .innerJoin(orders, eq(orders.movieOrderId, playbackSessions.movieOrderId))
    .where(eq(playbackSessions.sessionId, sql.placeholder('sessionId')))
    .prepare(name);

/** Prepared, because every heartbeat and key needs one of them. */
const sessionQuery = onceForDb((db) => selectSession(db, 'session'));
const heartbeatQuery = onceForDb((db) => {
  const { placeholder } = sql;
  const isOpenSession = and(
    eq(playbackSessions.sessionId, placeholder('sessionId')),
    eq(playbackSessions.userId, placeholder('userId')),
    isNull(playbackSessions.endedAt),
  );
  const isOwnPlay = and(
    eq(moviePlays.moviePlayId, placeholder('moviePlayId')),
    eq(moviePlays.userId, placeholder('userId')),
  );
  const position = {
    playEndTime: sql`${placeholder('playEndTime')}::timestamptz`,
    playSeekTime: sql`${placeholder('playSeekTime')}::double precision`,
    isPlaying: sql`${placeholder('isPlaying')}::boolean`,
  };
  const stored = db.$with('stored').as(
    db
      .update(moviePlays)
      .set(position)
      .where(and(isOwnPlay, exists(db.select().from(playbackSessions).where(isOpenSession))))
      .returning({ moviePlayId: moviePlays.moviePlayId }),
  );
  return selectSession(db.with(stored), 'heartbeat');
});

export const findSession = async (db: Db, sessionId: string): Promise<PlaybackSession | null> =>
  withPackage(db, (await sessionQuery(db).execute({ sessionId }))[0]);

interface ReportedPosition {
  userId: number;
  moviePlayId: number;
  playEndTime: Date;
  playSeekTime: number;
  isPlaying: boolean | null;
}

/** Also stores the position of the viewer's play if the session is theirs and has not ended. */
export const findSessionAndStorePosition = async (
  db: Db,
  sessionId: string,
  { playEndTime, ...position }: ReportedPosition,
): Promise<PlaybackSession | null> =>
  withPackage(
    db,
    (
      await heartbeatQuery(db).execute({
        sessionId,
        ...position,
        playEndTime: playEndTime.toISOString(),
      })
    )[0],
  );

async function withPackage(
  db: Db,
  found: { session: SessionRow; paymentStatus: PaymentStatus } | undefined,
): Promise<PlaybackSession | null> {
  if (!found) return null;
  const { session, paymentStatus } = found;
  return { ...session, paymentStatus, ...(await findPackageWithKeys(db, session.packageId)) };
}

/** A long manifest is 0.5 MB, and every heartbeat, key and film page of a viewer needs it. */
const MAX_CACHED_PACKAGES = 50;
const packageCacheOf = onceForDb(
  () => new LRUCache<number, PackageWithKeys>({ max: MAX_CACHED_PACKAGES }),
);

/** Packages never change; the most recently used ones are cached. */
async function findPackageWithKeys(db: Db, packageId: number): Promise<PackageWithKeys> {
  const cache = packageCacheOf(db);
  const found = cache.get(packageId) ?? (await loadPackage(db, packageId));
  cache.set(packageId, found);
  return found;
}

async function loadPackage(db: Db, packageId: number): Promise<PackageWithKeys> {
  const row = one(await db.select().from(packages).where(eq(packages.packageId, packageId)));
  const { packageKey, manifest, keys } = row;
  return { packageId, packageKey, manifest: manifest as PackageManifest, keys };
}

/**
 * Returns how many keys the ticket got in the clock minute `minute`, in one statement for
 * concurrent processes. Null if the session has ended: a transaction that ends it waits for this
 * row.
 */
export async function countIssuedKey(
  db: Db,
  sessionId: string,
  minute: Date,
): Promise<number | null> {
  const [row] = await db
    .update(playbackSessions)
    .set({
      keysInLastMinute: sql`case when ${playbackSessions.lastKeyMinute} = ${minute.toISOString()}::timestamptz then ${playbackSessions.keysInLastMinute} + 1 else 1 end`,
      lastKeyMinute: minute,
    })
    .where(and(eq(playbackSessions.sessionId, sessionId), isNull(playbackSessions.endedAt)))
    .returning({
      // Qualified by hand: in the subquery, a bare column name would refer to the older session.
      keyCount: sql<number>`playback_sessions.key_count + (
        select coalesce(sum(older.key_count), 0)::int from playback_sessions older
        where older.movie_order_id = playback_sessions.movie_order_id and older.session_id <> playback_sessions.session_id
          and older.key_minute = ${minute.toISOString()}::timestamptz)`,
    });
  return row?.keyCount ?? null;
}

export async function insertPlay(db: Db, play: typeof moviePlays.$inferInsert): Promise<number> {
  const row = one(
    await db.insert(moviePlays).values(play).returning({ moviePlayId: moviePlays.moviePlayId }),
  );
  return row.moviePlayId;
}

/** Returns false if the viewer has no such play. */
export async function updatePlay({
  db,
  userId,
  moviePlayId,
  change,
}: {
  db: Db;
  userId: number;
  moviePlayId: number;
  change: Partial<typeof moviePlays.$inferInsert>;
}): Promise<boolean> {
  const isOwnPlay = and(eq(moviePlays.moviePlayId, moviePlayId), eq(moviePlays.userId, userId));
  return (
    (
      await db
        .update(moviePlays)
        .set(change)
        .where(isOwnPlay)
        .returning({ id: moviePlays.moviePlayId })
    ).length > 0
  );
}

/** The position of the viewer's newest play that reported one, by a pause or a heartbeat. */
export async function findLastPosition(db: Db, userId: number, movieId: number) {
  const hasPosition = and(
    eq(moviePlays.userId, userId),
    eq(moviePlays.movieId, movieId),
    isNotNull(moviePlays.playEndTime),
  );
  const [play] = await db
    .select({
      moviePlayId: moviePlays.moviePlayId,
      playSeekTime: moviePlays.playSeekTime,
      playEndTime: moviePlays.playEndTime,
      isPlaying: moviePlays.isPlaying,
    })
    .from(moviePlays)
    .where(hasPosition)
    .orderBy(desc(moviePlays.moviePlayId))
    .limit(1);
  return play ? { ...play, playEndTime: play.playEndTime! } : null;
}
