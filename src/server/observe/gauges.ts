import { Gauge, Registry } from 'prom-client';
import { lastBackup } from '../backup/queries.ts';
import { reasonAway, whyAway } from '../db/away.ts';
import type { Deps } from '../deps.ts';
import { siteFreshness } from '../site/freshness.ts';
import {
  type Count,
  heldPayments,
  mailsDue,
  oldestNewsSeconds,
  openPayments,
  openRefunds,
  waitingJobs,
} from './queries.ts';

/** How the house stands, asked of its database at each reading: the same from whichever process is read. */
export function houseGauges({ db, now, log, config }: Deps): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await known(read, Number.NaN));
      },
    });
  const gauges = (name: string, help: string, label: string, read: () => Promise<Count[]>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        for (const each of await known(read, [])) this.set({ [label]: each.label }, each.count);
      },
    });
  /** What the database does not tell now is not known; the rest can still be read. */
  const known = <T>(read: () => Promise<T>, unknown: T) =>
    read().catch((error: unknown) => {
      log.warn(whyAway(error) ? { reason: reasonAway(error) } : { err: error }, 'a figure could not be read');
      return unknown;
    });

  gauges('matinee_payments_open', 'Orders that wait for a payment, by status', 'status', () => openPayments(db));
  gauges('matinee_refunds_open', 'Refunds that are not done, by state', 'state', () => openRefunds(db));
  gauges('matinee_jobs_waiting', 'Jobs that wait or run, by queue', 'queue', () => waitingJobs(db));
  gauge('matinee_payments_held', 'Payments that wait for the operator', () => heldPayments(db));
  gauge('matinee_mails_due', 'Mails that are due and not sent', () => mailsDue(db, now()));
  gauge('matinee_payment_news_age_seconds', 'Age of the oldest payment news that is not applied; 0 without any', () =>
    oldestNewsSeconds(db, now()),
  );
  gauge(
    'matinee_site_changes_waiting',
    'Films that changed since the site that is served was built',
    async () => (await siteFreshness({ config, db, now }))?.changesWaiting ?? Number.NaN,
  );
  gauge(
    'matinee_site_age_seconds',
    'Since the release that is served was built',
    async () => (await siteFreshness({ config, db, now }))?.ageSeconds ?? Number.NaN,
  );
  gauge('matinee_backup_age_seconds', 'Since the last whole backup was made', async () => {
    const madeAt = await lastBackup(db);
    return madeAt ? (now().getTime() - madeAt.getTime()) / 1000 : Number.NaN;
  });
  return registry;
}
