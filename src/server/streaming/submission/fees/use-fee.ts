import type { FilmSubmission } from '#contract/submission.ts';
import { toPaise } from '#domain/pricing.ts';
import { submissionMessages } from '#messages/submission.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import { filmOfFee, isReturning, lockFeePaidBy } from './queries.ts';

type Claim = Pick<FilmSubmission, 'contactPayment' | 'contactPaymentStatus' | 'contactPaymentTransno'>;

/**
 * The fee that pays a submission; null where the maker pays nothing. What the browser says of it is compared with the fee
 * that the transaction paid. Its row is held until the submission is written with it, so that two films never share one.
 * `ofMovie` is the film that is submitted again, which keeps its fee. Throws fee_not_paid, fee_used, price_changed.
 */
export async function useFee(
  tx: Db,
  userId: number,
  { contactPayment, contactPaymentStatus, contactPaymentTransno }: Claim,
  ofMovie: number | null = null,
): Promise<number | null> {
  if (contactPayment === 0) return null;
  if (contactPaymentStatus !== 'PAID' || !contactPaymentTransno) throw notPaid();
  const fee = await lockFeePaidBy(tx, userId, contactPaymentTransno);
  if (fee?.paymentStatus !== 'PAID' || (await isReturning(tx, fee.feeId))) throw notPaid();
  const film = await filmOfFee(tx, fee.feeId);
  if (film !== null && film !== ofMovie) throw new AppError('conflict', 'fee_used', text.used);
  if (fee.amount !== toPaise(contactPayment)) throw new AppError('conflict', 'price_changed', text.otherAmount);
  return fee.feeId;
}

const notPaid = () => {
  const message = submissionMessages.methodRequired;
  return new AppError('invalid', 'fee_not_paid', message, { errors: [{ path: 'contactPaymentMethod', message }] });
};
