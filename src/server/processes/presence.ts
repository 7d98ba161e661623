import { hostname } from 'node:os';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { logFailure } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { reportAlive, type ServerProcess, signOff, signOn } from './queries.ts';

const REPORT_INTERVAL_MS = 30_000;
/** Chosen: four reports may be late, as while the database fails over. */
const MISSING_AFTER_MS = 2 * MINUTE;
/**
 * Chosen: a container has a new host name after each start, so nothing replaces what a killed one
 * left behind.
 */
export const FORGOTTEN_AFTER_MS = DAY;

export const isMissing = ({ seenAt }: Pick<ServerProcess, 'seenAt'>, now: Date): boolean =>
  now.getTime() - seenAt.getTime() > MISSING_AFTER_MS;

/**
 * Says in the database that this process runs, until `end`. A process that ended without `end` was
 * killed, or lost its machine or its connection.
 */
export async function startPresence({ db, now, log, config: { role } }: Deps, address: string) {
  const startedAt = now();
  const process: ServerProcess = { name: address, role, startedAt, seenAt: startedAt };
  const orLog = (work: PromiseLike<unknown>, message: string) =>
    Promise.resolve(work).catch((error: unknown) => logFailure({ log, error, message }));
  await orLog(signOn(db, process), 'the server could not say that it runs');
  const report = () =>
    orLog(reportAlive(db, process, now()), 'the server could not say that it still runs');
  const timer = setInterval(() => void report(), REPORT_INTERVAL_MS);
  timer.unref();

  return {
    report,
    async end() {
      clearInterval(timer);
      await orLog(signOff(db, process), 'the server could not sign off');
    },
  };
}

export const addressOf = (port: number): string => `${hostname()}:${port}`;
