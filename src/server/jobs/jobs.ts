import { PgBoss } from 'pg-boss';
import { reasonAway, whyAway } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { workBackups } from './backups.ts';
import { sweep, tidy } from './sweep.ts';
import { sendDueMails } from '../streaming/booking/mails/send.ts';
import { sendBookingReminders } from '../streaming/booking/reminders/send.ts';
import { fillSearch } from '../streaming/catalogue/search/actions.ts';
import { PROVIDER_NAMES, type ProviderName } from '../ports/payments/provider.ts';
import { reconcileOwn, reconcileProvider } from '../streaming/payments/reconcile.ts';
import { tellMakers } from '../streaming/submission/mails/send.ts';

/** The queue of one provider's calls. Each provider has its own, so that a provider that does not answer delays no other. */
const askingQueue = (name: ProviderName) => `reconcile-${name}`;

/** What is woken under one name. */
const QUEUES = {
  reconcile: ['reconcile', ...PROVIDER_NAMES.map(askingQueue)],
  mails: ['mails'],
};
type JobName = keyof typeof QUEUES;

export interface Jobs {
  wake: (name: JobName) => void;
  /** Begins to work (role `all` or `worker`). */
  work: (deps: Deps) => Promise<void>;
  stop: () => Promise<void>;
}

const NIGHTLY = '17 3 * * *';
/** A worker that was killed in the middle of a job lets go of it after this long. */
const EXPIRE_SECONDS = 120;
/** Far below the time after which a job counts as killed, with the calls that are still under way then. */
const PASS_MS = 30_000;

/**
 * Jobs in the same database: any process may wake them, one worker does each (pg-boss). A job that is not done after `passMs`
 * ends and is woken again at once, for whichever worker is free.
 */
export async function openJobs(
  database: Database,
  log: Deps['log'],
  { passMs = PASS_MS }: { passMs?: number } = {},
): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: database.script } });
  boss.on('error', (error) =>
    whyAway(error)
      ? log.warn({ reason: reasonAway(error) }, 'jobs wait for the database')
      : log.error({ err: error }, 'jobs'),
  );
  await boss.start();
  for (const queue of Object.values(QUEUES).flat())
    await boss.createQueue(queue, { policy: 'short', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS });
  await boss.createQueue('sweep', { policy: 'short', retryLimit: 1, expireInSeconds: EXPIRE_SECONDS });
  const stopping = new AbortController();
  let ticking: NodeJS.Timeout | undefined;

  const send = (queue: string) =>
    void boss.send(queue, {}).catch((error: unknown) => log.warn({ err: error }, 'a job could not be woken'));
  const wake = (name: JobName) => QUEUES[name].forEach(send);
  const workInPasses = (queue: string, pass: (signal: AbortSignal) => Promise<unknown>) =>
    boss.work(queue, { pollingIntervalSeconds: 1 }, async () => {
      const isOver = AbortSignal.timeout(passMs);
      await pass(AbortSignal.any([isOver, stopping.signal]));
      if (isOver.aborted && !stopping.signal.aborted) send(queue);
    });

  return {
    wake,
    async work(deps) {
      await fillSearch(deps);
      await workInPasses('reconcile', (signal) => reconcileOwn(deps, signal));
      for (const name of PROVIDER_NAMES)
        await workInPasses(askingQueue(name), (signal) => reconcileProvider(deps, name, signal));
      await workInPasses('mails', (signal) =>
        Promise.all([sendDueMails(deps, signal), sendBookingReminders(deps, signal), tellMakers(deps, signal)]),
      );
      await boss.work('sweep', { pollingIntervalSeconds: 30 }, async () => {
        await sweep(deps);
        await tidy(database);
      });
      await boss.schedule('sweep', NIGHTLY);
      await workBackups(boss, database, deps);
      // The queue takes one waiting job, so that the ticks of many workers do not add up.
      const tick = () => Object.values(QUEUES).flat().forEach(send);
      ticking = setInterval(tick, deps.config.reconcileSeconds * 1000);
      tick();
    },
    async stop() {
      clearInterval(ticking);
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
