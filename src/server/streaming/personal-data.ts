import type { PersonalData } from '../personal-data.ts';
import * as booking from './booking/personal-data/queries.ts';
import { filmsOf } from './catalogue/personal-data/queries.ts';
import { channelsOf, countChannels, hasFilmsOnShow } from './channels/personal-data/queries.ts';
import { countInvoices, invoicesOf } from './invoices/personal-data/queries.ts';
import {
  disputesOf,
  erasePayerData,
  heldPaymentsOf,
  partRefundsOf,
  paymentsOf,
  refundsOf,
} from './payments/personal-data/queries.ts';
import { countPlays, playbackSessionsOf, playsOf } from './playback/personal-data/queries.ts';
import { approvedStatementsOf, countApprovedStatements } from './producer/personal-data/queries.ts';
import { countReviews, deleteReviews, reviewsOf } from './reviews/personal-data/queries.ts';
import * as submission from './submission/personal-data/queries.ts';

export const personalData: PersonalData = {
  async read(db, userId) {
    const payments = await paymentsOf(db, userId);
    const paymentsByOrder = Map.groupBy(payments, ({ movieOrderId }) => movieOrderId);
    const paymentsByFee = Map.groupBy(payments, ({ feeId }) => feeId);
    return {
      orders: (await booking.ordersOf(db, userId)).map((order) => ({
        ...withoutReceiversHour(order),
        payments: (paymentsByOrder.get(order.movieOrderId) ?? []).map(withoutBillIds),
      })),
      submissionFees: (await submission.feesOf(db, userId)).map((fee) => ({
        ...fee,
        payments: (paymentsByFee.get(fee.feeId) ?? []).map(withoutBillIds),
      })),
      taxDocuments: await invoicesOf(db, userId),
      refunds: await refundsOf(db, userId),
      partRefunds: await partRefundsOf(db, userId),
      heldPayments: await heldPaymentsOf(db, userId),
      disputes: await disputesOf(db, userId),
      givenGifts: await booking.givenGiftsOf(db, userId),
      receivedGifts: await booking.receivedGiftsOf(db, userId),
      couponUses: await booking.couponUsesOf(db, userId),
      mails: await booking.mailsOf(db, userId),
      bookingReminders: await booking.bookingRemindersOf(db, userId),
      reviews: await reviewsOf(db, userId),
      plays: await playsOf(db, userId),
      playbackSessions: await playbackSessionsOf(db, userId),
      channels: await channelsOf(db, userId),
      approvedStatements: await approvedStatementsOf(db, userId),
      films: await filmsOf(db, userId),
      feeMails: await submission.feeMailsOf(db, userId),
      submissions: await submission.submissionsOf(db, userId),
      submissionSteps: await submission.submissionStepsOf(db, userId),
      submissionPosters: await submission.postersOf(db, userId),
    };
  },
  lockBills: async (tx, userId) => [
    ...(await booking.lockOrders(tx, userId)),
    ...(await submission.lockFees(tx, userId)),
  ],
  hasFilmsOnShow,
  async erase(tx, userId) {
    const posterKeys = await submission.deleteSubmissions(tx, userId);
    await deleteReviews(tx, userId);
    await erasePayerData(tx, userId);
    await booking.unlinkOrders(tx, userId);
    await submission.cancelUnpaidFeesOf(tx, userId);
    return posterKeys;
  },
  countErasable: async (db, userId, now) => ({
    plays: await countPlays(db, userId),
    reviews: await countReviews(db, userId),
    reminders: await booking.countReminders(db, userId),
    submissions: await submission.countSubmissions(db, userId),
    posters: await submission.countPosters(db, userId),
    channels: await countChannels(db, userId),
    openTickets: await booking.countCurrentTickets(db, userId, now),
    unpaidOrders: await booking.countUnpaidOrders(db, userId),
  }),
  countRetained: async (db, userId) => ({
    orders: await booking.countOrders(db, userId),
    invoices: await countInvoices(db, userId),
    submissionFees: await submission.countFees(db, userId),
    approvedStatements: await countApprovedStatements(db, userId),
  }),
};

type ExportedOrder = Awaited<ReturnType<typeof booking.ordersOf>>[number];
/** The hour of a gift and its zone are its receiver's data. */
function withoutReceiversHour(order: ExportedOrder) {
  if (!order.isGift) return order;
  const {
    bookingStartTime: _start,
    bookingEndTime: _end,
    chosenStartTime: _chosen,
    timezone: _zone,
    ...payersData
  } = order;
  return payersData;
}

type Payment = Awaited<ReturnType<typeof paymentsOf>>[number];
const withoutBillIds = ({ movieOrderId: _order, feeId: _fee, ...payment }: Payment) => payment;
