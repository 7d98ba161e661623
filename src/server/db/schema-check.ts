import { sql } from 'drizzle-orm';
import { COMPATIBLE_SINCE } from './compatible-since.ts';
import { type Db, MIGRATIONS } from './database.ts';
import { schemaVersion } from './schema/schema-version.ts';

export interface SchemaVersion {
  /** How many migrations the tables have had. */
  number: number;
  /** The schema number of the oldest release that may use them. */
  compatibleSince: number;
}

/** What a release brings tables to. */
export interface Schema extends SchemaVersion {
  migrationsFolder: string;
}

const [LAST = 1] = Object.values(COMPATIBLE_SINCE).slice(-1);
/** The schema of this release. */
export const SCHEMA: Schema = {
  number: Object.keys(COMPATIBLE_SINCE).length,
  compatibleSince: LAST,
  migrationsFolder: MIGRATIONS,
};

/** Null for tables of a release before 0012_schema_version, and for an empty database. */
export async function readSchemaVersion(db: Db): Promise<SchemaVersion | null> {
  const { rows } = (await db.execute(
    sql`select to_regclass('schema_version') is not null as "isThere"`,
  )) as unknown as { rows: { isThere: boolean }[] };
  if (!rows[0]!.isThere) return null;
  const { number, compatibleSince } = schemaVersion;
  const [version] = await db.select({ number, compatibleSince }).from(schemaVersion);
  return version ?? null;
}

/** Why `release` must not use tables or a backup of that schema, for an operator; null if it may. */
export function whyTooNew(
  what: 'database' | 'backup',
  { number, compatibleSince }: SchemaVersion,
  release: SchemaVersion = SCHEMA,
): string | null {
  if (release.number >= Math.min(number, compatibleSince)) return null;
  const toDo = {
    database: 'Start the newer release, or restore the backup that was made before the upgrade',
    backup: 'Restore it with the newer release, or choose a backup that was made before the upgrade',
  };
  return `This ${what} has schema ${number}, which needs a release with schema ${compatibleSince} or newer; this release has schema ${release.number}. ${toDo[what]} (docs/upgrade.md).`;
}

/** What an operator should know of tables that a newer release migrated and this one may use; null otherwise. */
export const newerSchemaNotice = (version: SchemaVersion | null): string | null =>
  version !== null && version.number > SCHEMA.number
    ? `The database has schema ${version.number}, this release has schema ${SCHEMA.number} and may use it. Finish the upgrade or the way back (docs/upgrade.md).`
    : null;
