import type { ProviderName } from '#contract/payments.ts';
import { toPaise, type Paise, type Rupees } from '#domain/pricing.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { startPayment } from '../../payments/start-payment.ts';
import { feeBill } from './fee-bill.ts';
import {
  withMakerLock,
  changeFee,
  type FeeRow,
  lockUnpaidFee,
  findUnusedFee,
  insertFee,
} from './queries.ts';
import { toSubmissionFee } from './wire.ts';

const MIN_PAISE = 100;

/**
 * Starts the payment of a fee; a repeated call with the same amount reuses the fee. Throws what
 * `startPayment` throws, fee_too_small, payment_held, payment_pending, fee_paid (a paid fee has no
 * film yet). Chosen: PayPal is offered in every country, as on the specification's screen.
 */
export async function startFeePayment(
  deps: Deps,
  viewer: Viewer,
  { amount, provider }: { amount: Rupees; provider: ProviderName },
) {
  const { checkout, fee } = await startPayment({
    deps,
    viewer,
    provider,
    openBill: async (createAttempt) => {
      if (toPaise(amount) < MIN_PAISE) throw new AppError('fee_too_small');
      return withMakerLock(deps.db, viewer.userId, async (tx) => {
        await refuseSecondFee(tx, viewer);
        const openedFee = await findOrCreateFee(tx, { deps, viewer, amount: toPaise(amount) });
        const bill = feeBill(openedFee);
        return {
          fee: openedFee,
          bill,
          attempt: await createAttempt(tx, bill),
          description: text.description,
        };
      });
    },
  });
  return { ...checkout, fee: toSubmissionFee({ fee, movieId: null, heldValue: null }) };
}

/** Chosen: a maker must use a paid fee before paying another, even of another amount. */
async function refuseSecondFee(tx: Db, { userId }: Viewer) {
  const unused = await findUnusedFee(tx, userId);
  if (unused?.fee.paymentStatus === 'PAID') throw new AppError('fee_paid');
  if (unused && unused.heldValue !== null) throw new AppError('fee_held');
  if (unused) throw new AppError('fee_pending');
}

async function findOrCreateFee(
  tx: Db,
  { deps: { now }, viewer: { userId }, amount }: { deps: Deps; viewer: Viewer; amount: Paise },
): Promise<FeeRow> {
  const unpaid = await lockUnpaidFee({ db: tx, userId, amount, now: now() });
  if (!unpaid) return insertFee(tx, { userId, amount, createdAt: now() });
  // A dismissed popup has cancelled the fee; a new payment reopens it.
  if (unpaid.paymentStatus === 'CANCELLED')
    await changeFee(tx, unpaid.feeId, { paymentStatus: 'NEW' });
  return { ...unpaid, paymentStatus: 'NEW' };
}
