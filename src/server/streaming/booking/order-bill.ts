import { DAY } from '#domain/limits/durations.ts';
import { GIFT_CLAIM_DAYS } from '#domain/limits/booking.ts';
import { type ViewingWindow, viewingWindow } from '#domain/viewing.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Bill, BillKind } from '../payments/bill.ts';
import { findForeignTotal } from './buyer-place.ts';
import { keepCouponUse, keepReservation, releaseCouponUse } from './coupon-uses.ts';
import { changeGift } from './gifts/queries.ts';
import {
  issuePartRefundDocuments,
  issueRefundDocuments,
  issueSaleDocuments,
} from './issue-documents.ts';
import { queueHeldMail } from './mails/queue-mails.ts';
import {
  changeOrder,
  endPlaybackSessions,
  findOrderByNo,
  findOrderRow,
  hasOtherOpenOrder,
  hasOtherTicket,
  lockOrder,
  lockOrderViewerAndFilm,
  type OrderRow,
} from './queries.ts';

export const orderBill = (order: OrderRow, config: Pick<Config, 'supplier'>): Bill => ({
  ref: { movieOrderId: order.movieOrderId },
  billNo: order.orderNo,
  status: order.paymentStatus,
  total: order.totalRoundedValue,
  foreignTotal: findForeignTotal(config, order),
  currency: order.currency,
  transactionNo: order.paymentTransactionNo,
  refundedAt: order.refundedAt,
  partRefundedValue: order.partRefundedValue,
  messages: {
    notProven: paymentRefusals.proofMissing,
    notRefundable: paymentRefusals.notRefundable,
  },
  findUnpayableReason: (tx, now) => findUnpayableReason(tx, order, now),
  reclaimDiscount: (tx, now) => reclaimCoupon(tx, order, now),
  canReopen: async (tx) => !(await hasOtherOpenOrder(tx, order)),
  async markProcessing(tx) {
    await changeOrder(tx, order.movieOrderId, { paymentStatus: 'PROCESSING' });
    await keepReservation(tx, order);
  },
  async markPaid(tx, deps, { mode, transactionNo, currency }, now) {
    const foreignTotal = currency === order.currency ? undefined : findForeignTotal(config, order);
    await changeOrder(tx, order.movieOrderId, {
      ...(foreignTotal !== undefined && {
        taxPercentage: 0,
        totalTaxValue: 0,
        totalRoundedValue: foreignTotal,
      }),
      ...(order.isGift ? emptyWindow(now) : windowFromPayment(order, now)),
      paymentStatus: 'PAID',
      paymentMode: mode,
      paymentTransactionNo: transactionNo,
      paidAt: now,
      platformSharePercent: deps.config.platformSharePercent,
    });
    if (order.isGift) await changeGift(tx, order.movieOrderId, { claimUntil: claimEnd(now) });
    await issueSaleDocuments(tx, { deps, orderRef: order, now });
  },
  async markCancelled(tx) {
    await changeOrder(tx, order.movieOrderId, { paymentStatus: 'CANCELLED' });
    await releaseCouponUse(tx, order);
  },
  markHeld: (tx, now) => queueHeldMail(tx, order, now),
  async markPartRefunded(tx, _deps, part, now) {
    await changeOrder(tx, order.movieOrderId, { partRefundedValue: part.valueAfter });
    await issuePartRefundDocuments(tx, { orderRef: order, returnedPart: part, now });
  },
  endPlayback: (tx, now) => endPlaybackSessions(tx, order.movieOrderId, now),
  async markRefunded(tx, _deps, reason, now) {
    // In one update: PostgreSQL checks the foreign keys of a row that a transaction changes twice.
    // The check would wait for an erasure of the viewer, which waits for this row.
    const calendarSequence = order.calendarSequence + 1;
    await changeOrder(tx, order.movieOrderId, {
      paymentStatus: 'REFUNDED',
      refundedAt: now,
      calendarSequence,
    });
    // Before the documents, which lock the invoice series.
    await releaseCouponUse(tx, order);
    await issueRefundDocuments(tx, { orderRef: order, now, reason });
  },
});

export function createOrderBills(config: Pick<Config, 'supplier'>): BillKind {
  const asBill = (order: OrderRow | undefined) => order && orderBill(order, config);
  return {
    idOf: ({ movieOrderId }) => movieOrderId,
    find: async (db, id) => asBill(await findOrderRow(db, id)),
    lock: async (tx, id) => asBill(await lockOrder(tx, id)),
    lockWithCompetingBills: async (tx, id) => asBill(await lockOrderViewerAndFilm(tx, id)),
    findByNo: async (db, billNo) => asBill(await findOrderByNo(db, billNo)),
  };
}

async function findUnpayableReason(tx: Db, order: OrderRow, now: Date): Promise<string | null> {
  if (order.userId === null) return 'the viewer has deleted the account';
  if (order.paymentStatus === 'PAID') return 'a second payment of a paid ticket';
  if (order.paymentStatus === 'REFUNDED') return 'a payment of a refunded ticket';
  if (!order.isGift && (await hasOtherTicket(tx, order, now)))
    return 'the viewer holds another ticket for this film';
  return null;
}

async function reclaimCoupon(tx: Db, order: OrderRow, now: Date): Promise<string | null> {
  try {
    await keepCouponUse(tx, order, now);
    return null;
  } catch (error) {
    if (error instanceof AppError) return 'the coupon was used up in the meantime';
    throw error;
  }
}

/** Of a gift, until the receiver chooses an hour. */
const emptyWindow = (now: Date): ViewingWindow => ({ bookingStartTime: now, bookingEndTime: now });
const claimEnd = (paidAt: Date) => new Date(paidAt.getTime() + GIFT_CLAIM_DAYS * DAY);

/**
 * Chosen: if the chosen hour passed while the bank was confirming, the 24 hours start at the
 * payment.
 */
const windowFromPayment = ({ bookingStartTime }: OrderRow, paidAt: Date) =>
  viewingWindow(bookingStartTime > paidAt ? bookingStartTime : paidAt);
