import type { PaymentReport } from '#contract/payments.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import { believe, cancelUnpaid } from '../../payments/believe.ts';
import { feeBill } from './fee-bill.ts';
import { findOwnFee, findUnusedFee } from './queries.ts';
import { toFee } from './wire.ts';

/** Another person's fee is not found, as if there were none. */
const ownFee = async ({ db }: Deps, { userId }: Viewer, feeId: number) =>
  (await findOwnFee(db, userId, feeId)) ?? raise(new AppError('not_found', 'fee_not_found', text.notFound));

export const readFee = async (deps: Deps, viewer: Viewer, feeId: number): Promise<SubmissionFee> =>
  toFee(await ownFee(deps, viewer, feeId));

export async function readUnusedFee({ db }: Deps, { userId }: Viewer): Promise<{ fee: SubmissionFee | null }> {
  const unused = await findUnusedFee(db, userId);
  return { fee: unused ? toFee(unused) : null };
}

/** What the browser saw, as for a ticket: PAID is believed with the provider's own word. Throws what `believe` throws. */
export async function reportFee(deps: Deps, viewer: Viewer, feeId: number, report: PaymentReport) {
  const { fee } = await ownFee(deps, viewer, feeId);
  if (report.paymentStatus === 'CANCELLED') await cancelUnpaid(deps, { feeId });
  else if (report.paymentStatus === 'PAID' && fee.paymentStatus !== 'PAID') await believe(deps, feeBill(fee), report);
  return readFee(deps, viewer, feeId);
}
