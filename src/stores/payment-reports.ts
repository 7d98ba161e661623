import { putPayment } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import type { PaymentReport } from '#contract/payments.ts';
import { toWire } from '#domain/dates.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { serverNow } from './clock.ts';
import { untilHeard } from './lib/bank-watch.ts';
import { codeOf, isRefusal } from './lib/status.ts';
import { notify } from './notices.ts';
import { decide } from './payment-end.ts';
import { show, showOrder } from './payment-order.ts';

type PaymentMode = 'RAZORPAY' | 'PAYPAL';

/** What a provider's page gave as its proof. */
export interface Proof extends Partial<PaymentReport> {
  paymentMode: PaymentMode;
  paymentTransactionNo: string;
}

/**
 * Tells the server that the payer has paid, and shows what it makes of that. 'declined': the payer's bank said no to this means,
 * and the same payment may be made with another.
 */
export async function reportPaid(order: Order, proof: Proof): Promise<'declined' | undefined> {
  show({ step: 'opening', trouble: '' });
  try {
    decide(await tell(order, proof));
  } catch (error) {
    if (codeOf(error) === 'instrument_declined') return 'declined';
    refuseProof(order, error);
  }
  return undefined;
}

async function tell(order: Order, proof: Proof): Promise<Order> {
  const report: PaymentReport = {
    orderNo: order.orderNo,
    paymentDate: toWire(serverNow()),
    paidAmount: order.totalRoundedValue,
    paymentStatus: 'PAID',
    ...proof,
  };
  // The same payment is one report, however often it is sent. A wallet's may be refused and then made good.
  return untilHeard(
    () => putPayment(order.movieOrderId, report, proof.razorpay_payment_id),
    () => show({ order, step: 'confirming', wallet: null }),
  );
}

function refuseProof(order: Order, error: unknown) {
  const isMadeAnew = codeOf(error) === 'payment_refused';
  showOrder(order, isMadeAnew ? text.failed : isRefusal(error) ? error.message : '');
  notify('error', isMadeAnew ? text.failed : text.contactAdministrator);
}

/** Spec §4: payment dismissed or cancelled marks the order CANCELLED. `failure` was told when it happened. */
export async function reportCancelled(order: Order, paymentMode: PaymentMode, failure = '') {
  show({ step: 'opening' });
  if (!failure) notify('warning', text.cancelled);
  const { orderNo, movieOrderId } = order;
  const report: PaymentReport = { orderNo, paidAmount: 0, paymentStatus: 'CANCELLED', paymentMode };
  const known = await putPayment(movieOrderId, report).catch(() => order);
  // The bank may have been quicker than the popup's Close.
  if (known.paymentStatus === 'PAID' || known.paymentStatus === 'PROCESSING') return decide(known);
  showOrder(known, failure);
}
