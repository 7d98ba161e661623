import type { PgBoss } from 'pg-boss';
import { HOUSE_ZONE } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { lastBackup } from '../backup/queries.ts';
import { backUp } from '../backup/scheduled.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';

const QUEUE = 'backup';
/** A place that did not answer is asked again, three times, a quarter of an hour apart; a worker that was killed is waited for. */
const OPTIONS = {
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: (15 * MINUTE) / 1000,
  expireInSeconds: (6 * HOUR) / 1000,
} as const;

/** One backup at a time, in whichever process takes it; at its hour, or when a house opens that was closed then. */
export async function workBackups(boss: PgBoss, database: Database, deps: Deps): Promise<void> {
  const { config, db, now } = deps;
  await boss.createQueue(QUEUE, OPTIONS);
  if (!config.backup) return void (await boss.unschedule(QUEUE));
  const last = await lastBackup(db);
  if (!last || now().getTime() - last.getTime() > DAY) await boss.send(QUEUE, {});
  await boss.work(QUEUE, { pollingIntervalSeconds: 30 }, ([job]) => backUp(database, deps, job!.signal));
  await boss.schedule(QUEUE, cronOf(config.backup.at), {}, { tz: HOUSE_ZONE });
}

/** `03:30` → every day at that time. */
function cronOf(at: string): string {
  const [hour, minute] = at.split(':').map(Number);
  return `${minute} ${hour} * * *`;
}
