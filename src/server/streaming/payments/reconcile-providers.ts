import type { ProviderName } from '#contract/payments.ts';
import { DAY } from '#domain/limits/durations.ts';
import { logFailure } from '../../db/unavailable.ts';
import type { Deps } from '../../deps.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { claimInBatches, type TaskSource, runDueTasks } from '../../run-due-tasks.ts';
import { applyEvent } from './apply-event.ts';
import { ingestOrderPayments } from './ingest-payment.ts';
import { configuredProviders } from './providers.ts';
import {
  type Attempt,
  claimAttempts,
  countDueAttempts,
  countUnappliedEvents,
  type DueAttempts,
  listDueAttempts,
  listUnappliedEvents,
  orderIdOf,
} from './queries.ts';
import { refundsToSend } from './refunds/send-refunds.ts';

/** Razorpay documents late authorisation: it polls banks for 3 days and refunds after 5. */
const CHECK_FOR_DAYS = 6;
const ATTEMPT_LIMIT = 2000;
const EVENT_LIMIT = 20;

/** Returns the number of bills that became paid. */
export async function reconcileProviders(deps: Deps, signal?: AbortSignal): Promise<number> {
  const paidCounts = await Promise.all(
    configuredProviders(deps).map((name) => reconcileProvider(deps, name, signal)),
  );
  return paidCounts.reduce((sum, each) => sum + each, 0);
}

/**
 * Applies stored events, checks attempts and sends refunds. Returns the number of bills that became
 * paid.
 */
export async function reconcileProvider(
  deps: Deps,
  name: ProviderName,
  signal?: AbortSignal,
): Promise<number> {
  const provider = deps.payments[name];
  if (!provider) return 0;
  let paidCount = 0;
  const attempts = dueAttempts(deps, name, async (attempt) => {
    const newlyPaidCount = await checkAttempt(deps, attempt);
    paidCount += newlyPaidCount;
  });
  const sources = [unappliedEvents(deps, name), attempts, refundsToSend(deps, name)];
  await runDueTasks(sources, { concurrency: provider.maxConcurrentCalls, signal });
  return paidCount;
}

export async function countDueWork(deps: Deps): Promise<{ payments: number; events: number }> {
  const providers = configuredProviders(deps);
  return {
    payments: await countDueAttempts(deps.db, dueNow(deps, providers)),
    events: await countUnappliedEvents(deps.db, providers),
  };
}

function dueNow({ config, now }: Deps, providers: ProviderName[]): DueAttempts {
  const startedAt = now();
  return {
    providers,
    createdAfter: new Date(startedAt.getTime() - CHECK_FOR_DAYS * DAY),
    now: startedAt,
    intervalSeconds: config.reconcileSeconds,
  };
}

function unappliedEvents(deps: Deps, name: ProviderName): TaskSource {
  let after = 0;
  return async () => {
    const events = await listUnappliedEvents({
      db: deps.db,
      providers: [name],
      after,
      limit: EVENT_LIMIT,
    });
    after = events.at(-1)?.eventId ?? after;
    return events.map((event) => () => runOrLog(deps, () => applyEvent(deps, event)));
  };
}

function dueAttempts(
  deps: Deps,
  name: ProviderName,
  work: (attempt: Attempt) => Promise<unknown>,
): TaskSource {
  // Computed once, so that an attempt checked in this run does not become due again in the same
  // run.
  const due = dueNow(deps, [name]);
  return claimInBatches(
    () => listDueAttempts(deps.db, due, ATTEMPT_LIMIT),
    (ids) => claimAttempts({ db: deps.db, ids, due, now: deps.now() }),
    (attempt) => runOrLog(deps, () => work(attempt)),
  );
}

async function checkAttempt(deps: Deps, attempt: Attempt): Promise<number> {
  const outcomes = await ingestOrderPayments({
    deps,
    provider: attempt.provider,
    orderId: orderIdOf(attempt),
    source: 'reconciler',
  });
  if (!outcomes.length) await cancelProcessing(deps, attempt);
  return outcomes.filter((outcome) => outcome === 'paid').length;
}

/**
 * Cancels a bill that was set to PROCESSING while the provider was unreachable, if no payment
 * exists.
 */
const cancelProcessing = ({ db, bills }: Deps, attempt: Attempt) =>
  db.transaction(async (tx) => {
    const bill = await bills.lock(tx, attempt);
    if (bill?.status === 'PROCESSING' && attempt.providerPaymentId) await bill.markCancelled(tx);
  });

async function runOrLog(deps: Deps, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    const message = 'reconciling one payment failed; it will be tried again';
    if (error instanceof ProviderError && error.kind !== 'garbled')
      deps.log.warn({ err: error }, message);
    else logFailure({ log: deps.log, error, message });
  }
}
