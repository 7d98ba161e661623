import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/database.ts';
import { houseState } from '../db/schema/house.ts';
import type { Card } from './card.ts';

/** The digest of the newest migration that the tables have. */
export async function lastMigration({ query }: Database): Promise<string> {
  const { rows } = await query('select hash from drizzle.__drizzle_migrations order by created_at desc limit 1');
  return String(rows[0]!['hash']);
}

const LAST = 'last backup';

/** For whoever wants to know how old the newest is, without asking the place. */
export const noteBackup = (db: Db, { madeAt }: Card) =>
  db
    .insert(houseState)
    .values({ name: LAST, value: madeAt })
    .onConflictDoUpdate({
      target: houseState.name,
      set: { value: sql`greatest(${houseState.value}, excluded.value)` },
    });

export async function lastBackup(db: Db): Promise<Date | null> {
  const [row] = await db.select().from(houseState).where(eq(houseState.name, LAST));
  return row ? new Date(row.value) : null;
}
