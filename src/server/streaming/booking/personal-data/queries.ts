import { and, eq, getTableColumns, gt, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { bookingReminders, couponUses, orders, ticketMails } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { pickColumns } from '../../../db/pick-columns.ts';

const { movieName } = movies;

export const ordersOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(orders), movieName })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(eq(orders.userId, userId))
    .orderBy(orders.movieOrderId);

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
    .where(eq(orders.userId, userId))
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
    .where(eq(orders.userId, userId))
    .orderBy(orders.movieOrderId)
    .for('update');

/** Cancels unpaid orders too. Invoices stay unchanged, with the buyer's name (CGST Act, section 36). */
export async function unlinkOrders(tx: Db, userId: number): Promise<void> {
  const cancelled = await tx
    .update(orders)
    .set({ paymentStatus: 'CANCELLED' })
    .where(and(eq(orders.userId, userId), eq(orders.paymentStatus, 'NEW')))
    .returning({ movieOrderId: orders.movieOrderId });
  const ids = cancelled.map(({ movieOrderId }) => movieOrderId);
  if (ids.length) await tx.delete(couponUses).where(inArray(couponUses.movieOrderId, ids));
  await tx
    .update(orders)
    .set({ userId: null, latitude: null, longitude: null, orderRemarks: null })
    .where(eq(orders.userId, userId));
}

export const countOrders = (db: Db, userId: number) => db.$count(orders, eq(orders.userId, userId));

export const countUnpaidOrders = (db: Db, userId: number) =>
  db.$count(orders, and(eq(orders.userId, userId), eq(orders.paymentStatus, 'NEW')));

export const countCurrentTickets = (db: Db, userId: number, now: Date): Promise<number> =>
  db.$count(orders, and(eq(orders.userId, userId), eq(orders.paymentStatus, 'PAID'), gt(orders.bookingEndTime, now)));

export const countReminders = (db: Db, userId: number) =>
  db.$count(bookingReminders, eq(bookingReminders.userId, userId));
