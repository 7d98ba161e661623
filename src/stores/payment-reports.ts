import { putPayment } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import type { PaymentReport } from '#contract/payments.ts';
import { toWire } from '#domain/dates.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { serverNow } from './server-clock.ts';
import { sendUntilReceived } from './lib/polling.ts';
import { apiErrorCode, isRejected } from './lib/call-errors.ts';
import { notify } from './notices.ts';
import { applyPaymentStatus } from './payment-outcome.ts';
import { updatePayment, showPayableOrder } from './payment-order.ts';

type PaymentMode = 'RAZORPAY' | 'PAYPAL';

export interface Proof extends Partial<PaymentReport> {
  paymentMode: PaymentMode;
  paymentTransactionNo: string;
}

/** Returns 'declined' if the bank declined the card or account; another one can complete the same payment. */
export async function reportPaid(order: Order, proof: Proof): Promise<'declined' | undefined> {
  updatePayment({ step: 'opening', problem: '' });
  try {
    applyPaymentStatus(await sendReport(order, proof));
  } catch (error) {
    if (apiErrorCode(error) === 'instrument_declined') return 'declined';
    showRejectedProof(order, error);
  }
  return undefined;
}

async function sendReport(order: Order, proof: Proof): Promise<Order> {
  const report: PaymentReport = {
    orderNo: order.orderNo,
    paymentDate: toWire(serverNow()),
    paidAmount: order.totalRoundedValue,
    paymentStatus: 'PAID',
    ...proof,
  };
  // The payment id is the idempotency key. PayPal reports have no key: a declined one can succeed later.
  return sendUntilReceived(
    () => putPayment(order.movieOrderId, report, proof.razorpay_payment_id),
    () => updatePayment({ order, step: 'confirming', wallet: null }),
  );
}

function showRejectedProof(order: Order, error: unknown) {
  const canPayAgain = apiErrorCode(error) === 'payment_refused';
  showPayableOrder(order, canPayAgain ? text.failed : isRejected(error) ? error.message : '');
  notify('error', canPayAgain ? text.failed : text.contactAdministrator);
}

/** Spec §4: a dismissed or cancelled payment marks the order CANCELLED. `failure`: an error that was already shown. */
export async function reportCancelled(order: Order, paymentMode: PaymentMode, failure = '') {
  updatePayment({ step: 'opening' });
  if (!failure) notify('warning', text.cancelled);
  const { orderNo, movieOrderId } = order;
  const report: PaymentReport = { orderNo, paidAmount: 0, paymentStatus: 'CANCELLED', paymentMode };
  const current = await putPayment(movieOrderId, report).catch(() => order);
  // The payment may have succeeded before the popup closed.
  if (current.paymentStatus === 'PAID' || current.paymentStatus === 'PROCESSING') return applyPaymentStatus(current);
  showPayableOrder(current, failure);
}
