import { fetchPaymentMethods } from '#api/payments.ts';
import { fetchFee, fetchUnusedFee, openFeeCheckout } from '#api/submission.ts';
import type { RazorpayCheckout } from '#contract/payments.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { ScriptError } from './lib/load-script.ts';
import { loadPaypal } from './lib/paypal.ts';
import { openRazorpay } from './lib/razorpay.ts';
import { errorText, isNotFound } from './lib/call-errors.ts';
import { notify } from './notices.ts';
import type { Method } from './payment-order.ts';
import { declarationDraft } from './submission-draft.ts';
import { reportFeeCancelled, reportFeePaid } from './submission-fee-reports.ts';
import { $fee, blankFee, isPaid, saveFee, updateFee, type SubmissionFee, waitForBank } from './submission-fee-state.ts';

/** Loads the draft's fee. If the draft is lost, the paid fee is still found and reused. */
export async function openFee() {
  const { fee } = declarationDraft.read();
  $fee.set({ ...blankFee, fee, methods: $fee.get().methods });
  const [current] = await Promise.all([findFee(fee), loadMethods()]);
  if ($fee.get().step !== 'ready' || !current) return undefined;
  if (current.paymentStatus === 'PROCESSING') return waitForBank(current);
  saveFee(current.paymentStatus === 'REFUNDED' ? null : current);
  return updateFee({ isFound: isPaid(current) && current.feeId !== fee?.feeId });
}

async function findFee(draftFee: SubmissionFee | null): Promise<SubmissionFee | null> {
  try {
    return (await fetchUnusedFee()) ?? (draftFee && (await fetchFee(draftFee.feeId)));
  } catch (error) {
    if (isNotFound(error)) saveFee(null);
    return null;
  }
}

export async function loadMethods() {
  updateFee({ problem: '' });
  try {
    updateFee({ methods: await fetchPaymentMethods() });
  } catch {
    updateFee({ problem: text.methodsFailed });
  }
}

export async function payFee(amount: number, method: Method) {
  const { step, fee } = $fee.get();
  if (step !== 'ready' || isPaid(fee)) return;
  updateFee({ step: 'opening', problem: '', isFound: false });
  try {
    const checkout = await openFeeCheckout(amount, method);
    saveFee(checkout.fee);
    if (checkout.provider === 'razorpay') return await payByCard(checkout.fee, checkout);
    await loadPaypal(checkout.script);
    updateFee({ step: 'atProvider', wallet: checkout });
  } catch (error) {
    await showPaymentError(error);
  }
}

async function payByCard(fee: SubmissionFee, checkout: RazorpayCheckout) {
  let failure = '';
  updateFee({ step: 'atProvider' });
  await openRazorpay(checkout, {
    paid: (proof) =>
      void reportFeePaid(fee, { paymentMode: 'RAZORPAY', paymentTransactionNo: proof.razorpay_payment_id, ...proof }),
    failed: () => {
      failure = paymentMessages.failed;
      notify('error', failure);
    },
    dismissed: () => void reportFeeCancelled(fee, 'RAZORPAY', failure),
  });
}

/** If a fee is already paid or processing, continues with that fee. */
async function showPaymentError(error: unknown) {
  const unused = await fetchUnusedFee().catch(() => null);
  if (unused && ['PAID', 'PROCESSING'].includes(unused.paymentStatus)) return openFee();
  const problem = error instanceof ScriptError ? paymentMessages.paymentWindowFailed : errorText(error, '');
  updateFee({ step: 'ready', wallet: null, problem });
  notify('error', paymentMessages.error);
}
