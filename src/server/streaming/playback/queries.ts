import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { PackageManifest } from '#domain/playlist.ts';
import type { Db } from '../../db/database.ts';
import { holdOffErasure } from '../../db/erasure.ts';
import { orders } from '../../db/schema/booking.ts';
import { movies, packages } from '../../db/schema/catalogue.ts';
import { refunds } from '../../db/schema/payments.ts';
import { moviePlays, playbackSessions } from '../../db/schema/playback.ts';

/** What a film needs to be played. */
export interface Film {
  packageId: number;
  packageKey: string;
  manifest: PackageManifest;
}

export type Ticket = Pick<typeof orders.$inferSelect, 'movieOrderId' | 'bookingStartTime' | 'bookingEndTime'>;
export type SessionRow = typeof playbackSessions.$inferSelect;
/** A film with its keys; never leaves the service. */
type OpenFilm = Film & { keys: string[] };
/** A session with what decides about it now: its order's status and its film. */
export type Sitting = SessionRow & OpenFilm & { paymentStatus: string };

/** A ticket whose money is on its way back opens nothing any more. */
const isNotReturned = sql`not exists (
  select from ${refunds} r where r.movie_order_id = ${orders.movieOrderId} and r.ends_ticket and r.state <> 'failed')`;

const paidFor = (userId: number, movieId: number) =>
  and(eq(orders.userId, userId), eq(orders.movieId, movieId), eq(orders.paymentStatus, 'PAID'), isNotReturned);

export async function movieExists(db: Db, movieId: number): Promise<boolean> {
  return (await db.$count(movies, eq(movies.movieId, movieId))) > 0;
}

export async function findFilm(db: Db, movieId: number): Promise<Film | null> {
  const [film] = await db
    .select({ packageId: packages.packageId, packageKey: packages.packageKey, manifest: packages.manifest })
    .from(movies)
    .innerJoin(packages, eq(packages.packageId, movies.packageId))
    .where(eq(movies.movieId, movieId));
  return film ? { ...film, manifest: film.manifest as PackageManifest } : null;
}

/** The viewer's PAID ticket whose window is open; the latest, should there be two. */
export async function findOpenTicket(db: Db, userId: number, movieId: number, now: Date): Promise<Ticket | null> {
  const open = and(paidFor(userId, movieId), lte(orders.bookingStartTime, now), gt(orders.bookingEndTime, now));
  const [ticket] = await db.select().from(orders).where(open).orderBy(desc(orders.bookingStartTime)).limit(1);
  return ticket ?? null;
}

/** The viewer's latest PAID ticket for a film, whatever its window. */
export async function findPaidTicket(db: Db, userId: number, movieId: number): Promise<Ticket | null> {
  const [ticket] = await db
    .select()
    .from(orders)
    .where(paidFor(userId, movieId))
    .orderBy(desc(orders.bookingStartTime))
    .limit(1);
  return ticket ?? null;
}

/**
 * Stores a session and puts it in the place of the order's older ones. The order's row is locked, so that of two at once one
 * is newest. False when the ticket was returned or given another hour since it was found.
 */
export const openSession = (db: Db, session: typeof playbackSessions.$inferInsert): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { movieOrderId, startedAt, userId } = session;
    await holdOffErasure(tx, userId);
    const open = and(
      eq(orders.movieOrderId, movieOrderId),
      eq(orders.paymentStatus, 'PAID'),
      lte(orders.bookingStartTime, startedAt),
      gt(orders.bookingEndTime, startedAt),
    );
    const [held] = await tx.select({ id: orders.movieOrderId }).from(orders).where(open).for('update');
    // Asked once it is held: a return that was decided meanwhile is seen.
    if (!held || !(await tx.$count(orders, and(eq(orders.movieOrderId, movieOrderId), isNotReturned)))) return false;
    await tx
      .update(playbackSessions)
      .set({ replacedAt: startedAt })
      .where(and(eq(playbackSessions.movieOrderId, movieOrderId), isNull(playbackSessions.replacedAt)));
    await tx.insert(playbackSessions).values(session);
    return true;
  });

