import type { PgBoss } from 'pg-boss';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { firstOf } from '#domain/existing.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { findLastBackupTime } from '../backup/queries.ts';
import { runScheduledBackup } from '../backup/scheduled.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';

const QUEUE = 'backup';
/**
 * Retries a failed backup three times, 15 minutes apart. A backup of a killed worker fails after
 * six hours.
 */
const OPTIONS = {
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: (15 * MINUTE) / 1000,
  expireInSeconds: (6 * HOUR) / 1000,
} as const;

/**
 * Backs up every day, one process at a time. A server that was stopped at that hour backs up at its
 * start.
 */
export async function startBackupJob(boss: PgBoss, database: Database, deps: Deps): Promise<void> {
  const { config, db, now } = deps;
  await boss.createQueue(QUEUE, OPTIONS);
  if (!config.backup) return void (await boss.unschedule(QUEUE));
  const last = await findLastBackupTime(db);
  if (!last || now().getTime() - last.getTime() > DAY) await boss.send(QUEUE, {});
  await boss.work(QUEUE, { pollingIntervalSeconds: 30 }, (jobs) =>
    runScheduledBackup(database, deps, firstOf(jobs).signal),
  );
  await boss.schedule(QUEUE, dailyCron(config.backup.at), {}, { tz: CINEMA_ZONE });
}

function dailyCron(at: string): string {
  const [hour, minute] = at.split(':').map(Number);
  return `${minute} ${hour} * * *`;
}
