import { CURRENCY, SUBMISSION_FEE_DOLLARS } from '#domain/limits.ts';
import { toPaise } from '#domain/pricing.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { ProviderName } from '../../../ports/payments/provider.ts';
import {
  findOrCreateAttempt,
  limitPaymentStarts,
  PAYPAL_CURRENCY,
  openProviderCheckout,
} from '../../payments/open-payment.ts';
import { providerOf } from '../../payments/providers.ts';
import type { Charge } from '../../payments/queries.ts';
import { feeBill } from './fee-bill.ts';
import { withMakerLock, changeFee, type FeeRow, lockUnpaidFee, findUnusedFee, insertFee } from './queries.ts';
import { toSubmissionFee } from './wire.ts';

const PAYPAL_CENTS = SUBMISSION_FEE_DOLLARS * 100;
const MIN_PAISE = 100;

/**
 * Starts the payment of a fee. A repeated call with the same amount reuses the fee, and with the same terms the payment. Throws
 * too_many_requests, fee_too_small, payment_pending, fee_paid (a paid fee has no film yet), provider_away (nothing charged).
 * Chosen: PayPal is offered in every country, as on the specification's screen.
 */
export async function startFeePayment(
  deps: Deps,
  viewer: Viewer,
  { amount, provider }: { amount: number; provider: ProviderName },
) {
  providerOf(deps, provider);
  await limitPaymentStarts(deps, viewer);
  if (toPaise(amount) < MIN_PAISE) throw new AppError('invalid', 'fee_too_small', text.tooSmall);
  const { fee, attempt } = await withMakerLock(deps.db, viewer.userId, async (tx) => {
    await refuseSecondFee(tx, viewer);
    const openedFee = await findOrCreateFee(tx, deps, viewer, toPaise(amount));
    return {
      fee: openedFee,
      attempt: await findOrCreateAttempt(tx, deps, feeBill(openedFee), chargeFor(deps, provider, openedFee)),
    };
  });
  const notes = { feeId: String(fee.feeId), orderNo: fee.feeNo };
  const checkout = await openProviderCheckout(deps, viewer, attempt, { description: text.description, notes });
  return { ...checkout, fee: toSubmissionFee({ fee, movieId: null }) };
}

/** Chosen: a maker must use a paid fee before paying another, even of another amount. */
async function refuseSecondFee(tx: Db, { userId }: Viewer) {
  const unused = await findUnusedFee(tx, userId);
  if (unused?.fee.paymentStatus === 'PAID') throw new AppError('conflict', 'fee_paid', text.unusedPaid);
  if (unused) throw new AppError('conflict', 'payment_pending', text.pending);
}

async function findOrCreateFee(tx: Db, { now }: Deps, { userId }: Viewer, amount: number): Promise<FeeRow> {
  const unpaid = await lockUnpaidFee(tx, userId, amount, now());
  if (!unpaid) return insertFee(tx, { userId, amount, createdAt: now() });
  // A dismissed popup has cancelled the fee; a new payment reopens it.
  if (unpaid.paymentStatus === 'CANCELLED') await changeFee(tx, unpaid.feeId, { paymentStatus: 'NEW' });
  return { ...unpaid, paymentStatus: 'NEW' };
}

function chargeFor({ config }: Deps, provider: ProviderName, { amount }: FeeRow): Charge {
  if (provider === 'razorpay') return { provider, amount, currency: CURRENCY, rate: null };
  return { provider, amount: PAYPAL_CENTS, currency: PAYPAL_CURRENCY, rate: config.paypal!.rupeesPerDollar };
}
