import type { PaymentReport, ProviderName } from '#contract/payments.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { orderNotFound } from '../not-found.ts';
import { checkPayments } from '../payments/check-payments.ts';
import { providerOf } from '../payments/providers.ts';
import { reportPayment } from '../payments/report-payment.ts';
import { startPayment } from '../payments/start-payment.ts';
import { requireBuyerPlace } from './buyer-place.ts';
import { reserveCouponUse, takeCouponUse } from './coupon-uses.ts';
import { freePaymentMode } from './money-columns.ts';
import { refuseOutdatedPrice } from './order-price.ts';
import { paymentHeld, readOrder, requireOwnOrder } from './own-order.ts';
import {
  withViewerFilmLock,
  changeOrder,
  hasHeldPaymentForMovie,
  hasOtherOpenOrder,
  listCurrentTickets,
  lockOrder,
  type OrderRow,
} from './queries.ts';
import { orderBill } from './order-bill.ts';

/**
 * Starts the payment of a ticket. Throws what `startPayment` throws, coupon refusals, the
 * provider's refusal of the buyer's country, and the errors of an order that cannot be paid;
 * slot_past means here that the whole window is over.
 */
export async function startTicketPayment({
  deps,
  viewer,
  orderId,
  provider,
}: {
  deps: Deps;
  viewer: Viewer;
  orderId: number;
  provider: ProviderName;
}) {
  const { checkout } = await startPayment({
    deps,
    viewer,
    provider,
    openBill: async (createAttempt) => {
      const { order, movie } = await requireOwnOrder(deps.db, viewer, orderId);
      return withViewerFilmLock({
        db: deps.db,
        userId: viewer.userId,
        movieId: order.movieId,
        work: async (tx) => {
          const locked = (await lockOrder(tx, orderId)) ?? throwError(orderNotFound());
          await refuseUnpayableOrder({ deps, viewer, order: locked, tx });
          if (locked.totalRoundedValue === 0) throw new AppError('nothing_to_pay');
          const refusal = providerOf(deps, provider).findBuyerRefusal(locked.buyerCountry);
          if (refusal) throw new AppError(refusal);
          requireBuyerPlace(deps, locked);
          await reserveCouponUse(tx, locked, deps.now());
          // A dismissed popup has cancelled the order; a new payment reopens it.
          if (locked.paymentStatus === 'CANCELLED')
            await changeOrder(tx, orderId, { paymentStatus: 'NEW' });
          const bill = orderBill(locked, deps.config);
          return {
            bill,
            attempt: await createAttempt(tx, bill),
            description: movie.movieNameEn ?? movie.movieName,
          };
        },
      });
    },
  });
  return checkout;
}

async function refuseUnpayableOrder({
  deps,
  viewer,
  order,
  tx,
}: {
  deps: Deps;
  viewer: Viewer;
  order: OrderRow;
  tx: Db;
}) {
  if (order.userId !== viewer.userId) throw orderNotFound();
  if (order.paymentStatus === 'PROCESSING') throw new AppError('payment_pending');
  if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
    throw new AppError('order_paid');
  if (isWindowOver(order, deps.now())) throw new AppError('slot_past');
  const isForBuyer = !order.isGift;
  if (
    isForBuyer &&
    (
      await listCurrentTickets({
        db: tx,
        userId: viewer.userId,
        movieId: order.movieId,
        now: deps.now(),
      })
    ).length
  )
    throw new AppError('already_booked');
  if (await hasHeldPaymentForMovie(tx, viewer.userId, order.movieId)) throw paymentHeld();
  if (order.paymentStatus === 'CANCELLED' && (await hasOtherOpenOrder(tx, order)))
    throw new AppError('order_closed');
  await refuseOutdatedPrice({ tx, deps, viewer, order });
}

/**
 * Throws payment_not_proven, instrument_declined (another payment method may work),
 * payment_refused, price_changed.
 */
export async function reportTicketPayment({
  deps,
  viewer,
  orderId,
  report,
}: {
  deps: Deps;
  viewer: Viewer;
  orderId: number;
  report: PaymentReport;
}) {
  const { order } = await requireOwnOrder(deps.db, viewer, orderId);
  const isFreeOrderToComplete =
    order.totalRoundedValue === 0 &&
    report.paymentStatus === 'PAID' &&
    order.paymentStatus !== 'PAID';
  await (isFreeOrderToComplete
    ? completeFreeOrder(deps, viewer, order)
    : reportPayment(deps, orderBill(order, deps.config), report));
  return readOrder(deps, viewer, orderId);
}

/** Throws what `checkPayments` throws. */
export async function checkTicketPayment(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = await requireOwnOrder(deps.db, viewer, orderId);
  await checkPayments(deps, viewer, orderBill(order, deps.config));
  return readOrder(deps, viewer, orderId);
}

/** Spec §4: a free film or a 100 % coupon completes without a payment. */
const completeFreeOrder = (deps: Deps, viewer: Viewer, { movieOrderId, movieId }: OrderRow) =>
  withViewerFilmLock({
    db: deps.db,
    userId: viewer.userId,
    movieId,
    work: async (tx) => {
      const locked = (await lockOrder(tx, movieOrderId)) ?? throwError(orderNotFound());
      if (locked.paymentStatus === 'PAID') return;
      if (locked.totalRoundedValue !== 0) throw new AppError('price_changed');
      await refuseUnpayableOrder({ deps, viewer, order: locked, tx });
      const now = deps.now();
      await takeCouponUse(tx, locked, now);
      const payment = {
        mode: freePaymentMode(locked),
        transactionNo: null,
        currency: locked.currency,
      };
      await orderBill(locked, deps.config).markPaid(tx, deps, payment, now);
    },
  });
