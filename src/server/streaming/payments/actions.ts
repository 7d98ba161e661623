import type { PaymentReport } from '#contract/payments.ts';
import { bookingMessages } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { takeCouponUse } from '../booking/coupon-uses.ts';
import { orderNotFound } from '../booking/found.ts';
import { aloneFor, findOwnOrder, lockOrder, type OrderRow } from '../booking/queries.ts';
import { ticketBill } from '../booking/ticket-bill.ts';
import { toOrder } from '../booking/wire.ts';
import { believe, cancelUnpaid } from './believe.ts';
import { refusePayment } from './checkout.ts';

const ownOrder = async (deps: Deps, viewer: Viewer, orderId: number) =>
  (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());

/**
 * What the browser saw. PAID is believed with the provider's own word (and its signature, where it signs), or for a sum of
 * 0; CANCELLED closes an order that nobody paid; anything else changes nothing. Throws payment_not_proven,
 * instrument_declined (the payer may choose another means on the same order), payment_refused, price_changed.
 */
export async function reportPayment(deps: Deps, viewer: Viewer, orderId: number, report: PaymentReport) {
  const { order } = await ownOrder(deps, viewer, orderId);
  if (report.paymentStatus === 'CANCELLED') await cancelUnpaid(deps, order);
  else if (report.paymentStatus === 'PAID' && order.paymentStatus !== 'PAID')
    await (order.totalRoundedValue === 0
      ? completeFree(deps, viewer, order)
      : believe(deps, ticketBill(order), report));
  return toOrder(await ownOrder(deps, viewer, orderId), deps.now());
}

/** A free film, or a coupon for all of it: complete without payment (spec §4). */
const completeFree = (deps: Deps, viewer: Viewer, { movieOrderId, movieId }: OrderRow) =>
  aloneFor(deps.db, viewer.userId, movieId, async (tx) => {
    const locked = (await lockOrder(tx, movieOrderId)) ?? raise(orderNotFound());
    if (locked.paymentStatus === 'PAID') return;
    if (locked.totalRoundedValue !== 0) throw new AppError('conflict', 'price_changed', bookingMessages.priceChanged);
    await refusePayment(deps, viewer, locked, tx);
    const now = deps.now();
    await takeCouponUse(tx, locked, now);
    const mode = locked.unitPrice === 0 ? 'FREE' : 'Coupon';
    await ticketBill(locked).pay(tx, deps, { mode, transactionNo: null }, now);
  });
