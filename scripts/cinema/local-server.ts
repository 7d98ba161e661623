import { setTimeout as pause } from 'node:timers/promises';
import { PROVIDER_NAMES } from '#contract/payments.ts';
import type { Config } from '#server/config/config.ts';
import { DatabaseError } from '#server/db/database.ts';
import { SchemaTooNewError } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { unavailableDatabase } from '#server/db/unavailable-database.ts';
import { createLog } from '#server/log.ts';
import { createDeps } from '#server/create-deps.ts';
import { type AuditEntry, recordAuditEntry } from '#server/operator/audit/actions.ts';
import type { ServerHandle } from './server-command-context.ts';
import { isEmbeddedDatabase } from './command-socket.ts';
import { createSandboxFetch } from './sandbox-fetch.ts';
import { configuredBackupStorage } from './storage.ts';

// The due work is in the database: the scheduled jobs of a server find it.
const noJobs = { enqueue: () => undefined };

export const recordAuditEntryLocally = (settings: Config, entry: AuditEntry): Promise<unknown> =>
  withLocalServer(settings, ({ deps }) => recordAuditEntry(deps, entry));

/**
 * Opens the server's database and providers for `work`. `worksWithoutDatabase`: also if the
 * database cannot be opened.
 */
export async function withLocalServer<T>(
  settings: Config,
  work: (server: ServerHandle) => Promise<T>,
  { worksWithoutDatabase = false } = {},
): Promise<T> {
  const config: Config = { ...settings, role: 'worker' }; // the sandboxes call only the API, so no site is served
  const database = await retryWhileInUse(() => openDatabase(config.databaseUrl, config.pool)).catch(
    (error: unknown) => {
      if (
        worksWithoutDatabase &&
        error instanceof DatabaseError &&
        !(error instanceof SchemaTooNewError)
      )
        return unavailableDatabase(error);
      throw error;
    },
  );
  const sandboxes = needsOwnSandboxes(config)
    ? createSandboxFetch(config, () => server)
    : undefined;
  const deps = createDeps(config, database, noJobs, {
    log: createLog('silent'),
    backups: configuredBackupStorage(config),
    fetch: sandboxes?.fetch,
  });
  const server: ServerHandle = { deps, database };
  try {
    return await work(server);
  } finally {
    await Promise.resolve(sandboxes?.close()).finally(() => database.close());
  }
}

const DATABASE_WAIT_MS = 10_000;

/** Only one process can open an embedded database; another command may use it for a moment. */
async function retryWhileInUse<T>(open: () => Promise<T>): Promise<T> {
  const end = Date.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (
        !(error instanceof DatabaseError) ||
        !/ is in use by process /.test(error.message) ||
        Date.now() > end
      )
        throw error;
      await pause(250);
    }
  }
}

// If this process could open the embedded database, no server runs, and its provider sandboxes are
// closed.
const needsOwnSandboxes = (config: Config) =>
  !config.isProduction &&
  isEmbeddedDatabase(config) &&
  PROVIDER_NAMES.some((name) => config[name]?.isSandbox);
