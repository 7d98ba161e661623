import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';

/** One row. Older releases read it too, so its name and columns never change. */
export const schemaVersion = pgTable(
  'schema_version',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    number: integer('number').notNull(),
    compatibleSince: integer('compatible_since').notNull(),
  },
  (t) => [check('schema_version_one_row', sql`${t.isOnlyRow}`)],
);
