import { DAY } from '#domain/limits.ts';
import type { Deps } from '../../deps.ts';
import { readRazorpayEvent } from '../../ports/payments/razorpay-wire.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import {
  type Attempt,
  attemptsToAsk,
  cancelStale,
  changeAttempt,
  type EventRow,
  markApplied,
  unappliedEvents,
} from './queries.ts';
import { applyPayment } from './settle.ts';

/** Late authorisation is documented for days (providers: Razorpay polls 3, refunds at 5). */
const ASK_FOR_DAYS = 6;
const BATCH = 50;

/** Applies a stored event. A webhook carries the provider's signed word; the browser's proof sends us to ask. */
export async function applyEvent(deps: Deps, event: EventRow): Promise<void> {
  const payment =
    event.source === 'webhook'
      ? readRazorpayEvent((event.payload as { rawBody: string }).rawBody).payment
      : await deps.razorpay!.fetchPayment(event.providerPaymentId!);
  const outcome = payment
    ? await applyPayment(deps, payment, event.source === 'webhook' ? 'webhook' : 'browser')
    : 'known';
  await markApplied(deps.db, event.eventId, outcome, deps.now());
}

/**
 * Finds what the browser and the webhooks did not bring: events stored but not applied, then every open attempt, by asking
 * the provider. Safe to run anywhere, at any time, twice at once. Returns how many tickets it opened.
 */
export async function reconcile(deps: Deps): Promise<number> {
  if (!deps.razorpay) return 0;
  for (const event of await unappliedEvents(deps.db, BATCH)) await quietly(deps, () => applyEvent(deps, event));
  const now = deps.now();
  const before = new Date(now.getTime() - deps.config.reconcileSeconds * 1000);
  const due = await attemptsToAsk(deps.db, {
    since: new Date(now.getTime() - ASK_FOR_DAYS * DAY),
    before,
    limit: BATCH,
  });
  let opened = 0;
  for (const attempt of due) await quietly(deps, async () => (opened += await ask(deps, attempt)));
  await cancelStale(deps.db, now);
  return opened;
}

async function ask(deps: Deps, attempt: Attempt): Promise<number> {
  await changeAttempt(deps.db, attempt.attemptId, { checkedAt: deps.now() });
  const payments = await deps.razorpay!.fetchOrderPayments(attempt.providerOrderId!);
  const captured = payments.filter((each) => each.status === 'captured');
  const authorized = payments.filter((each) => each.status === 'authorized');
  // A capture outweighs the failed tries around it; without one, an authorisation does.
  const telling = captured.length ? captured : authorized.length ? authorized : payments.slice(0, 1);
  let opened = 0;
  for (const payment of telling) if ((await applyPayment(deps, payment, 'reconciler')) === 'paid') opened++;
  return opened;
}

/** One attempt's trouble must not keep the others waiting. */
async function quietly(deps: Deps, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    const level = error instanceof ProviderError && error.kind === 'unreachable' ? 'warn' : 'error';
    deps.log[level]({ err: error }, 'reconciling one payment failed; it will be tried again');
  }
}
