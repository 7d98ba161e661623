import { centsFor } from '#domain/pricing.ts';
import { isWindowOver } from '#domain/viewing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { ProviderName } from '../../ports/payments/provider.ts';
import { requirePlace } from '../booking/buyer-place.ts';
import { takeCouponUse } from '../booking/coupon-uses.ts';
import { orderNotFound } from '../booking/found.ts';
import {
  aloneFor,
  changeOrder,
  findOwnOrder,
  hasOtherOpenOrder,
  liveTickets,
  lockOrder,
  type OrderRow,
} from '../booking/queries.ts';
import { refuseOutdated } from '../booking/order-price.ts';
import { ticketBill } from '../booking/ticket-bill.ts';
import { beginPayment, countStart, DOLLARS, openPayment } from './open-payment.ts';
import { providerOf } from './providers.ts';
import type { Charge } from './queries.ts';

/**
 * Opens a payment: an order at the provider for exactly the order's sum. Asked again on the same terms, it gives the same
 * one. Throws too_many_requests, order_paid, nothing_to_pay, already_booked, paypal_abroad_only, provider_away (nothing was
 * charged), and what saving the order would refuse: movie_not_found, price_changed, and what its coupon refuses.
 */
export async function startPayment(deps: Deps, viewer: Viewer, orderId: number, name: ProviderName) {
  providerOf(deps, name);
  await countStart(deps, viewer);
  const { order, movie } = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());
  const attempt = await aloneFor(deps.db, viewer.userId, order.movieId, async (tx) => {
    const locked = (await lockOrder(tx, orderId)) ?? raise(orderNotFound());
    await refusePayment(deps, viewer, locked, tx);
    if (locked.totalRoundedValue === 0) throw new AppError('invalid', 'nothing_to_pay', text.nothingToPay);
    if (name === 'paypal' && (locked.buyerCountry === null || locked.buyerCountry === 'IN'))
      throw new AppError('invalid', 'paypal_abroad_only', text.paypalAbroadOnly);
    requirePlace(deps, locked);
    await takeCouponUse(tx, locked, deps.now());
    // A dismissed popup marked it CANCELLED; who opens it again is booking again.
    if (locked.paymentStatus === 'CANCELLED') await changeOrder(tx, orderId, { paymentStatus: 'NEW' });
    return beginPayment(tx, deps, ticketBill(locked), chargeFor(deps, name, locked));
  });
  return openPayment(deps, viewer, attempt, {
    description: movie.movieNameEn ?? movie.movieName,
    notes: { movieOrderId: String(orderId), orderNo: order.orderNo },
  });
}

/** What is charged for an order: its paise, or dollars at today's rate, half a cent up. */
function chargeFor({ config }: Deps, provider: ProviderName, { totalRoundedValue, currency }: OrderRow): Charge {
  if (provider === 'razorpay') return { provider, amount: totalRoundedValue, currency, rate: null };
  const rate = config.paypal!.rupeesPerDollar;
  return { provider, amount: centsFor(totalRoundedValue, rate), currency: DOLLARS, rate };
}

/** Throws what keeps an order from being paid, or taken for nothing. */
export async function refusePayment(deps: Deps, viewer: Viewer, order: OrderRow, tx: Db) {
  // The account was deleted meanwhile.
  if (order.userId !== viewer.userId) throw orderNotFound();
  if (order.paymentStatus === 'PROCESSING')
    throw new AppError('conflict', 'payment_pending', bookingMessages.paymentPending);
  if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
    throw new AppError('conflict', 'order_paid', text.orderPaid);
  if (isWindowOver(order, deps.now())) throw new AppError('invalid', 'slot_past', bookingMessages.slotPast);
  if ((await liveTickets(tx, viewer.userId, order.movieId, deps.now())).length)
    throw new AppError('conflict', 'already_booked', bookingMessages.alreadyBooked);
  if (order.paymentStatus === 'CANCELLED' && (await hasOtherOpenOrder(tx, order)))
    throw new AppError('conflict', 'order_closed', bookingMessages.orderClosed);
  await refuseOutdated(tx, deps, viewer, order);
}
