import { and, eq, getTableColumns, gt, inArray, notInArray, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import {
  bookingReminders,
  couponUses,
  gifts,
  orders,
  ticketMails,
} from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { pickColumns } from '../../../db/pick-columns.ts';
import { isHeldBy, isPayerOrHolder } from '../gifts/queries.ts';
import { PAYER_MAILS } from '../mails/queries.ts';

const { movieName } = movies;

export const ordersOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(orders), movieName })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(eq(orders.userId, userId))
    .orderBy(orders.movieOrderId);

/** Gifts that the person bought. The receiver stays unnamed. */
export const givenGiftsOf = (db: Db, userId: number) =>
  db
    .select(
      pickColumns(
        gifts,
        'movieOrderId',
        'giverName',
        'receiverName',
        'message',
        'claimUntil',
        'claimedAt',
        'takenBackAt',
      ),
    )
    .from(gifts)
    .innerJoin(orders, eq(orders.movieOrderId, gifts.movieOrderId))
    .where(eq(orders.userId, userId))
    .orderBy(gifts.movieOrderId);

/** Gifts that the person claimed. The giver's account stays unnamed. */
export const receivedGiftsOf = (db: Db, userId: number) =>
  db
    .select({
      ...pickColumns(
        orders,
        'orderNo',
        'bookingStartTime',
        'bookingEndTime',
        'timezone',
        'paymentStatus',
      ),
      movieName,
      ...pickColumns(gifts, 'giverName', 'receiverName', 'message', 'claimedAt'),
    })
    .from(gifts)
    .innerJoin(orders, eq(orders.movieOrderId, gifts.movieOrderId))
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(eq(gifts.receiverId, userId))
    .orderBy(gifts.movieOrderId);

export const couponUsesOf = (db: Db, userId: number) =>
  db
    .select(pickColumns(couponUses, 'movieOrderId', 'couponCode', 'takenAt'))
    .from(couponUses)
    .where(eq(couponUses.userId, userId))
    .orderBy(couponUses.takenAt);

export const mailsOf = (db: Db, userId: number) =>
  db
    .select(pickColumns(ticketMails, 'movieOrderId', 'kind', 'dueAt', 'sentAt'))
    .from(ticketMails)
    .innerJoin(orders, eq(orders.movieOrderId, ticketMails.movieOrderId))
    .where(
      or(
        and(eq(orders.userId, userId), inArray(ticketMails.kind, [...PAYER_MAILS])),
        and(isHeldBy(userId), notInArray(ticketMails.kind, [...PAYER_MAILS])),
      ),
    )
    .orderBy(ticketMails.ticketMailId);

export const bookingRemindersOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(bookingReminders), movieName })
    .from(bookingReminders)
    .innerJoin(movies, eq(movies.movieId, bookingReminders.movieId))
    .where(eq(bookingReminders.userId, userId))
    .orderBy(bookingReminders.askedAt);

export const lockOrders = (tx: Db, userId: number) =>
  tx
    .select(pickColumns(orders, 'movieOrderId', 'paymentStatus'))
    .from(orders)
    .where(isPayerOrHolder(userId))
    .orderBy(orders.movieOrderId)
    .for('update');

/**
 * Cancels unpaid orders too. A gift stays: the link of a waiting one works, and a claimed one is
 * its receiver's ticket. Invoices stay unchanged, with the buyer's name (CGST Act, section 36).
 */
export async function unlinkOrders(tx: Db, userId: number): Promise<void> {
  const cancelled = await tx
    .update(orders)
    .set({ paymentStatus: 'CANCELLED' })
    .where(and(eq(orders.userId, userId), eq(orders.paymentStatus, 'NEW')))
    .returning({ movieOrderId: orders.movieOrderId });
  const ids = cancelled.map(({ movieOrderId }) => movieOrderId);
  if (ids.length) await tx.delete(couponUses).where(inArray(couponUses.movieOrderId, ids));
  const given = tx
    .select({ id: orders.movieOrderId })
    .from(orders)
    .where(eq(orders.userId, userId));
  await tx
    .update(gifts)
    .set({ giverName: null, receiverName: null, message: null })
    .where(inArray(gifts.movieOrderId, given));
  await tx.update(gifts).set({ receiverId: null }).where(eq(gifts.receiverId, userId));
  await tx
    .update(orders)
    .set({ userId: null, latitude: null, longitude: null, orderRemarks: null })
    .where(eq(orders.userId, userId));
}

export const countOrders = (db: Db, userId: number) => db.$count(orders, eq(orders.userId, userId));

export const countUnpaidOrders = (db: Db, userId: number) =>
  db.$count(orders, and(eq(orders.userId, userId), eq(orders.paymentStatus, 'NEW')));

export const countCurrentTickets = (db: Db, userId: number, now: Date): Promise<number> =>
  db.$count(
    orders,
    and(isHeldBy(userId), eq(orders.paymentStatus, 'PAID'), gt(orders.bookingEndTime, now)),
  );

export const countReminders = (db: Db, userId: number) =>
  db.$count(bookingReminders, eq(bookingReminders.userId, userId));
