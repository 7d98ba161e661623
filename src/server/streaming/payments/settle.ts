/**
 * The one payment state machine (design: forward only). News of a payment comes from the browser's proof, a webhook or the
 * reconciler, late, twice and in any order. Each piece is stored before it is applied; applying holds the order's row, and
 * applying again changes nothing. Captured money always ends as a ticket, as a refund, or held for the operator.
 */
import { viewingWindow } from '#domain/viewing.ts';
import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { paymentOutcomes } from '../../metrics.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import { giveCouponUseBack, retakeCouponUse } from '../booking/coupon-uses.ts';
import { issueTicket } from '../booking/issue-ticket.ts';
import { hasOtherOpenOrder, type OrderRow } from '../booking/queries.ts';
import {
  type Attempt,
  attemptOf,
  changeAttempt,
  changeOrder,
  holdPayment,
  inTransaction,
  lockOrderAlone,
} from './queries.ts';
import { findRefund } from './refunds/queries.ts';
import { giveBack, settleRefund } from './refunds/refunds.ts';
import { judge } from './verdict.ts';

export type Source = 'browser' | 'webhook' | 'reconciler';
export type Outcome =
  | 'paid' // this news opened the ticket
  | 'known' // nothing new in it
  | 'processing'
  | 'failed'
  | 'refunded'
  | 'returning' // money that opens no ticket, on its way back
  | 'held' // money that does not fit: for the operator, never a ticket
  | 'unknown_order';

interface News {
  attempt: Attempt;
  order: OrderRow;
  payment: ProviderPayment;
}

/** Applies what the provider itself says of a payment. Whoever calls has verified that it is the provider's word. */
export async function applyPayment(deps: Deps, payment: ProviderPayment, source: Source): Promise<Outcome> {
  const outcome = await inTransaction(deps.db, (tx) => apply(tx, deps, payment));
  paymentOutcomes.inc({ source, outcome });
  const said = { provider: payment.provider, paymentId: payment.id, providerOrderId: payment.orderId, source };
  if (outcome === 'held') deps.log.error(said, 'a payment is held for the operator');
  else deps.log.info({ ...said, outcome }, 'payment news');
  if (outcome === 'returning') deps.jobs.wake('reconcile');
  return outcome;
}

async function apply(tx: Db, deps: Deps, payment: ProviderPayment): Promise<Outcome> {
  const attempt = await attemptOf(tx, payment);
  const order = attempt && (await lockOrderAlone(tx, attempt.movieOrderId));
  if (!order) return 'unknown_order';
  // Read again under the order's lock: another piece of news may have changed it meanwhile.
  const news = { attempt: (await attemptOf(tx, payment))!, order, payment };
  switch (payment.status) {
    case 'captured':
      return applyCapture(tx, deps, news);
    case 'authorized':
    case 'pending':
      return applyPromise(tx, deps, news);
    case 'failed':
      return applyFailure(tx, news);
    case 'refunded':
      return applyRefund(tx, deps, news);
    case 'unknown':
      return 'known';
  }
}

async function applyCapture(tx: Db, deps: Deps, { attempt, order, payment }: News): Promise<Outcome> {
  const now = deps.now();
  if (order.paymentTransactionNo === payment.id) return 'known';
  if (await isDecided(tx, attempt, payment)) {
    // The browser's word may have come after the decision, while the provider could not be asked.
    await stopWaiting(tx, { attempt, order, payment });
    return 'known';
  }
  const verdict = await judge(tx, { attempt, order, payment }, now);
  const lacksCoupon = verdict.is === 'fits' && !(await keepsCoupon(tx, order, now));
  if (verdict.is === 'misfit' || lacksCoupon) {
    const reason = verdict.is === 'misfit' ? verdict.reason : 'the coupon was used up meanwhile';
    await holdPayment(tx, attempt, payment.id, reason);
    await stopWaiting(tx, { attempt, order, payment });
    return 'held';
  }
  if (verdict.is === 'unwanted') {
    await giveBack(tx, order, payment, verdict.reason, now);
    await stopWaiting(tx, { attempt, order, payment });
    return 'returning';
  }
  await changeOrder(tx, order.movieOrderId, {
    ...windowFromPayment(order, now),
    paymentStatus: 'PAID',
    paymentMode: payment.method?.toUpperCase() ?? payment.provider.toUpperCase(),
    paymentTransactionNo: payment.id,
    paidAt: now,
  });
  await changeAttempt(tx, attempt.attemptId, { state: 'paid', providerPaymentId: payment.id });
  await issueTicket(tx, deps, order, now);
  return 'paid';
}

/** Held for the operator, or on its way back: what the provider says of it afterwards opens nothing. */
const isDecided = async (tx: Db, { heldReason }: Attempt, { id }: ProviderPayment) =>
  heldReason?.split('\n').some((line) => line.startsWith(`${id}:`)) || (await findRefund(tx, id)) !== undefined;

/** Whether the order has, or can take again, the use of its coupon: the discount was given for it. */
async function keepsCoupon(tx: Db, order: OrderRow, now: Date): Promise<boolean> {
  try {
    await retakeCouponUse(tx, order, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Chosen: a window never opens before its ticket is paid. "Now" opens with the payment, and an hour that passed while the
 * bank was thinking moves to the moment of the payment: who paid gets the whole 24 hours.
 */
export const windowFromPayment = ({ bookingStartTime }: OrderRow, paidAt: Date) =>
  viewingWindow(bookingStartTime > paidAt ? bookingStartTime : paidAt);

/** Money is promised, not taken: an order that it would pay waits for the bank. */
async function applyPromise(tx: Db, deps: Deps, { attempt, order, payment }: News): Promise<Outcome> {
  const isOpen =
    order.paymentStatus === 'NEW' || (order.paymentStatus === 'CANCELLED' && !(await hasOtherOpenOrder(tx, order)));
  // News comes in any order: the promise of what was taken and decided already is an old one.
  if (!isOpen || (await isDecided(tx, attempt, payment))) return 'known';
  if ((await judge(tx, { attempt, order, payment }, deps.now())).is !== 'fits') return 'known';
  await changeOrder(tx, order.movieOrderId, { paymentStatus: 'PROCESSING' });
  await changeAttempt(tx, attempt.attemptId, { providerPaymentId: payment.id });
  return 'processing';
}

/** One try failed; the payer may try again on the same order, so only an order that waits for this very try is closed. */
async function applyFailure(tx: Db, news: News): Promise<Outcome> {
  await stopWaiting(tx, news);
  return 'failed';
}

/** The order that waits for this payment waits no longer. Before the payment was known, it waited for the provider's order. */
async function stopWaiting(tx: Db, { attempt, order, payment }: News) {
  const isAwaited = [payment.id, payment.orderId].includes(attempt.providerPaymentId);
  if (order.paymentStatus !== 'PROCESSING' || !isAwaited || attempt.providerPaymentId === null) return;
  await changeOrder(tx, order.movieOrderId, { paymentStatus: 'CANCELLED' });
  await giveCouponUseBack(tx, order);
}

async function applyRefund(tx: Db, deps: Deps, { attempt, order, payment }: News): Promise<Outcome> {
  if (attempt.state === 'open') await changeAttempt(tx, attempt.attemptId, { state: 'closed' });
  await stopWaiting(tx, { attempt, order, payment });
  return (await settleRefund(tx, deps, order, payment)) ? 'refunded' : 'known';
}
