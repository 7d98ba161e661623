import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

async function one<Row>(db: Db, statement: SQL): Promise<Row> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows[0]!;
}

/** The database's own clock, in milliseconds, and the server's version: `170004`. */
export const clockAndVersion = (db: Db) =>
  one<{ now: number; version: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_setting('server_version_num')::int as version`,
  );

/** What should have been done by now: news of payments that nobody applied, mails that nobody sent. */
export const leftLying = (db: Db, before: Date) =>
  one<{ events: number; mails: number; held: number; refunds: number }>(
    db,
    sql`select
      (select count(*)::int from payment_events where applied_at is null and received_at < ${before.toISOString()}::timestamptz) as events,
      (select count(*)::int from ticket_mails
        where sent_at is null and dropped_at is null and due_at < ${before.toISOString()}::timestamptz) as mails,
      (select count(*)::int from payment_attempts where held_reason is not null) as held,
      (select count(*)::int from refunds where state = 'failed') as refunds`,
  );

/** Packages of films that stream or will, and how many of those films have none. */
export async function filmsAndPackages(db: Db) {
  const { rows } = (await db.execute(
    sql`select distinct p.package_key as key from movies m join packages p using (package_id) where m.active = 'Y'`,
  )) as unknown as { rows: { key: string }[] };
  const { bare } = await one<{ bare: number }>(
    db,
    sql`select count(*)::int as bare from movies
      where active = 'Y' and package_id is null and streaming_start_date <= now() and ticket_rate > 0`,
  );
  return { packageKeys: rows.map(({ key }) => key), bare };
}
