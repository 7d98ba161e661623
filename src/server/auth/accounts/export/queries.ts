import { eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../../db/open.ts';
import {
  channels,
  couponUses,
  invoices,
  moviePlays,
  movies,
  orders,
  paymentAttempts,
  playbackSessions,
  refunds,
  reviews,
  sessions,
  socialAccounts,
  ticketMails,
} from '../../../db/schema.ts';

export const socialAccountsOf = (db: Db, userId: number) =>
  db.select().from(socialAccounts).where(eq(socialAccounts.userId, userId)).orderBy(socialAccounts.createdOn);

export const sessionsOf = (db: Db, userId: number) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.createdOn);

const { movieName } = movies;

export const ordersOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(orders), movieName })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(eq(orders.userId, userId))
    .orderBy(orders.movieOrderId);

export const paymentsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: paymentAttempts.movieOrderId,
      provider: paymentAttempts.provider,
      receipt: paymentAttempts.receipt,
      providerOrderId: paymentAttempts.providerOrderId,
      amount: paymentAttempts.amount,
      currency: paymentAttempts.currency,
      state: paymentAttempts.state,
      heldReason: paymentAttempts.heldReason,
      createdOn: paymentAttempts.createdAt,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .where(eq(orders.userId, userId))
    .orderBy(paymentAttempts.attemptId);

/** Papers as they were issued, of their own orders. */
export const papersOf = (db: Db, userId: number) =>
  db
    .select({ movieOrderId: invoices.movieOrderId, issuedAt: invoices.issuedAt, document: invoices.document })
    .from(invoices)
    .innerJoin(orders, eq(orders.movieOrderId, invoices.movieOrderId))
    .where(eq(orders.userId, userId))
    .orderBy(invoices.issuedAt, invoices.invoiceNo);

export const refundsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: refunds.movieOrderId,
      provider: refunds.provider,
      amount: refunds.amount,
      currency: refunds.currency,
      reason: refunds.reason,
      state: refunds.state,
      providerRefundId: refunds.providerRefundId,
      askedAt: refunds.askedAt,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.movieOrderId, refunds.movieOrderId))
    .where(eq(orders.userId, userId))
    .orderBy(refunds.refundId);

export const couponUsesOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: couponUses.movieOrderId,
      couponCode: couponUses.couponCode,
      takenAt: couponUses.takenAt,
    })
    .from(couponUses)
    .where(eq(couponUses.userId, userId))
    .orderBy(couponUses.takenAt);

export const mailsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: ticketMails.movieOrderId,
      kind: ticketMails.kind,
      dueAt: ticketMails.dueAt,
      sentAt: ticketMails.sentAt,
    })
    .from(ticketMails)
    .innerJoin(orders, eq(orders.movieOrderId, ticketMails.movieOrderId))
    .where(eq(orders.userId, userId))
    .orderBy(ticketMails.ticketMailId);

const { importDigest: _, ...reviewColumns } = getTableColumns(reviews);
export const reviewsOf = (db: Db, userId: number) =>
  db
    .select({ ...reviewColumns, movieName })
    .from(reviews)
    .innerJoin(movies, eq(movies.movieId, reviews.movieId))
    .where(eq(reviews.userId, userId))
    .orderBy(reviews.reviewId);

export const playsOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(moviePlays), movieName })
    .from(moviePlays)
    .innerJoin(movies, eq(movies.movieId, moviePlays.movieId))
    .where(eq(moviePlays.userId, userId))
    .orderBy(moviePlays.moviePlayId);

/** One opening of the player each. */
export const sittingsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: playbackSessions.movieOrderId,
      movieId: playbackSessions.movieId,
      movieName,
      startedAt: playbackSessions.startedAt,
      endsAt: playbackSessions.endsAt,
      replacedAt: playbackSessions.replacedAt,
    })
    .from(playbackSessions)
    .innerJoin(movies, eq(movies.movieId, playbackSessions.movieId))
    .where(eq(playbackSessions.userId, userId))
    .orderBy(playbackSessions.startedAt);

export const channelsOf = (db: Db, userId: number) =>
  db
    .select({
      channelId: channels.channelId,
      channelName: channels.channelName,
      channelImage: channels.channelImage,
      createdOn: channels.createdOn,
    })
    .from(channels)
    .where(eq(channels.ownerId, userId))
    .orderBy(channels.channelId);

/** Films that they submitted or own, as they gave them in. */
export const filmsOf = (db: Db, userId: number) =>
  db
    .select({
      movieId: movies.movieId,
      movieKey: movies.movieKey,
      movieName: movies.movieName,
      movieNameEn: movies.movieNameEn,
      movieDescription: movies.movieDescription,
      movieDescriptionOwn: movies.movieDescriptionOwn,
      movieType: movies.movieType,
      primaryLanguage: movies.primaryLanguage,
      countryOfProduction: movies.countryOfProduction,
      yearProduced: movies.yearProduced,
      yearReleased: movies.yearReleased,
      runningTime: movies.runningTime,
      ageRating: movies.ageRating,
      ticketRate: movies.ticketRate,
      active: movies.active,
      createdOn: movies.createdOn,
    })
    .from(movies)
    .where(eq(movies.ownerId, userId))
    .orderBy(movies.movieId);
