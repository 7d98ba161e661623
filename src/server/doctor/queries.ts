import { and, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { ProviderName } from '#contract/payments.ts';
import { type Db, queryRows } from '../db/database.ts';
import { contentPages } from '../db/schema/content.ts';
import { paymentAttempts, paymentEvents } from '../db/schema/payments.ts';
import { one } from '../db/one.ts';

const queryOne = async <Row>(db: Db, statement: SQL): Promise<Row> =>
  one(await queryRows<Row>(db, statement));

/** Milliseconds of the database clock, and the version of PostgreSQL: `170004`. */
export const readClockAndVersion = (db: Db) =>
  queryOne<{ now: number; version: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_setting('server_version_num')::int as version`,
  );

interface PendingWork {
  eventCount: number;
  mailCount: number;
  heldCount: number;
  /** Held payments of Razorpay whose sum is not the price. */
  otherSumCount: number;
  failedRefundCount: number;
  disputeCount: number;
  /** In India's time zone: the first date for an answer. */
  answerBy: string | null;
}

/**
 * Payment events and ticket mails that have been due since before `before`, and what waits for the
 * operator's decision.
 */
export const countPendingWork = (db: Db, before: Date) =>
  queryOne<PendingWork>(
    db,
    sql`select
      (select count(*)::int from payment_events where applied_at is null and received_at < ${before.toISOString()}::timestamptz) as "eventCount",
      (select count(*)::int from ticket_mails
        where sent_at is null and dropped_at is null and due_at < ${before.toISOString()}::timestamptz) as "mailCount",
      (select count(*)::int from held_payments where decided_at is null) as "heldCount",
      (select count(*)::int from held_payments where cause = 'other_sum' and provider = 'razorpay' and decided_at is null) as "otherSumCount",
      (select count(*)::int from disputes where state in ('open', 'under_review')) as "disputeCount",
      (select to_char(min(respond_by) at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') from disputes
        where state = 'open') as "answerBy",
      (select count(*)::int from refunds where state = 'failed') as "failedRefundCount"`,
  );

/**
 * Finds the packages of active films, and counts paid films past their streaming date without a
 * package.
 */
export async function findPackagesOfShownFilms(db: Db, now: Date) {
  const rows = await queryRows<{ key: string }>(
    db,
    sql`select distinct p.package_key as key from movies m join packages p using (package_id) where m.active = 'Y'`,
  );
  const { withoutPackageCount } = await queryOne<{ withoutPackageCount: number }>(
    db,
    sql`select count(*)::int as "withoutPackageCount" from movies
      where active = 'Y' and package_id is null and streaming_start_date <= ${now.toISOString()}::timestamptz and ticket_rate > 0`,
  );
  return { packageKeys: rows.map(({ key }) => key), withoutPackageCount };
}

export async function findLastWebhookTime(db: Db, provider: ProviderName): Promise<Date | null> {
  const [row] = await db
    .select({ receivedAt: paymentEvents.receivedAt })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.source, 'webhook')))
    .orderBy(desc(paymentEvents.eventId))
    .limit(1);
  return row?.receivedAt ?? null;
}

/** Counts paid attempts that began in the period. */
export const countPaymentsSince = (
  db: Db,
  provider: ProviderName,
  { from, to }: { from: Date; to: Date },
) =>
  db.$count(
    paymentAttempts,
    and(
      eq(paymentAttempts.provider, provider),
      eq(paymentAttempts.state, 'paid'),
      gt(paymentAttempts.createdAt, from),
      lt(paymentAttempts.createdAt, to),
    ),
  );

export const readContentPages = (db: Db) => db.select().from(contentPages);
