import type { PaymentStatus } from '#contract/booking.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { toRupees } from '#domain/pricing.ts';
import type { FeeWithMovie } from './queries.ts';

// The reply's schema drops the other columns.
export const toSubmissionFee = ({ fee, movieId }: FeeWithMovie): SubmissionFee => ({
  ...fee,
  amount: toRupees(fee.amount),
  paymentStatus: fee.paymentStatus as PaymentStatus,
  movieId,
});
