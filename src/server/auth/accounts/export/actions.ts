import { toWire } from '#domain/dates.ts';
import { toRupees } from '#domain/pricing.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import { findUser } from '../queries.ts';
import {
  bookingRemindersOf,
  channelsOf,
  couponUsesOf,
  feesOf,
  filmsOf,
  mailsOf,
  ordersOf,
  papersOf,
  paymentsOf,
  playsOf,
  postersOf,
  refundsOf,
  reviewsOf,
  sessionsOf,
  sittingsOf,
  socialAccountsOf,
  submissionsOf,
  submissionStepsOf,
} from './queries.ts';

/**
 * Everything stored about the viewer. Dates and money are written as everywhere on the wire. Left out is what would open
 * something (hashes of tokens, passwords and codes) and what passes within a day (counts against abuse).
 */
export async function exportAccount({ db, now }: Deps, { userId }: Viewer) {
  const {
    passwordHash,
    importDigest: _,
    ...profile
  } = (await findUser(db, userId)) ?? raise(new AppError('not_found', 'user_not_found', text.fetchFailed));
  const payments = await paymentsOf(db, userId);
  const ofOrder = Map.groupBy(payments, ({ movieOrderId }) => movieOrderId);
  const ofFee = Map.groupBy(payments, ({ feeId }) => feeId);
  return onTheWire({
    exportedOn: now(),
    profile: { ...profile, hasPassword: passwordHash !== null },
    socialAccounts: await socialAccountsOf(db, userId),
    sessions: await sessionsOf(db, userId),
    orders: (await ordersOf(db, userId)).map((order) => ({
      ...order,
      payments: (ofOrder.get(order.movieOrderId) ?? []).map(withoutBill),
    })),
    submissionFees: (await feesOf(db, userId)).map((fee) => ({
      ...fee,
      payments: (ofFee.get(fee.feeId) ?? []).map(withoutBill),
    })),
    papers: await papersOf(db, userId),
    refunds: await refundsOf(db, userId),
    couponUses: await couponUsesOf(db, userId),
    mails: await mailsOf(db, userId),
    bookingReminders: await bookingRemindersOf(db, userId),
    reviews: await reviewsOf(db, userId),
    plays: await playsOf(db, userId),
    sittings: await sittingsOf(db, userId),
    channels: await channelsOf(db, userId),
    films: await filmsOf(db, userId),
    submissions: await submissionsOf(db, userId),
    submissionSteps: await submissionStepsOf(db, userId),
    submissionPosters: await postersOf(db, userId),
  });
}

/** A payment stands under what it was made for. */
const withoutBill = ({
  movieOrderId: _order,
  feeId: _fee,
  ...payment
}: Awaited<ReturnType<typeof paymentsOf>>[number]) => payment;

const IN_PAISE = [
  'unitPrice',
  'discountValue',
  'totalOrderValue',
  'totalTaxValue',
  'totalRoundedValue',
  'amount',
  'ticketRate',
];

/** Dates as texts, paise as rupees, all the way down; but a paper stays as it was issued. */
function onTheWire(value: unknown, name = ''): any {
  if (name === 'document') return value;
  if (value instanceof Date) return toWire(value);
  if (Array.isArray(value)) return value.map((each) => onTheWire(each));
  if (typeof value === 'number' && IN_PAISE.includes(name)) return toRupees(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, onTheWire(each, key)]));
}
