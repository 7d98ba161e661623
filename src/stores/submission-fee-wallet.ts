import { paymentMessages } from '#messages/payments.ts';
import { ScriptError } from './lib/load-script.ts';
import { drawPaypalButton } from './lib/paypal.ts';
import { notify } from './notices.ts';
import { reportFeeCancelled, reportFeePaid } from './submission-fee-reports.ts';
import { $fee, giveUp, showFee, type SubmissionFee } from './submission-fee-state.ts';

/** Draws PayPal's button into its place. Gives what takes it away again. */
export async function drawFeeWallet(slot: HTMLElement): Promise<() => void> {
  const { wallet, fee } = $fee.get();
  if (!wallet || !fee) return () => undefined;
  const isOurs = () => $fee.get().wallet === wallet;
  try {
    return await drawPaypalButton(
      slot,
      { script: wallet.script, orderId: wallet.order_id },
      {
        approved: async (again) => isOurs() && approved(fee, wallet.order_id, again),
        cancelled: () => isOurs() && void reportFeeCancelled(fee, 'PAYPAL'),
        failed: () => isOurs() && giveUp(fee, paymentMessages.failed),
        blocked: () => isOurs() && explainBlocked(),
      },
    );
  } catch (error) {
    giveUp(fee, error instanceof ScriptError ? paymentMessages.windowAway : paymentMessages.failed);
    return () => undefined;
  }
}

async function approved(fee: SubmissionFee, paypalOrderId: string, again: () => unknown) {
  const proof = { paymentMode: 'PAYPAL', paymentTransactionNo: paypalOrderId, paypal_order_id: paypalOrderId } as const;
  if ((await reportFeePaid(fee, proof)) !== 'declined') return undefined;
  // A report that had to wait for the connection has taken the button away.
  if (!$fee.get().wallet) return giveUp(fee, paymentMessages.declined);
  notify('error', paymentMessages.declined);
  showFee({ step: 'atBank', trouble: paymentMessages.declined });
  return again();
}

/** As with a ticket: the spec's words, and beside the button how to go on. */
function explainBlocked() {
  notify('error', paymentMessages.failed);
  showFee({ trouble: paymentMessages.windowBlocked });
}

/** The wallet was called for and is left without paying. */
export function leaveFeeWallet() {
  const { fee, step } = $fee.get();
  if (fee && step === 'atBank') void reportFeeCancelled(fee, 'PAYPAL');
}
