import { eq, getTableColumns, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { socialAccounts } from '../../../db/schema/accounts.ts';
import { bookingReminders, couponUses, orders, ticketMails } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { invoices } from '../../../db/schema/invoices.ts';
import { paymentAttempts, refunds } from '../../../db/schema/payments.ts';
import { moviePlays, playbackSessions } from '../../../db/schema/playback.ts';
import { channels } from '../../../db/schema/producer.ts';
import { reviews } from '../../../db/schema/reviews.ts';
import { sessions } from '../../../db/schema/session.ts';
import { submissionFees, submissionPosters, submissions, submissionSteps } from '../../../db/schema/submission.ts';

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

export const feesOf = (db: Db, userId: number) =>
  db.select().from(submissionFees).where(eq(submissionFees.userId, userId)).orderBy(submissionFees.feeId);

export const paymentsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: paymentAttempts.movieOrderId,
      feeId: paymentAttempts.feeId,
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
    .leftJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, paymentAttempts.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(paymentAttempts.attemptId);

export const invoicesOf = (db: Db, userId: number) =>
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
      feeId: refunds.feeId,
      provider: refunds.provider,
      amount: refunds.amount,
      currency: refunds.currency,
      reason: refunds.reason,
      state: refunds.state,
      providerRefundId: refunds.providerRefundId,
      askedAt: refunds.askedAt,
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.movieOrderId, refunds.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, refunds.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
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

export const bookingRemindersOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(bookingReminders), movieName })
    .from(bookingReminders)
    .innerJoin(movies, eq(movies.movieId, bookingReminders.movieId))
    .where(eq(bookingReminders.userId, userId))
    .orderBy(bookingReminders.askedAt);

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

export const playbackSessionsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: playbackSessions.movieOrderId,
      movieId: playbackSessions.movieId,
      movieName,
      startedAt: playbackSessions.startedAt,
      endsAt: playbackSessions.endsAt,
      replacedAt: playbackSessions.endedAt,
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

export const submissionsOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(submissions), movieName })
    .from(submissions)
    .innerJoin(movies, eq(movies.movieId, submissions.movieId))
    .where(eq(submissions.userId, userId))
    .orderBy(submissions.movieId);

export const submissionStepsOf = (db: Db, userId: number) =>
  db
    .select({
      movieId: submissionSteps.movieId,
      stage: submissionSteps.stage,
      at: submissionSteps.at,
      note: submissionSteps.note,
      sentAt: submissionSteps.sentAt,
    })
    .from(submissionSteps)
    .innerJoin(submissions, eq(submissions.movieId, submissionSteps.movieId))
    .where(eq(submissions.userId, userId))
    .orderBy(submissionSteps.stepId);

export const postersOf = (db: Db, userId: number) =>
  db
    .select({ posterKey: submissionPosters.posterKey, uploadedAt: submissionPosters.uploadedAt })
    .from(submissionPosters)
    .where(eq(submissionPosters.userId, userId))
    .orderBy(submissionPosters.uploadedAt);
