import { paymentMessages } from '#messages/payments.ts';
import { ScriptError } from './lib/load-script.ts';
import { drawPaypalButton } from './lib/paypal.ts';
import { notify } from './notices.ts';
import { reportFeeCancelled, reportFeePaid } from './submission-fee-reports.ts';
import { $fee, showFeeFailure, updateFee, type SubmissionFee } from './submission-fee-state.ts';

export async function drawFeeWallet(container: HTMLElement): Promise<() => void> {
  const { wallet, fee } = $fee.get();
  if (!wallet || !fee) return () => undefined;
  const isCurrent = () => $fee.get().wallet === wallet;
  try {
    return await drawPaypalButton(
      container,
      { script: wallet.script, orderId: wallet.order_id },
      {
        approved: async (restart) => isCurrent() && approved(fee, wallet.order_id, restart),
        cancelled: () => isCurrent() && void reportFeeCancelled(fee, 'PAYPAL'),
        failed: () => isCurrent() && showFeeFailure(fee, paymentMessages.failed),
        blocked: () => isCurrent() && explainBlocked(),
      },
    );
  } catch (error) {
    showFeeFailure(fee, error instanceof ScriptError ? paymentMessages.paymentWindowFailed : paymentMessages.failed);
    return () => undefined;
  }
}

async function approved(fee: SubmissionFee, paypalOrderId: string, restart: () => unknown) {
  const proof = { paymentMode: 'PAYPAL', paymentTransactionNo: paypalOrderId, paypal_order_id: paypalOrderId } as const;
  if ((await reportFeePaid(fee, proof)) !== 'declined') return undefined;
  // A retried report has removed the button.
  if (!$fee.get().wallet) return showFeeFailure(fee, paymentMessages.declined);
  notify('error', paymentMessages.declined);
  updateFee({ step: 'atProvider', problem: paymentMessages.declined });
  return restart();
}

function explainBlocked() {
  notify('error', paymentMessages.failed);
  updateFee({ problem: paymentMessages.windowBlocked });
}

export function leaveFeeWallet() {
  const { fee, step } = $fee.get();
  if (fee && step === 'atProvider') void reportFeeCancelled(fee, 'PAYPAL');
}
