import { Gauge, Registry } from 'prom-client';
import { findLastBackupTime } from '../backup/queries.ts';
import { DatabaseError } from '../db/database.ts';
import { shortReason, databaseUnavailability } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { readSiteStatus } from '../site/site-status.ts';
import {
  type LabelledCount,
  checkConnection,
  countHeldPayments,
  countOpenDisputes,
  countDueTicketMails,
  findFirstDisputeDeadline,
  oldestPendingEventSeconds,
  countOrdersAwaitingPayment,
  countOpenRefunds,
  countUnfinishedJobs,
} from './queries.ts';

/**
 * Chosen: half of Prometheus' usual timeout, so that the other metrics arrive while the database
 * does not respond.
 */
const READ_MS = 5000;

const rejectAfter = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DatabaseError(`no response in ${ms} ms`)), ms).unref();
  });

/** Gauges read from the database at each scrape, so every process reports the same values. */
export function serverGauges({ db, now, log, config }: Deps): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await readOrDefault(read, Number.NaN));
      },
    });
  const gauges = ({
    name,
    help,
    label,
    read,
  }: {
    name: string;
    help: string;
    label: string;
    read: () => Promise<LabelledCount[]>;
  }) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        for (const each of await readOrDefault(read, []))
          this.set({ [label]: each.label }, each.count);
      },
    });
  const readOrDefault = <T>(read: () => Promise<T>, fallback: T) =>
    Promise.race([read(), rejectAfter(READ_MS)]).catch((error: unknown) => {
      log.warn(
        databaseUnavailability(error) ? { reason: shortReason(error) } : { err: error },
        'a metric could not be read',
      );
      return fallback;
    });

  gauge('matinee_database_up', 'Whether the database answers this process: 1 or 0', () =>
    readOrDefault(async () => {
      await checkConnection(db);
      return 1;
    }, 0),
  );
  gauges({
    name: 'matinee_payments_open',
    help: 'Orders that wait for a payment, by status',
    label: 'status',
    read: () => countOrdersAwaitingPayment(db),
  });
  gauges({
    name: 'matinee_refunds_open',
    help: 'Refunds that are not done, by state',
    label: 'state',
    read: () => countOpenRefunds(db),
  });
  gauges({
    name: 'matinee_jobs_waiting',
    help: 'Jobs that wait or run, by queue',
    label: 'queue',
    read: () => countUnfinishedJobs(db),
  });
  gauge('matinee_payments_held', 'Payments that wait for the operator', () =>
    countHeldPayments(db),
  );
  gauge('matinee_disputes_open', 'Disputes that wait for an answer or a decision', () =>
    countOpenDisputes(db),
  );
  gauge(
    'matinee_dispute_answer_by_timestamp_seconds',
    'Unix time of the first last moment for an answer to a dispute; NaN if none waits',
    async () => ((await findFirstDisputeDeadline(db))?.getTime() ?? Number.NaN) / 1000,
  );
  gauge('matinee_mails_due', 'Ticket mails that are due and not sent', () =>
    countDueTicketMails(db, now()),
  );
  gauge(
    'matinee_payment_event_age_seconds',
    'Age of the oldest payment event that is not applied; 0 without any',
    () => oldestPendingEventSeconds(db, now()),
  );
  gauge(
    'matinee_site_changes_waiting',
    'Films changed since the published site was built',
    async () => (await readSiteStatus({ config, db, now }))?.changesWaiting ?? Number.NaN,
  );
  gauge(
    'matinee_site_age_seconds',
    'Seconds since the published release was built',
    async () => (await readSiteStatus({ config, db, now }))?.ageSeconds ?? Number.NaN,
  );
  gauge('matinee_backup_age_seconds', 'Seconds since the last complete backup', async () => {
    const madeAt = await findLastBackupTime(db);
    return madeAt ? (now().getTime() - madeAt.getTime()) / 1000 : Number.NaN;
  });
  return registry;
}
