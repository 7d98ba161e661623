import { and, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { lockRatings, recalculateRatings } from '../../../db/ratings.ts';
import { socialAccounts, users } from '../../../db/schema/accounts.ts';
import { bookingReminders, couponUses, orders } from '../../../db/schema/booking.ts';
import { movies, removedMovies } from '../../../db/schema/catalogue.ts';
import { idempotencyKeys } from '../../../db/schema/server.ts';
import { invoices } from '../../../db/schema/invoices.ts';
import { paymentAttempts, paymentEvents } from '../../../db/schema/payments.ts';
import { moviePlays } from '../../../db/schema/playback.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';
import { reviews } from '../../../db/schema/reviews.ts';
import { otps, sessions } from '../../../db/schema/session.ts';
import { submissionFees, submissionPosters, submissions } from '../../../db/schema/submission.ts';

/** A concurrent booking waits for this lock. After the erasure it finds no user. */
export const lockUser = async (tx: Db, userId: number) =>
  (await tx.select().from(users).where(eq(users.userId, userId)).for('update'))[0];

export const lockOrders = (tx: Db, userId: number) =>
  tx
    .select({ movieOrderId: orders.movieOrderId, paymentStatus: orders.paymentStatus })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(orders.movieOrderId)
    .for('update');

export const lockFees = (tx: Db, userId: number) =>
  tx
    .select({ feeId: submissionFees.feeId, paymentStatus: submissionFees.paymentStatus })
    .from(submissionFees)
    .where(eq(submissionFees.userId, userId))
    .orderBy(submissionFees.feeId)
    .for('update');

export async function hasFilmsOnShow(tx: Db, userId: number): Promise<boolean> {
  const inChannel = tx
    .select({ one: sql`1` })
    .from(channelMovies)
    .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
    .where(and(eq(channelMovies.movieId, movies.movieId), eq(channels.ownerId, userId)));
  return (await tx.$count(movies, and(eq(movies.active, 'Y'), or(eq(movies.ownerId, userId), exists(inChannel))))) > 0;
}

/** Requires `lockUser`, so that no new review is written meanwhile. */
export async function deleteReviews(tx: Db, userId: number): Promise<void> {
  const reviewedMovies = await tx.select({ movieId: reviews.movieId }).from(reviews).where(eq(reviews.userId, userId));
  const movieIds = reviewedMovies.map(({ movieId }) => movieId);
  await lockRatings(tx, movieIds);
  await tx.delete(reviews).where(eq(reviews.userId, userId));
  await recalculateRatings(tx, movieIds);
}

/** Event payloads name the payer; accounting needs only the outcome of an applied event. */
export async function erasePayerData(tx: Db, userId: number): Promise<void> {
  const providerOrderIds = tx
    .select({ id: paymentAttempts.providerOrderId })
    .from(paymentAttempts)
    .leftJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, paymentAttempts.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)));
  await tx
    .update(paymentEvents)
    .set({ payload: { erased: true } })
    .where(and(inArray(paymentEvents.providerOrderId, providerOrderIds), isNotNull(paymentEvents.appliedAt)));
}

/** Invoices stay unchanged, with the buyer's name (CGST Act, section 36). */
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

export const cancelFees = (tx: Db, userId: number) =>
  tx
    .update(submissionFees)
    .set({ paymentStatus: 'CANCELLED' })
    .where(and(eq(submissionFees.userId, userId), eq(submissionFees.paymentStatus, 'NEW')));

/** Returns the keys of the posters. A film with a streaming date stays, because it may have sold tickets. */
export async function deleteSubmissions(tx: Db, userId: number): Promise<string[]> {
  const submittedMovies = tx
    .select({ movieId: submissions.movieId })
    .from(submissions)
    .where(eq(submissions.userId, userId));
  const isDeletable = and(
    inArray(movies.movieId, submittedMovies),
    ne(movies.active, 'Y'),
    isNull(movies.streamingStartDate),
  );
  const deletedMovies = await tx
    .delete(movies)
    .where(isDeletable)
    .returning({ movieKey: movies.movieKey, changeNo: movies.changeNo });
  // A film that was published without a date and then withdrawn may still have a page.
  const publishedMovies = deletedMovies.filter(({ changeNo }) => changeNo > 0).map(({ movieKey }) => ({ movieKey }));
  if (publishedMovies.length) await tx.insert(removedMovies).values(publishedMovies).onConflictDoNothing();
  await tx.delete(submissions).where(eq(submissions.userId, userId));
  const posters = await tx.delete(submissionPosters).where(eq(submissionPosters.userId, userId)).returning();
  return posters.map(({ posterKey }) => posterKey);
}

export const deleteCodes = (tx: Db, destinations: string[]) =>
  destinations.length ? tx.delete(otps).where(inArray(otps.destination, destinations)) : undefined;

/** Stored replies contain orders. */
export const deleteIdempotencyKeys = (tx: Db, userId: number) =>
  tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${userId}`));

/** Foreign keys also delete sessions, social sign-ins, plays and channels. Published films stay without an owner. */
export const deleteUser = (tx: Db, userId: number) => tx.delete(users).where(eq(users.userId, userId));

export const countPersonalRows = async (db: Db, userId: number, now: Date) => {
  const isOrderOfUser = eq(orders.userId, userId);
  return {
    account: 1,
    sessions: await db.$count(sessions, eq(sessions.userId, userId)),
    socialSignIns: await db.$count(socialAccounts, eq(socialAccounts.userId, userId)),
    plays: await db.$count(moviePlays, eq(moviePlays.userId, userId)),
    reviews: await db.$count(reviews, eq(reviews.userId, userId)),
    reminders: await db.$count(bookingReminders, eq(bookingReminders.userId, userId)),
    submissions: await db.$count(submissions, eq(submissions.userId, userId)),
    posters: await db.$count(submissionPosters, eq(submissionPosters.userId, userId)),
    channels: await db.$count(channels, eq(channels.ownerId, userId)),
    openTickets: await db.$count(
      orders,
      and(isOrderOfUser, eq(orders.paymentStatus, 'PAID'), gt(orders.bookingEndTime, now)),
    ),
    unpaidOrders: await db.$count(orders, and(isOrderOfUser, eq(orders.paymentStatus, 'NEW'))),
  };
};

export async function countRetainedRows(db: Db, userId: number) {
  const orderIds = db.select({ id: orders.movieOrderId }).from(orders).where(eq(orders.userId, userId));
  return {
    orders: await db.$count(orders, eq(orders.userId, userId)),
    invoices: await db.$count(invoices, inArray(invoices.movieOrderId, orderIds)),
    submissionFees: await db.$count(submissionFees, eq(submissionFees.userId, userId)),
  };
}
