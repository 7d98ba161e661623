import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DAY } from '#domain/limits/durations.ts';
import type { Config } from '../config/config.ts';
import { DatabaseError } from './database.ts';

const PREFIX = 'matinee_restore_test_';
/** Databases and folders that a killed process left are deleted after this time. */
const LEFT_AFTER_MS = DAY;
const NOT_PERMITTED = '42501';

/**
 * Calls `work` with the URL of an empty database of the same kind as the server's, and deletes that
 * database afterwards. PostgreSQL creates it on the same server. Throws DatabaseError.
 */
export const withTemporaryDatabase = <T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> =>
  databaseUrl.startsWith('postgres')
    ? withPostgresDatabase(databaseUrl, work)
    : withFolder(dataDir, work);

async function withFolder<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(PREFIX) && Date.now() - (await stat(path)).mtimeMs > LEFT_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(dataDir, PREFIX));
  try {
    return await work(`file:${join(folder, 'database')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withPostgresDatabase<T>(
  serverUrl: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  const name = `${PREFIX}${Date.now()}_${randomUUID().slice(0, 8)}`;
  try {
    await client.connect();
    await dropLeftDatabases(client);
    await client.query(`create database ${name}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new DatabaseError(createFailure(error as pg.DatabaseError));
  }
  try {
    const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
    await checkIsReachable(url);
    return await work(url);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end());
  }
}

/**
 * A connection pooler such as PgBouncer may create a database, but knows only the databases of its
 * own settings.
 */
async function checkIsReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseError(
      `The temporary database was created, but cannot be opened: ${(error as Error).message}. If DATABASE_URL names PgBouncer, run this ` +
        'command with the address of PostgreSQL itself',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function dropLeftDatabases(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where datname ~ $1',
    [`^${PREFIX}\\d+_[0-9a-f]{8}$`],
  );
  const isLeft = (name: string) =>
    Date.now() - Number(name.slice(PREFIX.length).split('_')[0]) > LEFT_AFTER_MS;
  for (const { name } of rows)
    if (isLeft(name)) await client.query(`drop database if exists ${name} with (force)`);
}

const createFailure = ({ code, message }: pg.DatabaseError) =>
  code === NOT_PERMITTED
    ? 'The user of DATABASE_URL may not create a temporary database. Give this user the right: alter role … createdb'
    : `A temporary database could not be created: ${message}`;
