import { PgBoss } from 'pg-boss';
import { reasonAway, whyAway } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { workBackups } from './backups.ts';
import { sweep, tidy } from './sweep.ts';
import { sendDueMails } from '../streaming/booking/mails/send.ts';
import { fillSearch } from '../streaming/catalogue/search/actions.ts';
import { reconcile } from '../streaming/payments/reconcile.ts';
import { tellMakers } from '../streaming/submission/mails/send.ts';

const JOBS = ['reconcile', 'mails'] as const;
type JobName = (typeof JOBS)[number];

export interface Jobs {
  wake: (name: JobName) => void;
  /** Begins to work (role `all` or `worker`). */
  work: (deps: Deps) => Promise<void>;
  stop: () => Promise<void>;
}

const NIGHTLY = '17 3 * * *';
/** A worker that was killed in the middle of a job lets go of it after this long. */
const EXPIRE_SECONDS = 120;

/** Jobs in the same database: any process may wake them, one worker does each (pg-boss). */
export async function openJobs(database: Database, log: Deps['log']): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: database.script } });
  boss.on('error', (error) =>
    whyAway(error)
      ? log.warn({ reason: reasonAway(error) }, 'jobs wait for the database')
      : log.error({ err: error }, 'jobs'),
  );
  await boss.start();
  await boss.createQueue('reconcile', { policy: 'short', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS });
  await boss.createQueue('mails', { policy: 'short', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS });
  await boss.createQueue('sweep', { policy: 'short', retryLimit: 1, expireInSeconds: EXPIRE_SECONDS });
  let ticking: NodeJS.Timeout | undefined;

  const wake = (name: JobName) =>
    void boss.send(name, {}).catch((error: unknown) => log.warn({ err: error }, 'a job could not be woken'));

  return {
    wake,
    async work(deps) {
      await fillSearch(deps);
      await boss.work('reconcile', { pollingIntervalSeconds: 1 }, async () => void (await reconcile(deps)));
      await boss.work('mails', { pollingIntervalSeconds: 1 }, async () => {
        await sendDueMails(deps);
        await tellMakers(deps);
      });
      await boss.work('sweep', { pollingIntervalSeconds: 30 }, async () => {
        await sweep(deps);
        await tidy(database);
      });
      await boss.schedule('sweep', NIGHTLY);
      await workBackups(boss, database, deps);
      // The queue takes one waiting job, so that the ticks of many workers do not add up.
      const tick = () => JOBS.forEach(wake);
      ticking = setInterval(tick, deps.config.reconcileSeconds * 1000);
      tick();
    },
    async stop() {
      clearInterval(ticking);
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
