/**
 * The one payment state machine (design: forward only). News of a payment comes from the browser's proof, a webhook or the
 * reconciler, late, twice and in any order. Each piece is stored before it is applied; applying holds the order's row, and
 * applying again changes nothing.
 */
import type { OrderRow } from '../booking/queries.ts';
import { hasOtherOpenOrder } from '../booking/queries.ts';
import { viewingWindow } from '#domain/viewing.ts';
import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { paymentOutcomes } from '../../metrics.ts';
import type { RazorpayPayment } from '../../ports/payments/razorpay-wire.ts';
import {
  type Attempt,
  changeAttempt,
  changeOrder,
  findAttempt,
  holdsOtherTicket,
  inTransaction,
  lockOrder,
} from './queries.ts';

export const RAZORPAY = 'razorpay';

export type Source = 'browser' | 'webhook' | 'reconciler';
export type Outcome =
  | 'paid' // this news opened the ticket
  | 'known' // nothing new in it
  | 'processing'
  | 'failed'
  | 'refunded'
  | 'held' // money that does not fit: for the operator, never a ticket
  | 'unknown_order';

/** Applies what the provider itself says of a payment. Whoever calls has verified that it is the provider's word. */
export async function applyPayment(deps: Deps, payment: RazorpayPayment, source: Source): Promise<Outcome> {
  const outcome = await inTransaction(deps.db, (tx) => apply(tx, payment, deps.now()));
  paymentOutcomes.inc({ source, outcome });
  if (outcome === 'held')
    deps.log.error(
      { paymentId: payment.id, providerOrderId: payment.orderId, source },
      'a payment is held for the operator',
    );
  else deps.log.info({ paymentId: payment.id, providerOrderId: payment.orderId, source, outcome }, 'payment news');
  return outcome;
}

async function apply(tx: Db, payment: RazorpayPayment, now: Date): Promise<Outcome> {
  const attempt = payment.orderId ? await findAttempt(tx, RAZORPAY, payment.orderId) : undefined;
  const order = attempt && (await lockOrder(tx, attempt.movieOrderId));
  if (!attempt || !order) return 'unknown_order';
  switch (payment.status) {
    case 'captured':
      return applyCapture(tx, { attempt, order, payment, now });
    case 'authorized':
      return applyAuthorisation(tx, { attempt, order, payment });
    case 'failed':
      return applyFailure(tx, { attempt, order, payment });
    case 'refunded':
      return applyRefund(tx, { attempt, order, payment });
    default:
      return 'known';
  }
}

interface News {
  attempt: Attempt;
  order: OrderRow;
  payment: RazorpayPayment;
}

async function applyCapture(tx: Db, { attempt, order, payment, now }: News & { now: Date }): Promise<Outcome> {
  if (order.paymentTransactionNo === payment.id) return 'known';
  const reason = await reasonToHold(tx, { attempt, order, payment }, now);
  if (reason) {
    await changeAttempt(tx, attempt.attemptId, { state: 'held', heldReason: `${payment.id}: ${reason}` });
    return 'held';
  }
  await changeOrder(tx, order.movieOrderId, {
    ...windowFromPayment(order, now),
    paymentStatus: 'PAID',
    paymentMode: payment.method?.toUpperCase() ?? 'RAZORPAY',
    paymentTransactionNo: payment.id,
    paidAt: now,
  });
  await changeAttempt(tx, attempt.attemptId, { state: 'paid' });
  return 'paid';
}

/**
 * Chosen: a window never opens before its ticket is paid. "Now" opens with the payment, and an hour that passed while the
 * bank was thinking moves to the moment of the payment: who paid gets the whole 24 hours.
 */
export const windowFromPayment = ({ bookingStartTime }: OrderRow, paidAt: Date) =>
  viewingWindow(bookingStartTime > paidAt ? bookingStartTime : paidAt);

async function reasonToHold(tx: Db, { attempt, order, payment }: News, now: Date): Promise<string | null> {
  if (payment.amountInPaise !== attempt.amount || payment.currency !== attempt.currency)
    return 'amount or currency differs';
  if (attempt.amount !== order.totalRoundedValue) return 'the order was priced anew after this payment began';
  if (order.userId === null) return 'the viewer has deleted the account';
  if (order.paymentStatus === 'PAID') return 'a second payment of a paid ticket';
  if (order.paymentStatus === 'REFUNDED') return 'a payment of a refunded ticket';
  if (await holdsOtherTicket(tx, order, now)) return 'the viewer holds another ticket for this film';
  return null;
}

/** Money is promised, not taken: the order waits for the bank. */
async function applyAuthorisation(tx: Db, { order }: News): Promise<Outcome> {
  const mayWait =
    order.paymentStatus === 'NEW' || (order.paymentStatus === 'CANCELLED' && !(await hasOtherOpenOrder(tx, order)));
  if (mayWait) await changeOrder(tx, order.movieOrderId, { paymentStatus: 'PROCESSING' });
  return mayWait ? 'processing' : 'known';
}

/** One try failed; Razorpay lets the payer try again on the same order, so only a waiting order is closed. */
async function applyFailure(tx: Db, { order }: News): Promise<Outcome> {
  if (order.paymentStatus === 'PROCESSING') await changeOrder(tx, order.movieOrderId, { paymentStatus: 'CANCELLED' });
  return 'failed';
}

async function applyRefund(tx: Db, { attempt, order, payment }: News): Promise<Outcome> {
  await changeAttempt(tx, attempt.attemptId, { state: 'closed' });
  if (order.paymentStatus !== 'PAID' || order.paymentTransactionNo !== payment.id) return 'known';
  await changeOrder(tx, order.movieOrderId, { paymentStatus: 'REFUNDED' });
  return 'refunded';
}
