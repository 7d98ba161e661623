import { CURRENCY, SUBMISSION_FEE_DOLLARS } from '#domain/limits.ts';
import { toPaise } from '#domain/pricing.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { ProviderName } from '../../../ports/payments/provider.ts';
import { beginPayment, countStart, DOLLARS, openPayment } from '../../payments/open-payment.ts';
import { providerOf } from '../../payments/providers.ts';
import type { Charge } from '../../payments/queries.ts';
import { feeBill } from './fee-bill.ts';
import { aloneForMaker, changeFee, type FeeRow, lockUnpaidFee, findUnusedFee, insertFee } from './queries.ts';
import { toFee } from './wire.ts';

/** Whatever was entered. */
const PAYPAL_CENTS = SUBMISSION_FEE_DOLLARS * 100;
/** Razorpay takes nothing smaller. */
const LEAST_PAISE = 100;

/**
 * Opens the payment of a fee. Asked again for the same sum it goes on with the same fee, and on the same terms with the same
 * payment. Throws too_many_requests, fee_too_small, payment_pending, fee_paid (a paid one waits for its film), provider_away
 * (nothing was charged).
 * Chosen: PayPal is offered to makers of every country, as the specification's screen does.
 */
export async function startFeePayment(
  deps: Deps,
  viewer: Viewer,
  { amount, provider }: { amount: number; provider: ProviderName },
) {
  providerOf(deps, provider);
  await countStart(deps, viewer);
  if (toPaise(amount) < LEAST_PAISE) throw new AppError('invalid', 'fee_too_small', text.tooSmall);
  const { fee, attempt } = await aloneForMaker(deps.db, viewer.userId, async (tx) => {
    await refuseSecondFee(tx, viewer);
    const begun = await openFee(tx, deps, viewer, toPaise(amount));
    return { fee: begun, attempt: await beginPayment(tx, deps, feeBill(begun), chargeFor(deps, provider, begun)) };
  });
  const notes = { feeId: String(fee.feeId), orderNo: fee.feeNo };
  const opened = await openPayment(deps, viewer, attempt, { description: text.description, notes });
  return { ...opened, fee: toFee({ fee, movieId: null }) };
}

/** Chosen: nobody pays twice for one film, also not with another sum: what was paid is used first. */
async function refuseSecondFee(tx: Db, { userId }: Viewer) {
  const unused = await findUnusedFee(tx, userId);
  if (unused?.fee.paymentStatus === 'PAID') throw new AppError('conflict', 'fee_paid', text.unusedPaid);
  if (unused) throw new AppError('conflict', 'payment_pending', text.pending);
}

async function openFee(tx: Db, { now }: Deps, { userId }: Viewer, amount: number): Promise<FeeRow> {
  const known = await lockUnpaidFee(tx, userId, amount, now());
  if (!known) return insertFee(tx, { userId, amount, createdAt: now() });
  // A dismissed popup marked it CANCELLED; who opens it again is paying again.
  if (known.paymentStatus === 'CANCELLED') await changeFee(tx, known.feeId, { paymentStatus: 'NEW' });
  return { ...known, paymentStatus: 'NEW' };
}

function chargeFor({ config }: Deps, provider: ProviderName, { amount }: FeeRow): Charge {
  if (provider === 'razorpay') return { provider, amount, currency: CURRENCY, rate: null };
  return { provider, amount: PAYPAL_CENTS, currency: DOLLARS, rate: config.paypal!.rupeesPerDollar };
}
