import { and, between, eq, type SQL, sql } from 'drizzle-orm';
import { HOUSE_ZONE } from '#domain/dates.ts';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { moviePlays } from '../../../db/schema/playback.ts';

interface Span {
  from: Date;
  until: Date;
}

/** `2026-11-21` by the clock of the house. */
export const houseDayOf = (instant: SQL | typeof orders.paidAt) =>
  sql<string>`to_char(${instant} at time zone ${sql.raw(`'${HOUSE_ZONE}'`)}, 'YYYY-MM-DD')`;

const soldIn = (movieId: number, { from, until }: Span) =>
  and(eq(orders.movieId, movieId), eq(orders.paymentStatus, 'PAID'), between(orders.paidAt, from, until));

/** Tickets by the day on which they were paid; one that was returned no longer counts. Paise. */
export const salesByDay = (db: Db, movieId: number, span: Span) =>
  db
    .select({
      day: houseDayOf(orders.paidAt),
      paidOrders: sql<number>`count(*)::int`,
      sales: sql<string>`sum(${orders.totalOrderValue})`.mapWith(Number),
    })
    .from(orders)
    .where(soldIn(movieId, span))
    .groupBy(sql`1`);

export const countCountries = async (db: Db, movieId: number, span: Span): Promise<number> =>
  (
    await db
      .select({ countries: sql<number>`count(distinct ${orders.orderCountry})::int` })
      .from(orders)
      .where(soldIn(movieId, span))
  )[0]!.countries;

// Chosen: a play's minutes are those between its begin and the last word of it, and no more than the place it reached:
// pauses do not count, nor what a film that was resumed had shown before.
const minutes = sql<number>`coalesce(sum(greatest(0, least(
  extract(epoch from ${moviePlays.playEndTime} - ${moviePlays.playStartTime}) / 60, ${moviePlays.playSeekTime}))), 0)::float8`;

export const playsByDay = (db: Db, movieId: number, { from, until }: Span) =>
  db
    .select({
      day: houseDayOf(sql`${moviePlays.playStartTime}`),
      plays: sql<number>`count(*)::int`,
      minutes,
    })
    .from(moviePlays)
    .where(and(eq(moviePlays.movieId, movieId), between(moviePlays.playStartTime, from, until)))
    .groupBy(sql`1`);
