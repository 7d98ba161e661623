import type { PaymentReport } from '#contract/payments.ts';
import { toPaise } from '#domain/pricing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { DECLINED } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { giveCouponUseBack, takeCouponUse } from '../booking/coupon-uses.ts';
import { issueTicket } from '../booking/issue-ticket.ts';
import { aloneFor, findOwnOrder, type OrderRow } from '../booking/queries.ts';
import { toOrder } from '../booking/wire.ts';
import { orderNotFound, refusePayment } from './checkout.ts';
import { hearOrder, hearPayment } from './hear.ts';
import { providerOf } from './providers.ts';
import {
  type Attempt,
  changeAttempt,
  changeOrder,
  findAttempt,
  holdPayment,
  inTransaction,
  lockOrder,
  markApplied,
  storeEvent,
} from './queries.ts';
import { windowFromPayment } from './settle.ts';

const ownOrder = async (deps: Deps, viewer: Viewer, orderId: number) =>
  (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());

/**
 * What the browser saw. PAID is believed with the provider's own word (and its signature, where it signs), or for a sum of
 * 0; CANCELLED closes an order that nobody paid; anything else changes nothing. Throws payment_not_proven,
 * instrument_declined (the payer may choose another means on the same order), payment_refused, price_changed.
 */
export async function reportPayment(deps: Deps, viewer: Viewer, orderId: number, report: PaymentReport) {
  const { order } = await ownOrder(deps, viewer, orderId);
  if (report.paymentStatus === 'CANCELLED') await cancelOrder(deps, orderId);
  else if (report.paymentStatus === 'PAID' && order.paymentStatus !== 'PAID')
    await (order.totalRoundedValue === 0 ? completeFree(deps, viewer, orderId) : believe(deps, order, report));
  return toOrder(await ownOrder(deps, viewer, orderId), deps.now());
}

const cancelOrder = (deps: Deps, orderId: number) =>
  inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.paymentStatus !== 'NEW') return;
    await changeOrder(tx, orderId, { paymentStatus: 'CANCELLED' });
    await giveCouponUseBack(tx, order);
  });

/** A free film, or a coupon for all of it: complete without payment (spec §4). */
async function completeFree(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = await ownOrder(deps, viewer, orderId);
  await aloneFor(deps.db, viewer.userId, order.movieId, async (tx) => {
    const locked = (await lockOrder(tx, orderId)) ?? raise(orderNotFound());
    if (locked.paymentStatus === 'PAID') return;
    if (locked.totalRoundedValue !== 0) throw new AppError('conflict', 'price_changed', bookingMessages.priceChanged);
    await refusePayment(deps, viewer, locked, tx);
    const now = deps.now();
    await takeCouponUse(tx, locked, now);
    await changeOrder(tx, orderId, {
      ...windowFromPayment(locked, now),
      paymentStatus: 'PAID',
      paymentMode: locked.unitPrice === 0 ? 'FREE' : 'Coupon',
      paidAt: now,
    });
    await issueTicket(tx, deps, locked, now);
  });
}

// ---------- the browser's proof ----------

interface Proof {
  attempt: Attempt;
  /** Null where the proof names the provider's order alone. */
  paymentId: string | null;
}

/** The proof must name the provider's order of one of this order's own payments; then the provider is asked and compared. */
async function believe(deps: Deps, order: OrderRow, report: PaymentReport) {
  const proof = await readProof(deps, order, report);
  const { provider, providerOrderId } = proof.attempt;
  const { row } = await storeEvent(deps.db, {
    provider,
    eventKey: `browser:${proof.paymentId ?? providerOrderId}`,
    source: 'browser',
    providerOrderId,
    providerPaymentId: proof.paymentId,
    payload: report,
    receivedAt: deps.now(),
  });
  try {
    await markApplied(deps.db, row.eventId, await askProvider(deps, proof), deps.now());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'refused') throw await refusedBy(deps, row.eventId, error);
    // Proven as far as it goes, but the provider cannot be asked now: the bank is "still confirming", the reconciler asks.
    await waitForProvider(deps, order, proof);
  }
  refuseOtherSum(order, report);
}

async function readProof(deps: Deps, order: OrderRow, report: PaymentReport): Promise<Proof> {
  const provider = providerOf(deps, report.paypal_order_id ? 'paypal' : 'razorpay');
  const read = provider.readProof(report);
  const attempt = read && (await findAttempt(deps.db, provider.name, read.orderId));
  if (attempt?.movieOrderId !== order.movieOrderId) throw notProven();
  return { attempt, paymentId: read!.paymentId };
}

const notProven = () => new AppError('invalid', 'payment_not_proven', text.proofMissing);

async function askProvider(deps: Deps, { attempt, paymentId }: Proof): Promise<string> {
  if (!paymentId) {
    const outcomes = await hearOrder(deps, attempt.provider, attempt.providerOrderId!, 'browser');
    return outcomes[0] ?? raise(notProven());
  }
  const payment = await providerOf(deps, attempt.provider).fetchPayment(paymentId);
  // The signature binds the two ids; the provider's own record must bind them too.
  if (payment.orderId === attempt.providerOrderId) return hearPayment(deps, payment, 'browser');
  await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, attempt.movieOrderId);
    const now = (await findAttempt(tx, attempt.provider, attempt.providerOrderId!))!;
    if (!now.heldReason?.includes(`${paymentId}:`)) await holdPayment(tx, now, paymentId, 'booked under another order');
  });
  deps.log.error({ paymentId, providerOrderId: attempt.providerOrderId }, 'a payment is held for the operator');
  return 'held';
}

async function refusedBy(deps: Deps, eventId: number, { code }: ProviderError) {
  await markApplied(deps.db, eventId, 'failed', deps.now());
  const mayRestart = code === DECLINED || code === 'PAYER_ACTION_REQUIRED';
  return mayRestart
    ? new AppError('invalid', 'instrument_declined', text.declined)
    : new AppError('invalid', 'payment_refused', text.failed);
}

async function waitForProvider(deps: Deps, { movieOrderId }: OrderRow, { attempt, paymentId }: Proof) {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, movieOrderId);
    if (order?.paymentStatus !== 'NEW') return;
    await changeOrder(tx, movieOrderId, { paymentStatus: 'PROCESSING' });
    await changeAttempt(tx, attempt.attemptId, { providerPaymentId: paymentId ?? attempt.providerOrderId });
  });
  deps.jobs.wake('reconcile');
}

function refuseOtherSum(order: OrderRow, { paidAmount }: PaymentReport) {
  if (paidAmount === null || paidAmount === undefined || toPaise(paidAmount) === order.totalRoundedValue) return;
  throw new AppError('conflict', 'price_changed', bookingMessages.priceChanged);
}
