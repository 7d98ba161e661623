import { sql, type SQL } from 'drizzle-orm';
import { HOUR } from '#domain/limits/durations.ts';
import { type Db, queryRows } from '../../../db/database.ts';
import type { Span } from '../queries.ts';
import { one } from '../../../db/one.ts';

// `offset 0` keeps PostgreSQL from joining whole tables.

export interface HourRow {
  /** Index of the span. */
  span: number;
  /** Full hours since the start of the span. */
  hour: number;
  count: number;
  /** Paise. */
  sum: number;
}

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/** `events` selects `at` and `amount` of the rows between `span.since` and `span.until`. */
const countByHour = (db: Db, spans: Span[], events: SQL) =>
  queryRows<HourRow>(
    db,
    sql`select span.number as span, floor(extract(epoch from event.at - span.since) * 1000 / ${HOUR}::int)::int as hour,
        count(*)::int as count, coalesce(sum(event.amount), 0)::float8 as sum
      from (values ${sql.join(
        spans.map(
          ({ from, until }, number) => sql`(${number}::int, ${instant(from)}, ${instant(until)})`,
        ),
        sql`, `,
      )}) as span (number, since, until)
      cross join lateral (${events} offset 0) as event
      group by 1, 2`,
  );

/** Tickets by the hour of their payment. */
export const ticketsByHour = (db: Db, spans: Span[]) =>
  countByHour(
    db,
    spans,
    sql`select paid_at as at, total_rounded_value as amount from orders
      where paid_at >= span.since and paid_at < span.until`,
  );

export const playsByHour = (db: Db, spans: Span[]) =>
  countByHour(
    db,
    spans,
    sql`select play_start_time as at, 0 as amount from movie_plays
      where play_start_time >= span.since and play_start_time < span.until`,
  );

export interface FilmTickets {
  movieId: number;
  importRef: string | null;
  movieKey: string;
  movieName: string | null;
  tickets: number;
}

/**
 * Paid tickets by film whose window starts in the span; an unclaimed gift has an empty window.
 * Tickets that were paid before `paidSince` are not found.
 */
export const ticketsStartingIn = (db: Db, { from, until }: Span, paidSince: Date) =>
  queryRows<FilmTickets>(
    db,
    sql`select movies.movie_id as "movieId", import_ref as "importRef", movie_key as "movieKey", movie_name as "movieName", tickets
      from (
        select movie_id, count(*)::int as tickets from orders
        where paid_at >= ${instant(paidSince)} and payment_status = 'PAID'
          and booking_start_time >= ${instant(from)} and booking_start_time < ${instant(until)}
          and booking_end_time > booking_start_time
        group by movie_id
        offset 0
      ) as starting
      cross join lateral (select * from movies where movies.movie_id = starting.movie_id offset 0) as movies
      order by tickets desc, movie_name, movies.movie_id`,
  );

export interface WaitingCount {
  count: number;
  /** The oldest one. */
  since: Date | null;
}

const milliseconds = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;
const toDate = (time: number | null): Date | null => (time === null ? null : new Date(time));

type Stage = 'received' | 'in_review';

/** Submitted films by stage, of those that nobody has decided about. */
export async function countUndecidedSubmissions(
  db: Db,
): Promise<(WaitingCount & { stage: Stage })[]> {
  const rows = await queryRows<{ stage: Stage; count: number; since: number }>(
    db,
    sql`select stage, count(*)::int as count, ${milliseconds(sql`min(at)`)} as since
      from submissions cross join lateral (
        select stage, at from submission_steps s where s.movie_id = submissions.movie_id order by step_id desc limit 1) as newest
      where decided_at is null and stage in ('received', 'in_review')
      group by stage`,
  );
  return rows.map((row) => ({ ...row, since: toDate(row.since) }));
}

/**
 * `since` of the held payments: the oldest payment's start. `answerBy`: the first date for an
 * answer.
 */
export async function countPaymentDecisions(db: Db) {
  type Counts = Record<'held' | 'failed' | 'disputed', number>;
  type Times = Record<'heldSince' | 'failedSince' | 'answerBy', number | null>;
  const row = one(
    await queryRows<Counts & Times>(
      db,
      sql`select * from
      (select count(*)::int as held, ${milliseconds(sql`min(a.created_at)`)} as "heldSince"
        from held_payments join payment_attempts a using (attempt_id) where decided_at is null) as holds,
      (select count(*)::int as failed, ${milliseconds(sql`min(asked_at)`)} as "failedSince" from refunds
        where state = 'failed') as failures,
      (select count(*)::int as disputed, ${milliseconds(sql`min(respond_by) filter (where state = 'open')`)} as "answerBy" from disputes
        where state in ('open', 'under_review')) as open_disputes`,
    ),
  );
  const { held, heldSince, failed, failedSince, disputed, answerBy } = row;
  return {
    held: { count: held, since: toDate(heldSince) },
    failedRefunds: { count: failed, since: toDate(failedSince) },
    openDisputes: { count: disputed, answerBy: toDate(answerBy) },
  };
}

export async function countReviewsSince(
  db: Db,
  since: Date,
): Promise<{ count: number; newestAt: Date | null }> {
  const row = one(
    await queryRows<{ count: number; newest: number | null }>(
      db,
      sql`select count(*)::int as count, ${milliseconds(sql`max(created_on)`)} as newest from reviews
      where created_on >= ${instant(since)}`,
    ),
  );
  return { count: row.count, newestAt: toDate(row.newest) };
}
