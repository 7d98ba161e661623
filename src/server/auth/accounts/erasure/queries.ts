import { and, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { holdRatings, rateMovies } from '../../../db/ratings.ts';
import { socialAccounts, users } from '../../../db/schema/accounts.ts';
import { bookingReminders, couponUses, orders } from '../../../db/schema/booking.ts';
import { movies, removedMovies } from '../../../db/schema/catalogue.ts';
import { idempotencyKeys } from '../../../db/schema/house.ts';
import { invoices } from '../../../db/schema/invoices.ts';
import { paymentAttempts, paymentEvents } from '../../../db/schema/payments.ts';
import { moviePlays } from '../../../db/schema/playback.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';
import { reviews } from '../../../db/schema/reviews.ts';
import { otps, sessions } from '../../../db/schema/session.ts';
import { submissionFees, submissionPosters, submissions } from '../../../db/schema/submission.ts';

/** Holds the person's row: a booking that comes at the same moment waits, and then finds nobody. */
export const lockUser = async (tx: Db, userId: number) =>
  (await tx.select().from(users).where(eq(users.userId, userId)).for('update'))[0];

/** Holds their orders, as everything that moves an order does (payments/settle.ts). */
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

/** Whether a film of theirs is in the catalogue: their own submission, or one of their channels'. */
export async function offersFilms(tx: Db, userId: number): Promise<boolean> {
  const inChannel = tx
    .select({ one: sql`1` })
    .from(channelMovies)
    .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
    .where(and(eq(channelMovies.movieId, movies.movieId), eq(channels.ownerId, userId)));
  return (await tx.$count(movies, and(eq(movies.active, 'Y'), or(eq(movies.ownerId, userId), exists(inChannel))))) > 0;
}

/** Their reviews go; averages and pages follow. The person's row is held: nothing new of theirs comes meanwhile. */
export async function removeReviews(tx: Db, userId: number): Promise<void> {
  const theirs = await tx.select({ movieId: reviews.movieId }).from(reviews).where(eq(reviews.userId, userId));
  const movieIds = theirs.map(({ movieId }) => movieId);
  await holdRatings(tx, movieIds);
  await tx.delete(reviews).where(eq(reviews.userId, userId));
  await rateMovies(tx, movieIds);
}

/** What providers told of a payment names the payer; once it is applied, its outcome is all that the books need. */
export async function forgetPayers(tx: Db, userId: number): Promise<void> {
  const theirs = tx
    .select({ id: paymentAttempts.providerOrderId })
    .from(paymentAttempts)
    .leftJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, paymentAttempts.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)));
  await tx
    .update(paymentEvents)
    .set({ payload: { erased: true } })
    .where(and(inArray(paymentEvents.providerOrderId, theirs), isNotNull(paymentEvents.appliedAt)));
}

/**
 * Orders keep what the books need: film, money, country, State and dates. Their papers stay as issued, with the buyer's
 * name: the law wants them kept so (CGST Act, section 36), and nothing but the order leads to them.
 */
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

/** Fees stay for the books as orders do; the table's own rule takes the name off them. */
export const cancelFees = (tx: Db, userId: number) =>
  tx
    .update(submissionFees)
    .set({ paymentStatus: 'CANCELLED' })
    .where(and(eq(submissionFees.userId, userId), eq(submissionFees.paymentStatus, 'NEW')));

/**
 * Films that they submitted: those that were never on show go, with all that was said of them. Of one that was, the film stays for
 * the tickets that were sold, and what was between its maker and the house goes. Gives the keys of their posters.
 */
export async function removeSubmissions(tx: Db, userId: number): Promise<string[]> {
  const theirs = tx.select({ movieId: submissions.movieId }).from(submissions).where(eq(submissions.userId, userId));
  const neverShown = and(inArray(movies.movieId, theirs), ne(movies.active, 'Y'), isNull(movies.streamingStartDate));
  const gone = await tx
    .delete(movies)
    .where(neverShown)
    .returning({ movieKey: movies.movieKey, changeNo: movies.changeNo });
  // One that was on show without a day, and taken off: its page may still be up.
  const known = gone.filter(({ changeNo }) => changeNo > 0).map(({ movieKey }) => ({ movieKey }));
  if (known.length) await tx.insert(removedMovies).values(known).onConflictDoNothing();
  await tx.delete(submissions).where(eq(submissions.userId, userId));
  const posters = await tx.delete(submissionPosters).where(eq(submissionPosters.userId, userId)).returning();
  return posters.map(({ posterKey }) => posterKey);
}

export const dropCodes = (tx: Db, destinations: string[]) =>
  destinations.length ? tx.delete(otps).where(inArray(otps.destination, destinations)) : undefined;

/** Kept replies hold orders. */
export const dropIdempotencyKeys = (tx: Db, userId: number) =>
  tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${userId}`));

/** With it, by the tables' own rules: sessions, social sign-ins, plays, sittings, empty channels; films that were on show stay, unowned. */
export const removeUser = (tx: Db, userId: number) => tx.delete(users).where(eq(users.userId, userId));

/** How many rows of a person go, or end, with the account. */
export const personalOf = async (db: Db, userId: number, now: Date) => {
  const isTheirs = eq(orders.userId, userId);
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
      and(isTheirs, eq(orders.paymentStatus, 'PAID'), gt(orders.bookingEndTime, now)),
    ),
    unpaidOrders: await db.$count(orders, and(isTheirs, eq(orders.paymentStatus, 'NEW'))),
  };
};

/** How many rows of a person the law wants kept. */
export async function keptOf(db: Db, userId: number) {
  const theirs = db.select({ id: orders.movieOrderId }).from(orders).where(eq(orders.userId, userId));
  return {
    orders: await db.$count(orders, eq(orders.userId, userId)),
    invoices: await db.$count(invoices, inArray(invoices.movieOrderId, theirs)),
    submissionFees: await db.$count(submissionFees, eq(submissionFees.userId, userId)),
  };
}
