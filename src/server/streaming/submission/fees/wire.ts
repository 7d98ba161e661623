import type { PaymentStatus } from '#domain/payment-states.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { toRupees, type Paise } from '#domain/pricing.ts';
import type { FeeWithMovie } from './queries.ts';

// The reply's schema drops the other columns.
export const toSubmissionFee = ({ fee, movieId, heldValue }: FeeWithMovie): SubmissionFee => ({
  ...fee,
  amount: toRupees(fee.amount),
  paymentStatus: statusOf(fee, heldValue),
  refundedAmount: toRupees(fee.paymentStatus === 'REFUNDED' ? fee.amount : fee.partRefundedValue),
  heldAmount: heldValue === null ? null : toRupees(heldValue),
  movieId,
});

/** As for a ticket: money that waits for the operator is neither unpaid nor to be paid again. */
function statusOf({ paymentStatus }: FeeWithMovie['fee'], heldValue: Paise | null): PaymentStatus {
  const isUnpaid = paymentStatus === 'NEW' || paymentStatus === 'CANCELLED';
  return isUnpaid && heldValue !== null ? 'PROCESSING' : paymentStatus;
}
