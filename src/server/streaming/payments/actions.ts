import type { PaymentReport } from '#contract/payments.ts';
import { bookingMessages } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { reserveCouponUse } from '../booking/coupon-uses.ts';
import { orderNotFound } from '../booking/not-found.ts';
import { withViewerFilmLock, findOwnOrder, lockOrder, type OrderRow } from '../booking/queries.ts';
import { ticketBill } from '../booking/ticket-bill.ts';
import { toOrder } from '../booking/wire.ts';
import { verifyPaymentProof, cancelUnpaidBill } from './verify-proof.ts';
import { refuseUnpayableOrder } from './checkout.ts';

const requireOwnOrder = async (deps: Deps, viewer: Viewer, orderId: number) =>
  (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? throwError(orderNotFound());

/** Throws payment_not_proven, instrument_declined (another payment method may work), payment_refused, price_changed. */
export async function reportPayment(deps: Deps, viewer: Viewer, orderId: number, report: PaymentReport) {
  const { order } = await requireOwnOrder(deps, viewer, orderId);
  if (report.paymentStatus === 'CANCELLED') await cancelUnpaidBill(deps, order);
  else if (report.paymentStatus === 'PAID' && order.paymentStatus !== 'PAID')
    await (order.totalRoundedValue === 0
      ? completeFreeOrder(deps, viewer, order)
      : verifyPaymentProof(deps, ticketBill(order), report));
  return toOrder(await requireOwnOrder(deps, viewer, orderId), deps.now());
}

/** Spec §4: a free film or a 100 % coupon completes without a payment. */
const completeFreeOrder = (deps: Deps, viewer: Viewer, { movieOrderId, movieId }: OrderRow) =>
  withViewerFilmLock(deps.db, viewer.userId, movieId, async (tx) => {
    const locked = (await lockOrder(tx, movieOrderId)) ?? throwError(orderNotFound());
    if (locked.paymentStatus === 'PAID') return;
    if (locked.totalRoundedValue !== 0) throw new AppError('conflict', 'price_changed', bookingMessages.priceChanged);
    await refuseUnpayableOrder(deps, viewer, locked, tx);
    const now = deps.now();
    await reserveCouponUse(tx, locked, now);
    const mode = locked.unitPrice === 0 ? 'FREE' : 'Coupon';
    await ticketBill(locked).markPaid(tx, deps, { mode, transactionNo: null }, now);
  });
