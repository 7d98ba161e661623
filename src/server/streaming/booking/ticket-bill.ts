import type { PaymentStatus } from '#contract/booking.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Bill, BillKind } from '../payments/bill.ts';
import { giveCouponUseBack, retakeCouponUse } from './coupon-uses.ts';
import { deleteUses } from './coupons/queries.ts';
import { endTicket, issueTicket } from './issue-ticket.ts';
import {
  cancelStaleOrders,
  changeOrder,
  endSittings,
  findOrderByNo,
  findOrderRow,
  hasOtherOpenOrder,
  holdsOtherTicket,
  lockOrder,
  lockOrderAlone,
  type OrderRow,
} from './queries.ts';

/** An order as what is paid for: paid, it is a ticket. */
export const ticketBill = (order: OrderRow): Bill => ({
  subject: { movieOrderId: order.movieOrderId },
  no: order.orderNo,
  status: order.paymentStatus as PaymentStatus,
  total: order.totalRoundedValue,
  currency: order.currency,
  transactionNo: order.paymentTransactionNo,
  refundedAt: order.refundedAt,
  words: { notProven: text.proofMissing, notRefundable: text.notRefundable },
  whyUnwanted: (tx, now) => whyUnwanted(tx, order, now),
  claim: async (tx, now) => ((await keepsCoupon(tx, order, now)) ? null : 'the coupon was used up meanwhile'),
  mayReopen: async (tx) => !(await hasOtherOpenOrder(tx, order)),
  wait: (tx) => changeOrder(tx, order.movieOrderId, { paymentStatus: 'PROCESSING' }),
  async pay(tx, deps, { mode, transactionNo }, now) {
    await changeOrder(tx, order.movieOrderId, {
      ...windowFromPayment(order, now),
      paymentStatus: 'PAID',
      paymentMode: mode,
      paymentTransactionNo: transactionNo,
      paidAt: now,
      platformSharePercent: deps.config.platformSharePercent,
    });
    await issueTicket(tx, deps, order, now);
  },
  async cancel(tx) {
    await changeOrder(tx, order.movieOrderId, { paymentStatus: 'CANCELLED' });
    await giveCouponUseBack(tx, order);
  },
  suspend: (tx, now) => endSittings(tx, order.movieOrderId, now),
  async end(tx, deps, reason, now) {
    await changeOrder(tx, order.movieOrderId, { paymentStatus: 'REFUNDED', refundedAt: now });
    await endTicket(tx, deps, order, now, reason);
  },
});

const asBill = (order: OrderRow | undefined) => order && ticketBill(order);

export const ticketBills: BillKind = {
  find: async (db, id) => asBill(await findOrderRow(db, id)),
  lock: async (tx, id) => asBill(await lockOrder(tx, id)),
  lockAlone: async (tx, id) => asBill(await lockOrderAlone(tx, id)),
  findByNo: async (db, no) => asBill(await findOrderByNo(db, no)),
  async cancelStale(db, now) {
    while ((await cancelSomeStale(db, now)) === CLOSED_AT_ONCE);
  },
};

/** Chosen: few enough that nobody waits for their transaction: the embedded database does one at a time. */
const CLOSED_AT_ONCE = 500;

const cancelSomeStale = (db: Db, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const closed = await cancelStaleOrders(tx, now, CLOSED_AT_ONCE);
    if (closed.length) await deleteUses(tx, closed);
    return closed.length;
  });

async function whyUnwanted(tx: Db, order: OrderRow, now: Date): Promise<string | null> {
  if (order.userId === null) return 'the viewer has deleted the account';
  if (order.paymentStatus === 'PAID') return 'a second payment of a paid ticket';
  if (order.paymentStatus === 'REFUNDED') return 'a payment of a refunded ticket';
  if (await holdsOtherTicket(tx, order, now)) return 'the viewer holds another ticket for this film';
  return null;
}

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
const windowFromPayment = ({ bookingStartTime }: OrderRow, paidAt: Date) =>
  viewingWindow(bookingStartTime > paidAt ? bookingStartTime : paidAt);
