import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { migrate } from 'drizzle-orm/pg-proxy/migrator';
import { DatabaseError, type Db } from './database.ts';
import { readSchemaVersion, type Schema, SCHEMA, whyTooNew } from './schema-check.ts';
import { schemaVersion } from './schema/schema-version.ts';

/** A newer release has changed the tables, and this release must not use them. */
export class SchemaTooNew extends DatabaseError {}

/**
 * Runs the migrations that the tables have not had, and notes the schema number, all in the transaction `tx`. Tables of a newer
 * release stay as they are. Throws SchemaTooNew when this release must not use them.
 */
export async function bringUpToDate(tx: Db, schema: Schema = SCHEMA): Promise<void> {
  const known = await readSchemaVersion(tx);
  if (known && known.number > schema.number) {
    const why = whyTooNew('database', known, schema);
    if (why) throw new SchemaTooNew(why);
    return;
  }
  // The other migrators of Drizzle commit by themselves: the schema number would not change together with the tables.
  const inTransaction = drizzle(async (text) => {
    const { rows } = (await tx.execute(sql.raw(text))) as unknown as { rows: unknown[] };
    return { rows };
  });
  const runAll = async (statements: string[]) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  };
  await migrate(inTransaction, runAll, { migrationsFolder: schema.migrationsFolder });
  const { number, compatibleSince } = schema;
  if (known?.number === number && known.compatibleSince === compatibleSince) return;
  await tx
    .insert(schemaVersion)
    .values({ number, compatibleSince })
    .onConflictDoUpdate({ target: schemaVersion.isOnlyRow, set: { number, compatibleSince } });
}
