import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { migrate } from 'drizzle-orm/pg-proxy/migrator';
import { DatabaseError, type Db, queryRows } from './database.ts';
import { readSchemaVersion, type Schema, SCHEMA, schemaTooNewReason } from './schema-check.ts';
import { schemaVersion } from './schema/schema-version.ts';

/** A newer release has changed the tables, so this release must not use them. */
export class SchemaTooNewError extends DatabaseError {}

/**
 * Leaves the tables of a newer release unchanged. Throws SchemaTooNewError if this release must not
 * use them.
 */
export async function migrateTables(tx: Db, schema: Schema = SCHEMA): Promise<void> {
  const currentVersion = await readSchemaVersion(tx);
  if (currentVersion && currentVersion.number > schema.number) {
    const reason = schemaTooNewReason('database', currentVersion, schema);
    if (reason) throw new SchemaTooNewError(reason);
    return;
  }
  // Other migrators of Drizzle commit by themselves, so the schema number would be stored
  // separately.
  const inTransaction = drizzle(async (text) => ({ rows: await queryRows(tx, sql.raw(text)) }));
  const runAll = async (statements: string[]) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  };
  await migrate(inTransaction, runAll, { migrationsFolder: schema.migrationsFolder });
  const { number, compatibleSince } = schema;
  if (currentVersion?.number === number && currentVersion.compatibleSince === compatibleSince)
    return;
  await tx
    .insert(schemaVersion)
    .values({ number, compatibleSince })
    .onConflictDoUpdate({ target: schemaVersion.isOnlyRow, set: { number, compatibleSince } });
}
