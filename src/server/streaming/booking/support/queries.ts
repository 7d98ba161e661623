import { and, asc, desc, eq, gt, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PaymentStatus } from '#domain/payment-states.ts';
import { equalsIgnoringCase, hasTrigram } from '../../../db/conditions.ts';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { orders, ticketMails } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { invoices } from '../../../db/schema/invoices.ts';
import {
  disputes,
  heldPayments,
  partRefunds,
  paymentAttempts,
  paymentEvents,
  refunds,
} from '../../../db/schema/payments.ts';
import { moviePlays } from '../../../db/schema/playback.ts';
import { pickColumns } from '../../../db/pick-columns.ts';
import { hasWordEnd } from '../../../db/user-search.ts';
import { hasHolder } from '../gifts/queries.ts';
import { hasNoActiveRefund, type OrderRow } from '../queries.ts';

export interface OrderFilter {
  /** The whole number, or its last digits without zeros: `M26-000123` or `123`. */
  orderNo?: string | undefined;
  userIds?: number[] | undefined;
  movieId?: number | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  status?: PaymentStatus | undefined;
  after?: Pick<OrderRow, 'orderDate' | 'movieOrderId'> | undefined;
}

const listColumns = {
  ...pickColumns(orders, 'orderNo', 'orderDate', 'paymentStatus'),
  total: orders.totalRoundedValue,
  currency: orders.currency,
  movieName: movies.movieName,
  ...pickColumns(orders, 'bookingStartTime', 'bookingEndTime', 'userId'),
};

const hasTypedNo = (typed: string) =>
  /^\d{1,9}$/.test(typed)
    ? eq(orders.movieOrderId, Number(typed))
    : eq(orders.orderNo, typed.toUpperCase());

const isAfter = ({ orderDate, movieOrderId }: NonNullable<OrderFilter['after']>) =>
  sql`(${orders.orderDate}, ${orders.movieOrderId}) < (${orderDate.toISOString()}::timestamptz, ${movieOrderId}::int)`;

/**
 * By the time of the order, descending. Each filter alone has an index in this order, or few rows.
 */
export const listOrders = (
  db: Db,
  { orderNo, userIds, movieId, from, until, status, after }: OrderFilter,
  count: number,
) =>
  db
    .select(listColumns)
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(
      and(
        orderNo ? hasTypedNo(orderNo) : undefined,
        userIds ? inArray(orders.userId, userIds.length ? userIds : [-1]) : undefined,
        movieId ? eq(orders.movieId, movieId) : undefined,
        from ? gte(orders.orderDate, from) : undefined,
        until ? lt(orders.orderDate, until) : undefined,
        status ? eq(orders.paymentStatus, status) : undefined,
        after ? isAfter(after) : undefined,
      ),
    )
    .orderBy(desc(orders.orderDate), desc(orders.movieOrderId))
    .limit(count);

const findUserIds = async (db: Db, where: SQL | undefined): Promise<number[]> =>
  (await db.select({ userId: users.userId }).from(users).where(where)).map(({ userId }) => userId);

export const findUsersByMobile = async (db: Db, digits: string): Promise<number[]> =>
  hasTrigram(digits)
    ? findUserIds(
        db,
        and(
          hasWordEnd(digits),
          or(eq(users.mobile, digits), eq(sql`concat(${users.dialCode}, ${users.mobile})`, digits)),
        ),
      )
    : [];

export const findUsersByEmail = (db: Db, address: string): Promise<number[]> =>
  findUserIds(db, and(hasWordEnd(address), equalsIgnoringCase(users.emailId, address)));

export const findOrderByTypedNo = async (db: Db, orderNo: string): Promise<OrderRow | undefined> =>
  (await db.select().from(orders).where(hasTypedNo(orderNo)))[0];

