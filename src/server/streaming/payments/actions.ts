import type { PaymentReport, RazorpayCheckout } from '#contract/payments.ts';
import { toPaise } from '#domain/pricing.ts';
import { isWindowOver } from '#domain/viewing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { aloneFor, findOwnOrder, hasOtherOpenOrder, liveTickets, type OrderRow } from '../booking/queries.ts';
import { toOrder } from '../booking/wire.ts';
import {
  changeOrder,
  findAttempt,
  findPayer,
  inTransaction,
  insertAttempt,
  lockOrder,
  markApplied,
  movieNameOf,
  nameAttempt,
  openAttempt,
  storeEvent,
} from './queries.ts';
import { applyPayment, RAZORPAY, windowFromPayment } from './settle.ts';

const orderNotFound = () => new AppError('not_found', 'order_not_found', bookingMessages.orderNotFound);
const ownOrder = async (deps: Deps, viewer: Viewer, orderId: number) =>
  (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());

/**
 * Opens a payment: an order at the provider for exactly the order's sum. Asked again for the same sum, it gives the same
 * one. Throws order_paid, nothing_to_pay, already_booked, provider_away (nothing was charged).
 */
export async function startPayment(deps: Deps, viewer: Viewer, orderId: number): Promise<RazorpayCheckout> {
  const { db, config } = deps;
  const razorpay = deps.razorpay ?? raise(new AppError('unavailable', 'payments_not_set_up', text.notSetUp));
  const { order } = await ownOrder(deps, viewer, orderId);
  const attempt = await aloneFor(db, viewer.userId, order.movieId, async (tx) => {
    const locked = (await lockOrder(tx, orderId)) ?? raise(orderNotFound());
    await refusePayment(deps, viewer, locked, tx);
    if (locked.totalRoundedValue === 0) throw new AppError('invalid', 'nothing_to_pay', text.nothingToPay);
    // A dismissed popup marked it CANCELLED; who opens it again is booking again.
    if (locked.paymentStatus === 'CANCELLED') await changeOrder(tx, orderId, { paymentStatus: 'NEW' });
    return (
      (await openAttempt(tx, orderId, locked.totalRoundedValue)) ??
      insertAttempt(tx, { order: locked, provider: RAZORPAY, now: deps.now() })
    );
  });

  const providerOrderId = attempt.providerOrderId ?? (await openAtProvider());
  const { movieName, movieNameEn } = (await movieNameOf(db, order.movieId))!;
  return {
    provider: RAZORPAY,
    key: config.razorpay!.keyId,
    amount: attempt.amount,
    currency: attempt.currency,
    order_id: providerOrderId,
    name: commonMessages.brand,
    description: movieNameEn ?? movieName,
    prefill: await findPayer(db, viewer.userId),
    script: config.razorpay!.checkoutUrl,
  };

  async function openAtProvider() {
    const made = await providerCall(() =>
      razorpay.createOrder({
        amountInPaise: attempt.amount,
        receipt: attempt.receipt,
        notes: { movieOrderId: String(orderId), orderNo: order.orderNo },
      }),
    );
    return nameAttempt(db, attempt.attemptId, made.id);
  }
}

async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider', 'provider_away', text.providerAway);
    throw error;
  }
}

async function refusePayment(deps: Deps, viewer: Viewer, order: OrderRow, tx: Deps['db']) {
  if (order.paymentStatus === 'PROCESSING')
    throw new AppError('conflict', 'payment_pending', bookingMessages.paymentPending);
  if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
    throw new AppError('conflict', 'order_paid', text.orderPaid);
  if (isWindowOver(order, deps.now())) throw new AppError('invalid', 'slot_past', bookingMessages.slotPast);
  if ((await liveTickets(tx, viewer.userId, order.movieId, deps.now())).length)
    throw new AppError('conflict', 'already_booked', bookingMessages.alreadyBooked);
  if (order.paymentStatus === 'CANCELLED' && (await hasOtherOpenOrder(tx, order)))
    throw new AppError('conflict', 'order_closed', bookingMessages.orderClosed);
}

/**
 * What the browser saw. PAID is believed with the provider's signature and the provider's own word, or for a sum of 0;
 * CANCELLED closes an order that nobody paid; anything else changes nothing.
 */
export async function reportPayment(deps: Deps, viewer: Viewer, orderId: number, report: PaymentReport) {
  const { order } = await ownOrder(deps, viewer, orderId);
  if (report.paymentStatus === 'CANCELLED') await cancelOrder(deps, orderId);
  else if (report.paymentStatus === 'PAID' && order.paymentStatus !== 'PAID')
    await (order.totalRoundedValue === 0 ? completeFree(deps, viewer, orderId) : believe(deps, order, report));
  return toOrder(await ownOrder(deps, viewer, orderId));
}

const cancelOrder = (deps: Deps, orderId: number) =>
  inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.paymentStatus === 'NEW') await changeOrder(tx, orderId, { paymentStatus: 'CANCELLED' });
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
    await changeOrder(tx, orderId, {
      ...windowFromPayment(locked, now),
      paymentStatus: 'PAID',
      paymentMode: locked.unitPrice === 0 ? 'FREE' : 'Coupon',
      paidAt: now,
    });
  });
}

/** Signature over our stored order id, then the payment fetched from the provider and compared. */
async function believe(deps: Deps, order: OrderRow, report: PaymentReport) {
  const { razorpay_payment_id: paymentId, razorpay_order_id: providerOrderId, razorpay_signature: signature } = report;
  const attempt = providerOrderId ? await findAttempt(deps.db, RAZORPAY, providerOrderId) : undefined;
  const isOurs = attempt?.movieOrderId === order.movieOrderId && attempt.providerOrderId !== null;
  const isProven =
    isOurs &&
    paymentId &&
    signature &&
    deps.razorpay?.isPaymentSignature({ orderId: attempt.providerOrderId!, paymentId, signature });
  if (!isProven) throw new AppError('invalid', 'payment_not_proven', text.proofMissing);

  const { row } = await storeEvent(deps.db, {
    provider: RAZORPAY,
    eventKey: `browser:${paymentId}`,
    source: 'browser',
    providerOrderId: attempt.providerOrderId,
    providerPaymentId: paymentId,
    payload: report,
    receivedAt: deps.now(),
  });
  try {
    const payment = await deps.razorpay!.fetchPayment(paymentId);
    // The signature binds the two ids; the provider's own record must bind them too.
    const outcome = payment.orderId === attempt.providerOrderId ? await applyPayment(deps, payment, 'browser') : 'held';
    await markApplied(deps.db, row.eventId, outcome, deps.now());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Signed, but the provider cannot be asked now: the bank is "still confirming", and the reconciler will ask.
    await waitForProvider(deps, order.movieOrderId);
  }
  refuseOtherSum(order, report);
}

const waitForProvider = async (deps: Deps, orderId: number) => {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.paymentStatus === 'NEW') await changeOrder(tx, orderId, { paymentStatus: 'PROCESSING' });
  });
  deps.jobs.wake('reconcile');
};

function refuseOtherSum(order: OrderRow, { paidAmount }: PaymentReport) {
  if (paidAmount === null || paidAmount === undefined || toPaise(paidAmount) === order.totalRoundedValue) return;
  throw new AppError('conflict', 'price_changed', bookingMessages.priceChanged);
}
