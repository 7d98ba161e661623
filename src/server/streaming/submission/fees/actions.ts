import type { PaymentReport } from '#contract/payments.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { reportPayment } from '../../payments/report-payment.ts';
import { feeBill } from './fee-bill.ts';
import { findOwnFee, findUnusedFee } from './queries.ts';
import { toSubmissionFee } from './wire.ts';

const requireOwnFeeWithMovie = async ({ db }: Deps, { userId }: Viewer, feeId: number) =>
  (await findOwnFee(db, userId, feeId)) ?? throwError(new AppError('fee_not_found'));

export const readFee = async (deps: Deps, viewer: Viewer, feeId: number): Promise<SubmissionFee> =>
  toSubmissionFee(await requireOwnFeeWithMovie(deps, viewer, feeId));

export async function readUnusedFee(
  { db }: Deps,
  { userId }: Viewer,
): Promise<{ fee: SubmissionFee | null }> {
  const unused = await findUnusedFee(db, userId);
  return { fee: unused ? toSubmissionFee(unused) : null };
}

/** Throws what `reportPayment` throws. */
export async function reportPaymentOfFee({
  deps,
  viewer,
  feeId,
  report,
}: {
  deps: Deps;
  viewer: Viewer;
  feeId: number;
  report: PaymentReport;
}) {
  const { fee } = await requireOwnFeeWithMovie(deps, viewer, feeId);
  await reportPayment(deps, feeBill(fee), report);
  return readFee(deps, viewer, feeId);
}
