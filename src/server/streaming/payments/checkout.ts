import { convertToCents } from '#domain/pricing.ts';
import { isWindowOver } from '#domain/viewing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import type { ProviderName } from '../../ports/payments/provider.ts';
import { requireBuyerPlace } from '../booking/buyer-place.ts';
import { reserveCouponUse } from '../booking/coupon-uses.ts';
import { orderNotFound } from '../booking/not-found.ts';
import {
  withViewerFilmLock,
  changeOrder,
  findOwnOrder,
  hasOtherOpenOrder,
  listCurrentTickets,
  lockOrder,
  type OrderRow,
} from '../booking/queries.ts';
import { refuseOutdatedPrice } from '../booking/order-price.ts';
import { ticketBill } from '../booking/ticket-bill.ts';
import { findOrCreateAttempt, limitPaymentStarts, PAYPAL_CURRENCY, openProviderCheckout } from './open-payment.ts';
import { providerOf } from './providers.ts';
import type { Charge } from './queries.ts';

/**
 * Creates the provider's order for a ticket; a repeated call with the same terms returns the same order. Throws
 * too_many_requests, order_paid, nothing_to_pay, already_booked, paypal_abroad_only, provider_away (nothing charged),
 * movie_not_found, price_changed and coupon refusals.
 */
export async function startPayment(deps: Deps, viewer: Viewer, orderId: number, name: ProviderName) {
  providerOf(deps, name);
  await limitPaymentStarts(deps, viewer);
  const { order, movie } = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? throwError(orderNotFound());
  const attempt = await withViewerFilmLock(deps.db, viewer.userId, order.movieId, async (tx) => {
    const locked = (await lockOrder(tx, orderId)) ?? throwError(orderNotFound());
    await refuseUnpayableOrder(deps, viewer, locked, tx);
    if (locked.totalRoundedValue === 0) throw new AppError('invalid', 'nothing_to_pay', text.nothingToPay);
    if (name === 'paypal' && (locked.buyerCountry === null || locked.buyerCountry === 'IN'))
      throw new AppError('invalid', 'paypal_abroad_only', text.paypalAbroadOnly);
    requireBuyerPlace(deps, locked);
    await reserveCouponUse(tx, locked, deps.now());
    // A dismissed popup has cancelled the order; a new payment reopens it.
    if (locked.paymentStatus === 'CANCELLED') await changeOrder(tx, orderId, { paymentStatus: 'NEW' });
    return findOrCreateAttempt(tx, deps, ticketBill(locked), chargeFor(deps, name, locked));
  });
  return openProviderCheckout(deps, viewer, attempt, {
    description: movie.movieNameEn ?? movie.movieName,
    notes: { movieOrderId: String(orderId), orderNo: order.orderNo },
  });
}

/** Razorpay charges paise; PayPal charges US cents at the configured rate, rounded up at half a cent. */
function chargeFor({ config }: Deps, provider: ProviderName, { totalRoundedValue, currency }: OrderRow): Charge {
  if (provider === 'razorpay') return { provider, amount: totalRoundedValue, currency, rate: null };
  const rate = config.paypal!.rupeesPerDollar;
  return { provider, amount: convertToCents(totalRoundedValue, rate), currency: PAYPAL_CURRENCY, rate };
}

export async function refuseUnpayableOrder(deps: Deps, viewer: Viewer, order: OrderRow, tx: Db) {
  if (order.userId !== viewer.userId) throw orderNotFound();
  if (order.paymentStatus === 'PROCESSING')
    throw new AppError('conflict', 'payment_pending', bookingMessages.paymentPending);
  if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
    throw new AppError('conflict', 'order_paid', text.orderPaid);
  if (isWindowOver(order, deps.now())) throw new AppError('invalid', 'slot_past', bookingMessages.slotPast);
  if ((await listCurrentTickets(tx, viewer.userId, order.movieId, deps.now())).length)
    throw new AppError('conflict', 'already_booked', bookingMessages.alreadyBooked);
  if (order.paymentStatus === 'CANCELLED' && (await hasOtherOpenOrder(tx, order)))
    throw new AppError('conflict', 'order_closed', bookingMessages.orderClosed);
  await refuseOutdatedPrice(tx, deps, viewer, order);
}
