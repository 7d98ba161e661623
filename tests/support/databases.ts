import { openDatabase } from '#server/db/open.ts';
import { aCluster, hasCluster } from './siege/cluster.ts';

/** Nothing of it outlives the run, and two workers open many servers. */
const SETTINGS = { max_connections: 300, full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Before all tests: which database they run on. `TEST_DATABASE_URL` names a PostgreSQL; without it a throw-away one is started where
 * PostgreSQL is installed; `TEST_DATABASE_URL=` (empty) asks for the embedded one.
 */
export async function openDatabases() {
  const named = process.env['TEST_DATABASE_URL'];
  if (named === '' || (named === undefined && !hasCluster)) {
    delete process.env['TEST_DATABASE_URL'];
    return undefined;
  }
  const cluster = named ? undefined : await aCluster(SETTINGS);
  try {
    process.env['TEST_DATABASE_URL'] = named ?? cluster!.url;
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

/** For Vitest. */
export default openDatabases;
