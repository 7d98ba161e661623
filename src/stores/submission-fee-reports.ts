import { putFeePayment } from '#api/submission.ts';
import type { PaymentReport } from '#contract/payments.ts';
import { toWire } from '#domain/dates.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { serverNow } from './clock.ts';
import { untilHeard } from './lib/bank-watch.ts';
import { codeOf, errorText } from './lib/status.ts';
import { notify } from './notices.ts';
import type { Proof } from './payment-reports.ts';
import { decideFee, giveUp, keepFee, showFee, type SubmissionFee } from './submission-fee-state.ts';

/** As `reportPaid` of a ticket: 'declined' means that the same payment may be made by another card or account. */
export async function reportFeePaid(fee: SubmissionFee, proof: Proof): Promise<'declined' | undefined> {
  showFee({ step: 'opening', trouble: '' });
  const report: PaymentReport = {
    orderNo: fee.feeNo,
    paymentDate: toWire(serverNow()),
    paidAmount: fee.amount,
    paymentStatus: 'PAID',
    ...proof,
  };
  try {
    const known = await untilHeard(
      () => putFeePayment(fee.feeId, report, proof.razorpay_payment_id),
      () => showFee({ step: 'confirming', wallet: null }),
    );
    decideFee(known);
  } catch (error) {
    if (codeOf(error) === 'instrument_declined') return 'declined';
    const isMadeAnew = codeOf(error) === 'payment_refused';
    giveUp(fee, isMadeAnew ? text.failed : errorText(error), isMadeAnew ? text.failed : text.contactAdministrator);
  }
  return undefined;
}

/** Spec §4: dismissed means CANCELLED, and a paid amount of 0. `failure` was told when it happened. */
export async function reportFeeCancelled(fee: SubmissionFee, paymentMode: Proof['paymentMode'], failure = '') {
  showFee({ step: 'opening' });
  if (!failure) notify('warning', text.cancelled);
  const report: PaymentReport = { orderNo: fee.feeNo, paidAmount: 0, paymentStatus: 'CANCELLED', paymentMode };
  const cancelled: SubmissionFee = { ...fee, paymentStatus: 'CANCELLED' };
  const known = await putFeePayment(fee.feeId, report).catch(() => cancelled);
  // The bank may have been quicker than the popup's Close.
  if (known.paymentStatus === 'PAID' || known.paymentStatus === 'PROCESSING') return decideFee(known);
  keepFee(known);
  showFee({ step: 'ready', wallet: null, trouble: failure });
}
