import { eq, max, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/database.ts';
import { one } from '../db/one.ts';
import { users } from '../db/schema/accounts.ts';
import { orders } from '../db/schema/booking.ts';
import { movies } from '../db/schema/catalogue.ts';
import { serverState } from '../db/schema/server.ts';
import type { BackupManifest } from './manifest.ts';

export async function findLastMigrationHash({ query }: Database): Promise<string> {
  const { rows } = await query(
    'select hash from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  return String(one(rows)['hash']);
}

const LAST_BACKUP = 'last backup';

/** Metrics show the age of the last backup without a request to the storage. */
export const recordBackupTime = (db: Db, { madeAt }: BackupManifest) =>
  db
    .insert(serverState)
    .values({ name: LAST_BACKUP, value: madeAt })
    .onConflictDoUpdate({
      target: serverState.name,
      set: { value: sql`greatest(${serverState.value}, excluded.value)` },
    });

export async function findLastBackupTime(db: Db): Promise<Date | null> {
  const [row] = await db.select().from(serverState).where(eq(serverState.name, LAST_BACKUP));
  return row ? new Date(row.value) : null;
}

export async function countContents(db: Db) {
  const [newest] = await db.select({ paidAt: max(orders.paidAt) }).from(orders);
  return {
    films: await db.$count(movies),
    people: await db.$count(users),
    orders: await db.$count(orders),
    newestPayment: newest?.paidAt ?? null,
  };
}
