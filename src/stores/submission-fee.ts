import { fetchPaymentMethods } from '#api/payments.ts';
import { fetchFee, fetchUnusedFee, openFeeCheckout } from '#api/submission.ts';
import type { RazorpayCheckout } from '#contract/payments.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { ScriptError } from './lib/load-script.ts';
import { readyPaypal } from './lib/paypal.ts';
import { openRazorpay } from './lib/razorpay.ts';
import { errorText, isNotFound } from './lib/status.ts';
import { notify } from './notices.ts';
import type { Method } from './payment-order.ts';
import { declarationDraft } from './submission-draft.ts';
import { reportFeeCancelled, reportFeePaid } from './submission-fee-reports.ts';
import { $fee, blankFee, isPaid, keepFee, showFee, type SubmissionFee, waitForBank } from './submission-fee-state.ts';

// ---------- as it stands ----------

/** Looks how the draft's fee stands; who has lost the draft finds the fee that was paid and never used. */
export async function openFee() {
  const { fee } = declarationDraft.read();
  $fee.set({ ...blankFee, fee, methods: $fee.get().methods });
  const [known] = await Promise.all([findFee(fee), loadMethods()]);
  if ($fee.get().step !== 'ready' || !known) return undefined;
  if (known.paymentStatus === 'PROCESSING') return waitForBank(known);
  keepFee(known.paymentStatus === 'REFUNDED' ? null : known);
  return showFee({ isFound: isPaid(known) && known.feeId !== fee?.feeId });
}

async function findFee(kept: SubmissionFee | null): Promise<SubmissionFee | null> {
  try {
    return (await fetchUnusedFee()) ?? (kept && (await fetchFee(kept.feeId)));
  } catch (error) {
    if (isNotFound(error)) keepFee(null);
    return null;
  }
}

export async function loadMethods() {
  showFee({ trouble: '' });
  try {
    showFee({ methods: await fetchPaymentMethods() });
  } catch {
    showFee({ trouble: text.methodsFailed });
  }
}

// ---------- paying ----------

/** Opens the payment of a fee; then the provider's page. */
export async function payFee(amount: number, method: Method) {
  const { step, fee } = $fee.get();
  if (step !== 'ready' || isPaid(fee)) return;
  showFee({ step: 'opening', trouble: '', isFound: false });
  try {
    const checkout = await openFeeCheckout(amount, method);
    keepFee(checkout.fee);
    if (checkout.provider === 'razorpay') return await payByCard(checkout.fee, checkout);
    await readyPaypal(checkout.script);
    showFee({ step: 'atBank', wallet: checkout });
  } catch (error) {
    await refusePayment(error);
  }
}

async function payByCard(fee: SubmissionFee, checkout: RazorpayCheckout) {
  let failure = '';
  showFee({ step: 'atBank' });
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

/** A fee that is paid, or being paid, is gone on with in place of a second one. */
async function refusePayment(error: unknown) {
  const known = await fetchUnusedFee().catch(() => null);
  if (known && ['PAID', 'PROCESSING'].includes(known.paymentStatus)) return openFee();
  const trouble = error instanceof ScriptError ? paymentMessages.windowAway : errorText(error, '');
  showFee({ step: 'ready', wallet: null, trouble });
  notify('error', paymentMessages.error);
}
