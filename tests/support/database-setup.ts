import { openDatabase } from '#server/db/open-database.ts';
import { aPostgresCluster, isPostgresInstalled } from './stress/postgres-cluster.ts';

/** Turns off what a temporary database does not need, such as durability, which would cost a tenth of the processor time. */
const SETTINGS = {
  max_connections: 300,
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  jit: 'off',
};

/**
 * Chooses the database before all tests: the PostgreSQL of `TEST_DATABASE_URL`, or a temporary one if PostgreSQL is installed.
 * `TEST_DATABASE_URL=` (empty) selects the embedded database.
 */
export async function setUpDatabase() {
  const configuredUrl = process.env['TEST_DATABASE_URL'];
  if (configuredUrl === '' || (configuredUrl === undefined && !isPostgresInstalled)) {
    delete process.env['TEST_DATABASE_URL'];
    return undefined;
  }
  const cluster = configuredUrl ? undefined : await aPostgresCluster(SETTINGS);
  try {
    process.env['TEST_DATABASE_URL'] = configuredUrl ?? cluster!.socketUrl;
    const { aPostgresDatabase } = await import('./postgres.ts');
    const template = await aPostgresDatabase();
    await openDatabase(template.url).then((database) => database.close());
    process.env['TEST_DATABASE_TEMPLATE'] = new URL(template.url).pathname.slice(1);
    return () => template.drop().finally(() => cluster?.drop());
  } catch (error) {
    await cluster?.drop();
    throw error;
  }
}

export default setUpDatabase;
