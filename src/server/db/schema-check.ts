import { sql } from 'drizzle-orm';
import { COMPATIBLE_SINCE } from './compatible-since.ts';
import { type Db, MIGRATIONS_FOLDER, queryRows } from './database.ts';
import { schemaVersion } from './schema/schema-version.ts';
import { one } from './one.ts';

interface SchemaVersion {
  number: number;
  /** Schema number of the oldest release that may use the tables. */
  compatibleSince: number;
}

export interface Schema extends SchemaVersion {
  migrationsFolder: string;
}

const [LATEST_COMPATIBLE_SINCE = 1] = Object.values(COMPATIBLE_SINCE).slice(-1);
export const SCHEMA: Schema = {
  number: Object.keys(COMPATIBLE_SINCE).length,
  compatibleSince: LATEST_COMPATIBLE_SINCE,
  migrationsFolder: MIGRATIONS_FOLDER,
};

/** Null for an empty database and for tables from before 0012_schema_version. */
export async function readSchemaVersion(db: Db): Promise<SchemaVersion | null> {
  const tableExists = sql`select to_regclass('schema_version') is not null as "exists"`;
  const table = one(await queryRows<{ exists: boolean }>(db, tableExists));
  if (!table.exists) return null;
  const { number, compatibleSince } = schemaVersion;
  const [version] = await db.select({ number, compatibleSince }).from(schemaVersion);
  return version ?? null;
}

export function schemaTooNewReason(
  subject: 'database' | 'backup',
  { number, compatibleSince }: SchemaVersion,
  release: SchemaVersion = SCHEMA,
): string | null {
  if (release.number >= Math.min(number, compatibleSince)) return null;
  const remedies = {
    database: 'Start the newer release, or restore the backup that was made before the upgrade',
    backup:
      'Restore it with the newer release, or choose a backup that was made before the upgrade',
  };
  return `This ${subject} has schema ${number}, which needs a release with schema ${compatibleSince} or newer; this release has schema ${release.number}. ${remedies[subject]} (docs/upgrade.md).`;
}

export const newerSchemaNotice = (version: SchemaVersion | null): string | null =>
  version !== null && version.number > SCHEMA.number
    ? `The database has schema ${version.number}, this release has schema ${SCHEMA.number} and may use it. Finish the upgrade or the rollback (docs/upgrade.md).`
    : null;
