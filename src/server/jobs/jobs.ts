import { PgBoss } from 'pg-boss';
import { PROVIDER_NAMES, type ProviderName } from '#contract/payments.ts';
import { shortReason, databaseUnavailability } from '../db/unavailable.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { startBackupJob } from './backup-job.ts';
import { runNightlyCleanup, vacuumEmbeddedDatabase } from './nightly-cleanup.ts';
import { reconcileWithoutProviders } from './reconcile.ts';
import { sendTicketMails } from '../streaming/booking/mails/send.ts';
import { sendBookingReminders } from '../streaming/booking/reminders/send.ts';
import { fillSearchColumns } from '../streaming/catalogue/search/actions.ts';
import { findMissedReturns } from '../streaming/payments/find-missed-returns.ts';
import { reconcileProvider } from '../streaming/payments/reconcile-providers.ts';
import { sendSubmissionMails } from '../streaming/submission/mails/send.ts';

/** Each provider has its own queue, so that an unresponsive provider delays no other. */
const reconcileQueueOf = (name: ProviderName) => `reconcile-${name}`;

const QUEUES = {
  reconcile: ['reconcile', ...PROVIDER_NAMES.map(reconcileQueueOf)],
  mails: ['mails'],
};
type JobName = keyof typeof QUEUES;

export interface Jobs {
  enqueue: (name: JobName) => void;
  start: (deps: Deps) => Promise<void>;
  stop: () => Promise<void>;
}

const UNIQUE_VIOLATION = '23505';
const NIGHTLY_CRON = '17 3 * * *';
/**
 * After this time the job of a killed worker fails. Only `sweep` (nightly) is then retried; each
 * tick queues new jobs in all QUEUES.
 */
const EXPIRE_SECONDS = 120;
/**
 * Far below EXPIRE_SECONDS, which must also cover the calls that are still running after a pass.
 */
const PASS_MS = 30_000;

async function startBoss(
  database: Database,
  log: Deps['log'],
  hasTriedBefore = false,
): Promise<PgBoss> {
  const boss = new PgBoss({ db: { executeSql: database.runSql } });
  boss.on('error', (error) =>
    databaseUnavailability(error)
      ? log.warn({ reason: shortReason(error) }, 'jobs wait for the database')
      : log.error({ err: error }, 'the job queues reported an error'),
  );
  try {
    await boss.start();
  } catch (error) {
    // Another process created the same tables at the same time: pg-boss recognises that only by the
    // words "already exists".
    const isRace = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    if (!isRace || hasTriedBefore) throw error;
    return startBoss(database, log, true);
  }
  return boss;
}

/**
 * Opens job queues in the same database (pg-boss). A job that runs longer than `passMs` stops and
 * is queued again at once.
 */
export async function openJobs(
  database: Database,
  log: Deps['log'],
  { passMs = PASS_MS }: { passMs?: number } = {},
): Promise<Jobs> {
  const boss = await startBoss(database, log);
  for (const queue of Object.values(QUEUES).flat())
    await boss.createQueue(queue, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: EXPIRE_SECONDS,
    });
  await boss.createQueue('sweep', {
    policy: 'short',
    retryLimit: 1,
    expireInSeconds: EXPIRE_SECONDS,
  });
  const stopping = new AbortController();
  let tickTimer: NodeJS.Timeout | undefined;

  const send = (queue: string) =>
    void boss
      .send(queue, {})
      .catch((error: unknown) => log.warn({ err: error }, 'a job could not be queued'));
  const enqueue = (name: JobName) => QUEUES[name].forEach(send);
  const workInPasses = (queue: string, pass: (signal: AbortSignal) => Promise<unknown>) =>
    boss.work(queue, { pollingIntervalSeconds: 1 }, async () => {
      const timeout = AbortSignal.timeout(passMs);
      await pass(AbortSignal.any([timeout, stopping.signal]));
      if (timeout.aborted && !stopping.signal.aborted) send(queue);
    });

  return {
    enqueue,
    async start(deps) {
      await fillSearchColumns(deps);
      await workInPasses('reconcile', (signal) => reconcileWithoutProviders(deps, signal));
      for (const name of PROVIDER_NAMES)
        await workInPasses(reconcileQueueOf(name), (signal) =>
          reconcileProvider(deps, name, signal),
        );
      await workInPasses('mails', (signal) =>
        Promise.all([
          sendTicketMails(deps, signal),
          sendBookingReminders(deps, signal),
          sendSubmissionMails(deps, signal),
        ]),
      );
      await boss.work('sweep', { pollingIntervalSeconds: 30 }, async () => {
        await runNightlyCleanup(deps);
        await findMissedReturns(deps);
        await vacuumEmbeddedDatabase(database);
      });
      await boss.schedule('sweep', NIGHTLY_CRON);
      await startBackupJob(boss, database, deps);
      // The policy `short` allows one waiting job, so the ticks of many workers do not add up.
      const tick = () => Object.values(QUEUES).flat().forEach(send);
      tickTimer = setInterval(tick, deps.config.reconcileSeconds * 1000);
      tick();
    },
    async stop() {
      clearInterval(tickTimer);
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
