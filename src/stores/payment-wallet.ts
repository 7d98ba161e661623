import { openCheckout } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { ScriptError } from './lib/load-script.ts';
import { drawPaypalButton, loadPaypal } from './lib/paypal.ts';
import { notify } from './notices.ts';
import { $payment, updatePayment, showPayableOrder } from './payment-order.ts';
import { reportCancelled, reportPaid } from './payment-reports.ts';

/** Only PayPal's own button can open its popup, so the next step shows that button. */
export async function payByWallet(order: Order) {
  const checkout = await openCheckout(order.movieOrderId, 'paypal');
  if (checkout.provider !== 'paypal') throw new Error('The response is for another payment provider');
  await loadPaypal(checkout.script);
  updatePayment({ step: 'atProvider', wallet: checkout });
}

/** Returns a function that removes the button. */
export async function drawWallet(container: HTMLElement): Promise<() => void> {
  const { wallet, order } = $payment.get();
  if (!wallet || !order) return () => undefined;
  const isCurrent = () => $payment.get().wallet === wallet;
  try {
    return await drawPaypalButton(
      container,
      { script: wallet.script, orderId: wallet.order_id },
      {
        approved: async (restart) => isCurrent() && approved(order, wallet.order_id, restart),
        cancelled: () => isCurrent() && void reportCancelled(order, 'PAYPAL'),
        failed: () => isCurrent() && fail(order, text.failed),
        blocked: () => isCurrent() && explainBlocked(),
      },
    );
  } catch (error) {
    fail(order, error instanceof ScriptError ? text.paymentWindowFailed : text.failed);
    return () => undefined;
  }
}

async function approved(order: Order, paypalOrderId: string, restart: () => unknown) {
  const proof = { paymentMode: 'PAYPAL', paymentTransactionNo: paypalOrderId, paypal_order_id: paypalOrderId } as const;
  if ((await reportPaid(order, proof)) !== 'declined') return undefined;
  notify('error', text.declined);
  // A retried report has removed the button.
  if (!$payment.get().wallet) return showPayableOrder(order, text.declined);
  updatePayment({ step: 'atProvider', problem: text.declined });
  return restart();
}

function explainBlocked() {
  notify('error', text.failed);
  updatePayment({ problem: text.windowBlocked });
}

function fail(order: Order, problem: string) {
  showPayableOrder(order, problem);
  notify('error', text.failed);
}

export function leaveWallet() {
  const { order, step } = $payment.get();
  if (order && step === 'atProvider') void reportCancelled(order, 'PAYPAL');
}
