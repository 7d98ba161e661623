import { putFeePayment } from '#api/submission.ts';
import type { PaymentReport } from '#contract/payments.ts';
import { toWire } from '#domain/dates.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { serverNow } from './server-clock.ts';
import { sendUntilReceived } from './lib/polling.ts';
import { apiErrorCode, errorText } from './lib/call-errors.ts';
import { notify } from './notices.ts';
import type { Proof } from './payment-reports.ts';
import { applyFeeStatus, showFeeFailure, saveFee, updateFee, type SubmissionFee } from './submission-fee-state.ts';

export async function reportFeePaid(fee: SubmissionFee, proof: Proof): Promise<'declined' | undefined> {
  updateFee({ step: 'opening', problem: '' });
  const report: PaymentReport = {
    orderNo: fee.feeNo,
    paymentDate: toWire(serverNow()),
    paidAmount: fee.amount,
    paymentStatus: 'PAID',
    ...proof,
  };
  try {
    const reported = await sendUntilReceived(
      () => putFeePayment(fee.feeId, report, proof.razorpay_payment_id),
      () => updateFee({ step: 'confirming', wallet: null }),
    );
    applyFeeStatus(reported);
  } catch (error) {
    if (apiErrorCode(error) === 'instrument_declined') return 'declined';
    const canPayAgain = apiErrorCode(error) === 'payment_refused';
    showFeeFailure(
      fee,
      canPayAgain ? text.failed : errorText(error),
      canPayAgain ? text.failed : text.contactAdministrator,
    );
  }
  return undefined;
}

/** Spec §4: dismissed means CANCELLED with a paid amount of 0. `failure`: an error that was already shown. */
export async function reportFeeCancelled(fee: SubmissionFee, paymentMode: Proof['paymentMode'], failure = '') {
  updateFee({ step: 'opening' });
  if (!failure) notify('warning', text.cancelled);
  const report: PaymentReport = { orderNo: fee.feeNo, paidAmount: 0, paymentStatus: 'CANCELLED', paymentMode };
  const cancelled: SubmissionFee = { ...fee, paymentStatus: 'CANCELLED' };
  const current = await putFeePayment(fee.feeId, report).catch(() => cancelled);
  // The payment may have succeeded before the popup closed.
  if (current.paymentStatus === 'PAID' || current.paymentStatus === 'PROCESSING') return applyFeeStatus(current);
  saveFee(current);
  updateFee({ step: 'ready', wallet: null, problem: failure });
}
