import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { DatabaseError } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { newerSchemaNotice, readSchemaVersion } from '#server/db/schema-check.ts';
import { createLog } from '#server/log.ts';
import { makeDeps } from '#server/make-deps.ts';
import { type Done, noteDone } from '#server/operator/audit/actions.ts';
import { runAt } from './answer.ts';
import type { Io } from './counter.ts';
import type { Place } from './desk.ts';
import { isEmbedded } from './line.ts';
import type { Call } from './program.ts';
import { openStandIns } from './stand-ins.ts';
import { backupsOf } from './storage.ts';

/** Nobody is woken: the house that runs finds what is due by itself. */
const noJobs = { wake: () => undefined };

/** Runs a command with the house's database and providers, opened for it. Gives the exit code. */
export const runAtTill = (settings: Config, io: Io, call: Call): Promise<number> =>
  atTill(settings, async (place) => {
    const notice = newerSchemaNotice(await readSchemaVersion(place.deps.db));
    if (notice) io.err(`${notice}\n`);
    return runAt(place, io, call);
  });

export const noteAtTill = (settings: Config, done: Done): Promise<unknown> =>
  atTill(settings, ({ deps }) => noteDone(deps, done));

async function atTill<T>(settings: Config, work: (place: Place) => Promise<T>): Promise<T> {
  const config: Config = { ...settings, role: 'worker' };
  const database = await whenFree(() => openDatabase(config.databaseUrl, config.pool));
  const standIns = standsAlone(config) ? openStandIns(config, () => place) : undefined;
  const deps = makeDeps(config, database, noJobs, {
    log: createLog('silent'),
    backups: backupsOf(config),
    ...(standIns && { fetch: standIns.fetch }),
  });
  const place: Place = { deps, database };
  try {
    return await work(place);
  } finally {
    await Promise.resolve(standIns?.close()).finally(() => database.close());
  }
}

const PATIENCE_MS = 10_000;

/** Another command may have the database for a moment. */
async function whenFree<T>(open: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseError) || !/ is in use by process /.test(error.message) || Date.now() > end)
        throw error;
      await pause(250);
    }
  }
}

// The embedded database takes one process, so the house's own stand-ins for the providers are closed now.
const standsAlone = ({ isProduction, razorpay, paypal, ...config }: Config) =>
  !isProduction && isEmbedded(config) && Boolean(razorpay?.isSandbox || paypal?.isSandbox);
