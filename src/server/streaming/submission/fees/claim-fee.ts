import type { FilmSubmission } from '#contract/submission.ts';
import { toPaise } from '#domain/pricing.ts';
import type { Db } from '../../../db/database.ts';
import { AppError, fieldError } from '../../../errors.ts';
import { findMovieOfFee, hasActiveFeeRefund, lockFeePaidBy } from './queries.ts';

type FeeClaim = Pick<
  FilmSubmission,
  'contactPayment' | 'contactPaymentStatus' | 'contactPaymentTransno'
>;

/**
 * Returns the id of the paid fee, null for a submission without a fee. Locks the fee, so that two
 * films never share it. A resubmitted film keeps its fee. Throws fee_not_paid, fee_used,
 * price_changed.
 */
export async function claimFee(
  tx: Db,
  {
    userId,
    feeClaim: { contactPayment, contactPaymentStatus, contactPaymentTransno },
    resubmittedMovieId = null,
  }: { userId: number; feeClaim: FeeClaim; resubmittedMovieId?: number | null },
): Promise<number | null> {
  if (contactPayment === 0) return null;
  if (contactPaymentStatus !== 'PAID' || !contactPaymentTransno) throw feeNotPaid();
  const fee = await lockFeePaidBy(tx, userId, contactPaymentTransno);
  if (fee?.paymentStatus !== 'PAID' || (await hasActiveFeeRefund(tx, fee.feeId)))
    throw feeNotPaid();
  const movieId = await findMovieOfFee(tx, fee.feeId);
  if (movieId !== null && movieId !== resubmittedMovieId) throw new AppError('fee_used');
  if (fee.amount !== toPaise(contactPayment)) throw new AppError('fee_changed');
  return fee.feeId;
}

const feeNotPaid = () => fieldError('contactPaymentMethod', 'fee_not_paid');