export async function findSitting(db: Db, sessionId: string): Promise<Sitting | null> {
  const [found] = await db
    .select({ session: playbackSessions, paymentStatus: orders.paymentStatus })
    .from(playbackSessions)
    .innerJoin(orders, eq(orders.movieOrderId, playbackSessions.movieOrderId))
    .where(eq(playbackSessions.sessionId, sessionId));
  if (!found) return null;
  const { session, paymentStatus } = found;
  return { ...session, paymentStatus, ...(await openFilm(db, session.packageId)) };
}

/** A long film's list of segments is half a megabyte; every heartbeat and key asks for it. */
const MOST_FILMS_KEPT = 50;
const filmsKept = new WeakMap<Db, Map<number, OpenFilm>>();

/** The film of a package, which never changes once it is stored. The ones that played last are kept. */
async function openFilm(db: Db, packageId: number): Promise<OpenFilm> {
  const kept = filmsKept.get(db) ?? new Map<number, OpenFilm>();
  filmsKept.set(db, kept);
  const film = kept.get(packageId) ?? (await readFilm(db, packageId));
  kept.delete(packageId);
  kept.set(packageId, film);
  if (kept.size > MOST_FILMS_KEPT) kept.delete(kept.keys().next().value!);
  return film;
}

async function readFilm(db: Db, packageId: number): Promise<OpenFilm> {
  const [film] = await db.select().from(packages).where(eq(packages.packageId, packageId));
  const { packageKey, manifest, keys } = film!;
  return { packageId, packageKey, manifest: manifest as PackageManifest, keys };
}

/**
 * Counts a key handed out in the clock minute `minute`; returns how many its ticket got in that minute, in one statement so that no two
 * processes miscount. The ticket's older sessions count no more: each was ended before the next began. Null when the sitting has ended:
 * whoever ends it, and asks whether it was played, waits for this row.
 */
export async function countKey(db: Db, sessionId: string, minute: Date): Promise<number | null> {
  const [row] = await db
    .update(playbackSessions)
    .set({
      keyCount: sql`case when ${playbackSessions.keyMinute} = ${minute.toISOString()}::timestamptz then ${playbackSessions.keyCount} + 1 else 1 end`,
      keyMinute: minute,
    })
    .where(and(eq(playbackSessions.sessionId, sessionId), isNull(playbackSessions.replacedAt)))
    .returning({
      // Named by hand: inside the subquery a bare column would be the older session's.
      keyCount: sql<number>`playback_sessions.key_count + (
        select coalesce(sum(older.key_count), 0)::int from playback_sessions older
        where older.movie_order_id = playback_sessions.movie_order_id and older.session_id <> playback_sessions.session_id
          and older.key_minute = ${minute.toISOString()}::timestamptz)`,
    });
  return row?.keyCount ?? null;
}

export async function insertPlay(db: Db, play: typeof moviePlays.$inferInsert): Promise<number> {
  const [row] = await db.insert(moviePlays).values(play).returning({ moviePlayId: moviePlays.moviePlayId });
  return row!.moviePlayId;
}

/** Returns whether there was such a play of this viewer. */
export async function updatePlay(
  db: Db,
  userId: number,
  moviePlayId: number,
  change: Partial<typeof moviePlays.$inferInsert>,
): Promise<boolean> {
  const own = and(eq(moviePlays.moviePlayId, moviePlayId), eq(moviePlays.userId, userId));
  return (await db.update(moviePlays).set(change).where(own).returning({ id: moviePlays.moviePlayId })).length > 0;
}

/** Minutes into the film where the viewer's newest play stopped; a play that never stopped says nothing. */
export async function findSeekMinutes(db: Db, userId: number, movieId: number): Promise<number | null> {
  const stopped = and(
    eq(moviePlays.userId, userId),
    eq(moviePlays.movieId, movieId),
    isNotNull(moviePlays.playEndTime),
  );
  const [play] = await db
    .select({ playSeekTime: moviePlays.playSeekTime })
    .from(moviePlays)
    .where(stopped)
    .orderBy(desc(moviePlays.moviePlayId))
    .limit(1);
  return play?.playSeekTime ?? null;
}
