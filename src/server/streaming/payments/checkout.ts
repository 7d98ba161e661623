import type { PaypalCheckout, RazorpayCheckout } from '#contract/payments.ts';
import { HOUR } from '#domain/limits.ts';
import { centsFor } from '#domain/pricing.ts';
import { isWindowOver } from '#domain/viewing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../db/open.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { ProviderName } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { requirePlace } from '../booking/buyer-place.ts';
import { takeCouponUse } from '../booking/coupon-uses.ts';
import { aloneFor, findOwnOrder, hasOtherOpenOrder, liveTickets, type OrderRow } from '../booking/queries.ts';
import { providerOf } from './providers.ts';
import {
  type Attempt,
  changeOrder,
  type Charge,
  findPayer,
  insertAttempt,
  lockOrder,
  movieNameOf,
  nameAttempt,
  openAttempt,
} from './queries.ts';

const DOLLARS = 'USD';
/** Chosen: PayPal keeps an unapproved order three hours; one that is nearly over is not handed out again. */
const OPEN_FOR = { razorpay: 6 * 24 * HOUR, paypal: 2 * HOUR };

export const orderNotFound = () => new AppError('not_found', 'order_not_found', bookingMessages.orderNotFound);

/**
 * Opens a payment: an order at the provider for exactly the order's sum. Asked again on the same terms, it gives the same
 * one. Throws order_paid, nothing_to_pay, already_booked, paypal_abroad_only, provider_away (nothing was charged), and what
 * the coupon refuses.
 */
export async function startPayment(deps: Deps, viewer: Viewer, orderId: number, name: ProviderName) {
  const { db } = deps;
  const provider = providerOf(deps, name);
  const { order } = (await findOwnOrder(db, viewer.userId, orderId)) ?? raise(orderNotFound());
  const attempt = await aloneFor(db, viewer.userId, order.movieId, async (tx) => {
    const locked = (await lockOrder(tx, orderId)) ?? raise(orderNotFound());
    await refusePayment(deps, viewer, locked, tx);
    if (locked.totalRoundedValue === 0) throw new AppError('invalid', 'nothing_to_pay', text.nothingToPay);
    if (name === 'paypal' && (locked.buyerCountry === null || locked.buyerCountry === 'IN'))
      throw new AppError('invalid', 'paypal_abroad_only', text.paypalAbroadOnly);
    requirePlace(deps, locked);
    await takeCouponUse(tx, locked, deps.now());
    // A dismissed popup marked it CANCELLED; who opens it again is booking again.
    if (locked.paymentStatus === 'CANCELLED') await changeOrder(tx, orderId, { paymentStatus: 'NEW' });
    const charge = chargeFor(deps, name, locked);
    const since = new Date(deps.now().getTime() - OPEN_FOR[name]);
    return (await openAttempt(tx, locked, charge, since)) ?? insertAttempt(tx, locked, charge, deps.now());
  });

  const { movieName, movieNameEn } = (await movieNameOf(db, order.movieId))!;
  const description = movieNameEn ?? movieName;
  const opened = attempt.providerOrderId ?? (await openAtProvider());
  return name === 'paypal'
    ? paypalCheckout(deps, attempt, opened)
    : razorpayCheckout(deps, viewer, attempt, { order_id: opened, description });

  async function openAtProvider() {
    const { amount, currency, receipt } = attempt;
    const notes = { movieOrderId: String(orderId), orderNo: order.orderNo };
    const made = await providerCall(() => provider.createOrder({ amount, currency, receipt, description, notes }));
    return nameAttempt(db, attempt.attemptId, made.id);
  }
}

/** What is charged for an order: its paise, or dollars at today's rate, half a cent up. */
function chargeFor({ config }: Deps, provider: ProviderName, { totalRoundedValue, currency }: OrderRow): Charge {
  if (provider === 'razorpay') return { provider, amount: totalRoundedValue, currency, rate: null };
  const rate = config.paypal!.rupeesPerDollar;
  return { provider, amount: centsFor(totalRoundedValue, rate), currency: DOLLARS, rate };
}

async function razorpayCheckout(
  { db, config }: Deps,
  viewer: Viewer,
  { amount, currency }: Attempt,
  named: { order_id: string; description: string },
): Promise<RazorpayCheckout> {
  return {
    provider: 'razorpay',
    key: config.razorpay!.keyId,
    amount,
    currency,
    ...named,
    name: commonMessages.brand,
    prefill: await findPayer(db, viewer.userId),
    script: config.razorpay!.checkoutUrl,
  };
}

function paypalCheckout({ config }: Deps, { amount, currency, rate }: Attempt, order_id: string): PaypalCheckout {
  const { clientId, scriptUrl } = config.paypal!;
  const wanted = {
    'client-id': clientId,
    currency,
    intent: 'capture',
    components: 'buttons',
    'disable-funding': 'card',
  };
  return {
    provider: 'paypal',
    clientId,
    order_id,
    currency,
    amount: (amount / 100).toFixed(2),
    rate: rate!,
    script: `${scriptUrl}?${new URLSearchParams(wanted)}`,
  };
}

export async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider', 'provider_away', text.providerAway);
    throw error;
  }
}

/** Throws what keeps an order from being paid, or taken for nothing. */
export async function refusePayment(deps: Deps, viewer: Viewer, order: OrderRow, tx: Db) {
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
