import type { PaymentStatus } from '#contract/booking.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { toRupees } from '#domain/pricing.ts';
import type { FeeWithMovie } from './queries.ts';

export const toSubmissionFee = ({ fee, movieId }: FeeWithMovie): SubmissionFee => ({
  feeId: fee.feeId,
  feeNo: fee.feeNo,
  amount: toRupees(fee.amount),
  paymentStatus: fee.paymentStatus as PaymentStatus,
  paymentMode: fee.paymentMode,
  paymentTransactionNo: fee.paymentTransactionNo,
  movieId,
});
