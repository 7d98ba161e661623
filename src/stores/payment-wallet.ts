import { openCheckout } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { ScriptError } from './lib/load-script.ts';
import { drawPaypalButton, readyPaypal } from './lib/paypal.ts';
import { notify } from './notices.ts';
import { $payment, show, showOrder } from './payment-order.ts';
import { reportCancelled, reportPaid } from './payment-reports.ts';

/** Opens the payment and brings PayPal's script; then its button is drawn, from which alone its popup opens. */
export async function payByWallet(order: Order) {
  const checkout = await openCheckout(order.movieOrderId, 'paypal');
  if (checkout.provider !== 'paypal') throw new Error('Another provider answered than was asked');
  await readyPaypal(checkout.script);
  show({ step: 'atBank', wallet: checkout });
}

/** Draws PayPal's button into its place. Gives what takes it away again. */
export async function drawWallet(slot: HTMLElement): Promise<() => void> {
  const { wallet, order } = $payment.get();
  if (!wallet || !order) return () => undefined;
  const isOurs = () => $payment.get().wallet === wallet;
  try {
    return await drawPaypalButton(
      slot,
      { script: wallet.script, orderId: wallet.order_id },
      {
        approved: async (again) => isOurs() && approved(order, wallet.order_id, again),
        cancelled: () => isOurs() && void reportCancelled(order, 'PAYPAL'),
        failed: () => isOurs() && fail(order, text.failed),
        blocked: () => isOurs() && explainBlocked(),
      },
    );
  } catch (error) {
    fail(order, error instanceof ScriptError ? text.windowAway : text.failed);
    return () => undefined;
  }
}

async function approved(order: Order, paypalOrderId: string, again: () => unknown) {
  const proof = { paymentMode: 'PAYPAL', paymentTransactionNo: paypalOrderId, paypal_order_id: paypalOrderId } as const;
  if ((await reportPaid(order, proof)) !== 'declined') return undefined;
  notify('error', text.declined);
  // A report that had to wait for the connection has taken the button away.
  if (!$payment.get().wallet) return showOrder(order, text.declined);
  show({ step: 'atBank', trouble: text.declined });
  return again();
}

/** The spec's words, and beside the button how to go on. */
function explainBlocked() {
  notify('error', text.failed);
  show({ trouble: text.windowBlocked });
}

function fail(order: Order, trouble: string) {
  showOrder(order, trouble);
  notify('error', text.failed);
}

/** The wallet was called for and is left without paying. */
export function leaveWallet() {
  const { order, step } = $payment.get();
  if (order && step === 'atBank') void reportCancelled(order, 'PAYPAL');
}
