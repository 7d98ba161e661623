import type { Database } from '../db/database.ts';

/** The digest of the newest migration that the tables have. */
export async function lastMigration({ query }: Database): Promise<string> {
  const { rows } = await query('select hash from drizzle.__drizzle_migrations order by created_at desc limit 1');
  return String(rows[0]!['hash']);
}
