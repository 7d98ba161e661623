import { toWire } from '#domain/dates.ts';
import { toRupees } from '#domain/pricing.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { findUser } from '../queries.ts';
import {
  bookingRemindersOf,
  channelsOf,
  couponUsesOf,
  feesOf,
  filmsOf,
  mailsOf,
  ordersOf,
  invoicesOf,
  paymentsOf,
  playsOf,
  postersOf,
  refundsOf,
  reviewsOf,
  sessionsOf,
  playbackSessionsOf,
  socialAccountsOf,
  submissionsOf,
  submissionStepsOf,
} from './queries.ts';

/** Exports everything stored about the viewer, except hashes of secrets and the counts of rate limits. */
export async function exportAccount({ db, now }: Deps, { userId }: Viewer) {
  const {
    passwordHash,
    importDigest: _,
    ...profile
  } = (await findUser(db, userId)) ?? throwError(new AppError('not_found', 'user_not_found', text.fetchFailed));
  const payments = await paymentsOf(db, userId);
  const paymentsByOrder = Map.groupBy(payments, ({ movieOrderId }) => movieOrderId);
  const paymentsByFee = Map.groupBy(payments, ({ feeId }) => feeId);
  return toWireValue({
    exportedOn: now(),
    profile: { ...profile, hasPassword: passwordHash !== null },
    socialAccounts: await socialAccountsOf(db, userId),
    sessions: await sessionsOf(db, userId),
    orders: (await ordersOf(db, userId)).map((order) => ({
      ...order,
      payments: (paymentsByOrder.get(order.movieOrderId) ?? []).map(withoutBillIds),
    })),
    submissionFees: (await feesOf(db, userId)).map((fee) => ({
      ...fee,
      payments: (paymentsByFee.get(fee.feeId) ?? []).map(withoutBillIds),
    })),
    papers: await invoicesOf(db, userId),
    refunds: await refundsOf(db, userId),
    couponUses: await couponUsesOf(db, userId),
    mails: await mailsOf(db, userId),
    bookingReminders: await bookingRemindersOf(db, userId),
    reviews: await reviewsOf(db, userId),
    plays: await playsOf(db, userId),
    sittings: await playbackSessionsOf(db, userId),
    channels: await channelsOf(db, userId),
    films: await filmsOf(db, userId),
    submissions: await submissionsOf(db, userId),
    submissionSteps: await submissionStepsOf(db, userId),
    submissionPosters: await postersOf(db, userId),
  });
}

const withoutBillIds = ({
  movieOrderId: _order,
  feeId: _fee,
  ...payment
}: Awaited<ReturnType<typeof paymentsOf>>[number]) => payment;

const PAISE_FIELDS = [
  'unitPrice',
  'discountValue',
  'totalOrderValue',
  'totalTaxValue',
  'totalRoundedValue',
  'amount',
  'ticketRate',
];

function toWireValue(value: unknown, name = ''): any {
  if (name === 'document') return value;
  if (value instanceof Date) return toWire(value);
  if (Array.isArray(value)) return value.map((each) => toWireValue(each));
  if (typeof value === 'number' && PAISE_FIELDS.includes(name)) return toRupees(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toWireValue(each, key)]));
}
