import { and, between, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { CINEMA_ZONE } from '#domain/dates.ts';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { moviePlays } from '../../../db/schema/playback.ts';
import { movieVisits } from '../../../db/schema/visits.ts';
import { movieIdsOf } from '../queries.ts';
import { one } from '../../../db/one.ts';

export interface DateRange {
  from: Date;
  until: Date;
}

/** `2026-11-21` in the time zone of the cinema. */
export const cinemaDayOf = (instant: SQL | typeof orders.paidAt) =>
  sql<string>`to_char(${instant} at time zone ${sql.raw(`'${CINEMA_ZONE}'`)}, 'YYYY-MM-DD')`;

const isSoldIn = (movieId: number, { from, until }: DateRange) =>
  and(
    eq(orders.movieId, movieId),
    eq(orders.paymentStatus, 'PAID'),
    between(orders.paidAt, from, until),
  );

/** Tickets by day of payment, without what was refunded. Paise. */
export const salesByDay = (db: Db, movieId: number, range: DateRange) =>
  db
    .select({
      day: cinemaDayOf(orders.paidAt),
      paidOrders: sql<number>`count(*)::int`,
      sales:
        sql<string>`sum(${orders.totalOrderValue} - case when ${orders.partRefundedValue} = 0 then 0 else
        round(${orders.totalOrderValue}::numeric * ${orders.partRefundedValue} / ${orders.totalRoundedValue}) end)`.mapWith(
          Number,
        ),
    })
    .from(orders)
    .where(isSoldIn(movieId, range))
    .groupBy(sql`1`);

export const countCountries = async (db: Db, movieId: number, range: DateRange): Promise<number> =>
  one(
    await db
      .select({ countries: sql<number>`count(distinct ${orders.orderCountry})::int` })
      .from(orders)
      .where(isSoldIn(movieId, range)),
  ).countries;

// Chosen: minutes of a play are its duration, at most the position it reached: pauses do not count,
// nor the part before a resumed play.
const minutesWatched = sql<number>`coalesce(sum(greatest(0, least(
  extract(epoch from ${moviePlays.playEndTime} - ${moviePlays.playStartTime}) / 60, ${moviePlays.playSeekTime}))), 0)::float8`;

export const playsByDay = (db: Db, movieId: number, { from, until }: DateRange) =>
  db
    .select({
      day: cinemaDayOf(sql`${moviePlays.playStartTime}`),
      plays: sql<number>`count(*)::int`,
      minutes: minutesWatched,
    })
    .from(moviePlays)
    .where(and(eq(moviePlays.movieId, movieId), between(moviePlays.playStartTime, from, until)))
    .groupBy(sql`1`);

/** `linkSource` is null for buyers who came without a label. */
export const ordersBySource = (db: Db, movieId: number, range: DateRange) =>
  db
    .select({ linkSource: orders.linkSource, paidOrders: sql<number>`count(*)::int` })
    .from(orders)
    .where(isSoldIn(movieId, range))
    .groupBy(orders.linkSource);

/** Days in the time zone of the cinema. */
export const visitsBySource = ({
  db,
  movieId,
  firstDay,
  lastDay,
}: {
  db: Db;
  movieId: number;
  firstDay: string;
  lastDay: string;
}) =>
  db
    .select({
      linkSource: movieVisits.linkSource,
      visits: sql<number>`sum(${movieVisits.visits})::int`,
    })
    .from(movieVisits)
    .where(and(eq(movieVisits.movieId, movieId), between(movieVisits.day, firstDay, lastDay)))
    .groupBy(movieVisits.linkSource);

/** Plays of all films of a producer, by film and day. */
export const playsOfOwner = (db: Db, ownerId: number, { from, until }: DateRange) =>
  db
    .select({
      movieId: moviePlays.movieId,
      day: cinemaDayOf(sql`${moviePlays.playStartTime}`),
      plays: sql<number>`count(*)::int`,
    })
    .from(moviePlays)
    .where(
      and(
        inArray(moviePlays.movieId, movieIdsOf(db, ownerId)),
        between(moviePlays.playStartTime, from, until),
      ),
    )
    .groupBy(moviePlays.movieId, sql`2`);