export async function findOrderParts(
  db: Db,
  {
    movieOrderId,
    movieId,
    holderId,
  }: Pick<OrderRow, 'movieOrderId' | 'movieId'> & { holderId: number | null },
) {
  const attempts = await db
    .select({
      ...pickColumns(
        paymentAttempts,
        'provider',
        'providerOrderId',
        'providerPaymentId',
        'amount',
        'paidAmount',
        'currency',
      ),
      ...pickColumns(paymentAttempts, 'state', 'createdAt'),
    })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.movieOrderId, movieOrderId))
    .orderBy(asc(paymentAttempts.attemptId));
  const providerOrderIds = attempts.flatMap((each) => each.providerOrderId ?? []);
  const paymentIds = attempts.flatMap((each) => each.providerPaymentId ?? []);
  return {
    attempts,
    events: await db
      .select(
        pickColumns(
          paymentEvents,
          'eventId',
          'provider',
          'source',
          'providerPaymentId',
          'receivedAt',
          'outcome',
        ),
      )
      .from(paymentEvents)
      .where(
        or(
          inArray(paymentEvents.providerOrderId, [...providerOrderIds, '']),
          inArray(paymentEvents.providerPaymentId, [...paymentIds, '']),
        ),
      )
      .orderBy(asc(paymentEvents.eventId)),
    heldPayments: await db
      .select({
        ...pickColumns(heldPayments, 'provider', 'providerPaymentId', 'amount', 'currency'),
        ...pickColumns(heldPayments, 'cause', 'reason', 'heldAt'),
        ...pickColumns(heldPayments, 'decision', 'decidedAt', 'decidedBy'),
      })
      .from(heldPayments)
      .where(eq(heldPayments.movieOrderId, movieOrderId))
      .orderBy(asc(heldPayments.heldPaymentId)),
    refunds: await db
      .select({
        ...pickColumns(refunds, 'provider', 'providerPaymentId', 'amount', 'currency'),
        ...pickColumns(refunds, 'reason', 'state', 'askedAt'),
      })
      .from(refunds)
      .where(eq(refunds.movieOrderId, movieOrderId))
      .orderBy(asc(refunds.refundId)),
    partRefunds: await db
      .select({
        ...pickColumns(partRefunds, 'provider', 'providerPaymentId', 'amount', 'currency'),
        ...pickColumns(partRefunds, 'cause', 'reason', 'returnedAt'),
      })
      .from(partRefunds)
      .where(eq(partRefunds.movieOrderId, movieOrderId))
      .orderBy(asc(partRefunds.partRefundId)),
    disputes: await db
      .select({
        ...pickColumns(
          disputes,
          'disputeId',
          'provider',
          'providerPaymentId',
          'amount',
          'currency',
          'amountDeducted',
        ),
        ...pickColumns(
          disputes,
          'state',
          'phase',
          'reasonCode',
          'reasonText',
          'respondBy',
          'openedAt',
          'changedAt',
        ),
      })
      .from(disputes)
      .where(eq(disputes.movieOrderId, movieOrderId))
      .orderBy(asc(disputes.openedAt), asc(disputes.disputeId)),
    taxDocuments: await db
      .select(pickColumns(invoices, 'invoiceNo', 'kind', 'issuedAt'))
      .from(invoices)
      .where(eq(invoices.movieOrderId, movieOrderId))
      .orderBy(asc(invoices.issuedAt)),
    mails: await db
      .select(pickColumns(ticketMails, 'kind', 'dueAt', 'sentAt', 'droppedAt', 'tries'))
      .from(ticketMails)
      .where(eq(ticketMails.movieOrderId, movieOrderId))
      .orderBy(asc(ticketMails.ticketMailId)),
    plays:
      holderId === null
        ? []
        : await db
            .select(pickColumns(moviePlays, 'playStartTime', 'playEndTime', 'deviceType'))
            .from(moviePlays)
            .where(
              and(
                eq(moviePlays.userId, holderId),
                eq(moviePlays.movieId, movieId),
                eq(moviePlays.movieOrderId, movieOrderId),
              ),
            )
            .orderBy(asc(moviePlays.moviePlayId)),
  };
}

export const hasActiveTicketRefund = async (db: Db, movieOrderId: number): Promise<boolean> =>
  (await db.$count(orders, and(eq(orders.movieOrderId, movieOrderId), hasNoActiveRefund))) === 0;

/**
 * Locks the paid tickets whose window overlaps the period, except those being refunded, unclaimed
 * gifts, and those of deleted accounts.
 */
export const lockTicketsOpenBetween = (tx: Db, from: Date, until: Date): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'PAID'),
        hasHolder,
        lt(orders.bookingStartTime, until),
        gt(orders.bookingEndTime, from),
        hasNoActiveRefund,
      ),
    )
    .orderBy(asc(orders.movieOrderId))
    .for('update');
