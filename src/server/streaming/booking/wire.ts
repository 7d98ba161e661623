import type { PaymentStatus } from '#domain/payment-states.ts';
import type { Order } from '#contract/booking.ts';
import { toWire } from '#domain/dates.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { NOW_SKEW_MINUTES, PAYMENT_MINUTES } from '#domain/limits/booking.ts';
import { UNIT_OF_MEASURE } from '#domain/limits/money.ts';
import { isUnpaid } from '#domain/ticket-phase.ts';
import { toRupees, toDecimal } from '#domain/pricing.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { BookedOrder, OrderRow } from './queries.ts';

type TicketState = Pick<BookedOrder, 'order' | 'wasPlayed' | 'refund'>;

/**
 * Paid, unplayed and still playable. Chosen: a ticket whose window has closed is over, played or
 * not.
 */
const isUnused = ({ order, wasPlayed, refund }: TicketState, now: Date): boolean =>
  order.paymentStatus === 'PAID' &&
  !wasPlayed &&
  !isWindowOver(order, now) &&
  !isRefundAskedOrDone(refund);

/**
 * Whether the refund's state is asked, pending or done. A failed refund leaves the ticket as it
 * was.
 */
export const isRefundAskedOrDone = (refund: BookedOrder['refund']): boolean =>
  refund !== null && refund.state !== 'failed';

/**
 * Money that waits for the operator: the viewer must neither pay again nor take the order for
 * unpaid.
 */
const statusOf = ({
  order,
  heldValue,
}: Pick<BookedOrder, 'order' | 'heldValue'>): PaymentStatus => {
  const status = order.paymentStatus;
  return isUnpaid(order) && heldValue !== null ? 'PROCESSING' : status;
};

/**
 * Whether the payment came after the chosen hour. `chosenStartTime` keeps that hour and is null for
 * Now; a late payment moves the window, but not this hour. Chosen: up to five minutes late is on
 * time, the same tolerance as for the start of a Now booking.
 */
export const isPaidLate = ({
  paidAt,
  chosenStartTime,
}: Pick<OrderRow, 'paidAt' | 'chosenStartTime'>): boolean =>
  paidAt !== null &&
  chosenStartTime !== null &&
  paidAt.getTime() - chosenStartTime.getTime() > NOW_SKEW_MINUTES * MINUTE;

/** As its buyer sees it; `toViewerOrder` shows a gift. */
// `serveEndpoint` drops the columns that the contract does not name.
export function toOrder(booked: BookedOrder, now: Date): Order {
  const { order, movie, charged, invoiceNo, refund, heldValue, paymentBegunAt, creditNoteNos } =
    booked;
  const isRefunded = order.paymentStatus === 'REFUNDED';
  return {
    ...order,
    userId: order.userId ?? 0,
    bookingStartTime: toWire(order.bookingStartTime),
    bookingEndTime: toWire(order.bookingEndTime),
    unitPrice: toRupees(order.unitPrice),
    orderQuantity: 1,
    uom: UNIT_OF_MEASURE,
    discountValue: toRupees(order.discountValue),
    totalOrderValue: toRupees(order.totalOrderValue),
    totalTaxValue: toRupees(order.totalTaxValue),
    totalRoundedValue: toRupees(order.totalRoundedValue),
    transactionCurrencyCode: order.currency,
    orderDate: toWire(order.orderDate),
    isPaymentBegun:
      paymentBegunAt !== null && now.getTime() - paymentBegunAt * 1000 < PAYMENT_MINUTES * MINUTE,
    paymentStatus: statusOf(booked),
    charged: charged && { ...charged, amount: toDecimal(charged.amount) },
    invoiceNo,
    mayReschedule: isUnused(booked, now),
    slotPassed: isUnused(booked, now) && isPaidLate(order),
    refund: refund?.state ?? null,
    refundReason: isRefunded && refund?.cause === 'dispute' ? 'dispute' : null,
    refundedAmount: toRupees(isRefunded ? order.totalRoundedValue : order.partRefundedValue),
    heldAmount: heldValue === null ? null : toRupees(heldValue),
    creditNoteNos,
    gift: null,
    orderMovie: { ...movie, moviePoster: movie.poster },
  };
}
