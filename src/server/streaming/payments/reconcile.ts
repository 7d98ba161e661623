import { DAY } from '#domain/limits.ts';
import type { Deps } from '../../deps.ts';
import type { ProviderEvent } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { cancelStaleBills, lockBill } from './bills.ts';
import { hearOrder, hearPayment } from './hear.ts';
import { providerOf, providersHere } from './providers.ts';
import { type Attempt, attemptsToAsk, changeAttempt, type EventRow, markApplied, unappliedEvents } from './queries.ts';
import { tellRefunds } from './refunds/tell.ts';
import { refundWithdrawn } from './refunds/withdrawn.ts';

/** Late authorisation is documented for days (providers: Razorpay polls 3, refunds at 5). */
const ASK_FOR_DAYS = 6;
const BATCH = 50;

/** Applies a stored event. A webhook carries the provider's signed word, or sends us to ask, as the browser's proof does. */
export async function applyEvent(deps: Deps, event: EventRow): Promise<void> {
  try {
    await markApplied(deps.db, event.eventId, await outcomeOf(deps, event), deps.now());
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A capture that was declined, or a payment that the provider does not know: asking again would hear the same.
    await markApplied(deps.db, event.eventId, 'failed', deps.now());
  }
}

async function outcomeOf(deps: Deps, event: EventRow): Promise<string> {
  const { provider } = event;
  const source = event.source === 'webhook' ? 'webhook' : 'browser';
  const fetched = async (id: string) => hearPayment(deps, await providerOf(deps, provider).fetchPayment(id), source);
  const asked = async (orderId: string) => (await hearOrder(deps, provider, orderId, source))[0] ?? 'known';
  if (source === 'browser')
    return event.providerPaymentId ? fetched(event.providerPaymentId) : asked(event.providerOrderId!);
  const { event: news } = event.payload as { event?: ProviderEvent };
  if (news?.payment) return hearPayment(deps, news.payment, source);
  if (!news?.ask) return 'known';
  return 'paymentId' in news.ask ? fetched(news.ask.paymentId) : asked(news.ask.orderId);
}

/**
 * Finds what the browser and the webhooks did not bring: events stored but not applied, then every payment that may still
 * change, by asking the provider; and brings refunds on their way. Safe to run anywhere, at any time, twice at once.
 * Returns how many bills it found paid.
 */
export async function reconcile(deps: Deps): Promise<number> {
  const of = providersHere(deps);
  for (const event of await unappliedEvents(deps.db, of, BATCH)) await quietly(deps, () => applyEvent(deps, event));
  const now = deps.now();
  const due = await attemptsToAsk(deps.db, {
    of,
    since: new Date(now.getTime() - ASK_FOR_DAYS * DAY),
    now,
    every: deps.config.reconcileSeconds,
    limit: BATCH,
  });
  let paid = 0;
  for (const attempt of due) await quietly(deps, async () => (paid += await ask(deps, attempt)));
  await cancelStaleBills(deps.db, now);
  await refundWithdrawn(deps);
  await tellRefunds(deps);
  return paid;
}

/** How much `reconcile` would look at now, for the operator. */
export async function whatIsDue(deps: Deps): Promise<{ payments: number; events: number }> {
  const of = providersHere(deps);
  const now = deps.now();
  const since = new Date(now.getTime() - ASK_FOR_DAYS * DAY);
  const due = await attemptsToAsk(deps.db, { of, since, now, every: deps.config.reconcileSeconds, limit: BATCH });
  return { payments: due.length, events: (await unappliedEvents(deps.db, of, BATCH)).length };
}

async function ask(deps: Deps, attempt: Attempt): Promise<number> {
  await changeAttempt(deps.db, attempt.attemptId, { checkedAt: deps.now() });
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
    const level = error instanceof ProviderError && error.kind !== 'garbled' ? 'warn' : 'error';
    deps.log[level]({ err: error }, 'reconciling one payment failed; it will be tried again');
  }
}
