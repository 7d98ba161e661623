import { DAY } from '#domain/limits.ts';
import { logFailure } from '../../db/away.ts';
import type { Deps } from '../../deps.ts';
import { CALLS_AT_ONCE, type ProviderName } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { claimInBatches, type Source, workThrough } from '../../work-through.ts';
import { applyEvent } from './apply-event.ts';
import { cancelStaleBills, lockBill } from './bills.ts';
import { hearOrder } from './hear.ts';
import { providersHere } from './providers.ts';
import {
  type Attempt,
  claimAttempts,
  countDueAttempts,
  countUnappliedEvents,
  type DueAttempts,
  listDueAttempts,
  unappliedEvents,
} from './queries.ts';
import { refundsToTell } from './refunds/tell.ts';
import { refundWithdrawn } from './refunds/withdrawn.ts';

/** Late authorisation is documented for days (providers: Razorpay polls 3, refunds at 5). */
const ASK_FOR_DAYS = 6;
const ATTEMPTS_LISTED = 2000;
const EVENTS_LISTED = 20;

/**
 * Finds what the browser and the webhooks did not bring, and brings refunds on their way: all of it that is due, with every
 * provider. Safe to run anywhere, at any time, twice at once. Returns how many bills it found paid.
 */
export async function reconcile(deps: Deps): Promise<number> {
  await refundWithdrawn(deps);
  const paid = await Promise.all(providersHere(deps).map((name) => reconcileProvider(deps, name)));
  await cancelStaleBills(deps.db, deps.now());
  return paid.reduce((sum, each) => sum + each, 0);
}

/** What needs no provider: orders and fees that nobody paid in time are closed, and tickets of withdrawn films asked back. */
export async function reconcileOwn(deps: Deps, signal?: AbortSignal): Promise<void> {
  await cancelStaleBills(deps.db, deps.now());
  await refundWithdrawn(deps, signal);
}

/**
 * Asks one provider, within the limit of calls at once: events stored but not applied, every payment that may still change, and
 * refunds until they are done or failed. `signal` ends it early. Returns how many bills it found paid.
 */
export async function reconcileProvider(deps: Deps, name: ProviderName, signal?: AbortSignal): Promise<number> {
  if (!deps.payments[name]) return 0;
  let paid = 0;
  const attempts = dueAttempts(deps, name, async (attempt) => {
    const found = await ask(deps, attempt);
    paid += found;
  });
  const sources = [unapplied(deps, name), attempts, refundsToTell(deps, name)];
  await workThrough(sources, { atOnce: CALLS_AT_ONCE[name], signal });
  return paid;
}

/** How much `reconcile` would look at now, for the operator. */
export async function whatIsDue(deps: Deps): Promise<{ payments: number; events: number }> {
  const of = providersHere(deps);
  return {
    payments: await countDueAttempts(deps.db, dueNow(deps, of)),
    events: await countUnappliedEvents(deps.db, of),
  };
}

function dueNow({ config, now }: Deps, of: ProviderName[]): DueAttempts {
  const at = now();
  return { of, since: new Date(at.getTime() - ASK_FOR_DAYS * DAY), now: at, every: config.reconcileSeconds };
}

function unapplied(deps: Deps, name: ProviderName): Source {
  let after = 0;
  return async () => {
    const events = await unappliedEvents(deps.db, [name], after, EVENTS_LISTED);
    after = events.at(-1)?.eventId ?? after;
    return events.map((event) => () => quietly(deps, () => applyEvent(deps, event)));
  };
}

function dueAttempts(deps: Deps, name: ProviderName, work: (attempt: Attempt) => Promise<unknown>): Source {
  // As of the beginning: what is asked about now is not due again before the end.
  const due = dueNow(deps, [name]);
  return claimInBatches(
    () => listDueAttempts(deps.db, due, ATTEMPTS_LISTED),
    (ids) => claimAttempts(deps.db, ids, due, deps.now()),
    (attempt) => quietly(deps, () => work(attempt)),
  );
}

async function ask(deps: Deps, attempt: Attempt): Promise<number> {
  const outcomes = await hearOrder(deps, attempt.provider, attempt.providerOrderId!, 'reconciler');
  if (!outcomes.length) await stopWaiting(deps, attempt);
  return outcomes.filter((outcome) => outcome === 'paid').length;
}

/** Nobody paid after all: the browser's word sent us to wait while the provider could not be asked. */
const stopWaiting = ({ db }: Deps, attempt: Attempt) =>
  db.transaction(async (tx) => {
    const bill = await lockBill(tx, attempt);
    if (bill?.status === 'PROCESSING' && attempt.providerPaymentId) await bill.cancel(tx);
  });

/** One attempt's trouble must not keep the others waiting. */
async function quietly(deps: Deps, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    const message = 'reconciling one payment failed; it will be tried again';
    if (error instanceof ProviderError && error.kind !== 'garbled') deps.log.warn({ err: error }, message);
    else logFailure(deps.log, error, message);
  }
}
