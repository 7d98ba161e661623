import { displayRupees } from '#domain/format/numbers.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { loadScript } from '../../lib/load-script.ts';
import { checkoutOf, type PaymentProvider } from './provider.ts';

export interface RazorpayProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => {
      open: () => void;
      on: (event: 'payment.failed', listener: () => void) => void;
    };
  }
}

/**
 * Typing a UPI ID ended in India on 28 February 2026, except on iOS. Source: Razorpay, "UPI Collect
 * Flow Deprecation".
 */
const WITHOUT_TYPED_ID = { config: { display: { hide: [{ method: 'upi', flows: ['collect'] }] } } };
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad calls itself a Mac, but Macs have no touch screen.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export const razorpay: PaymentProvider = {
  paymentMode: 'RAZORPAY',
  isAbroadOnly: false,
  display: (methods) =>
    methods.razorpay
      ? {
          label: text.cardOrUpi,
          pageLabel: text.onProviderPage('Razorpay'),
          ticketNote: text.cardOrUpiNote,
          feeNote: text.cardOrUpiNote,
          displayAmount: displayRupees,
          rateNote: '',
          fixedFee: '',
        }
      : null,
  loadScript: ({ script }) => loadScript(script),
  // Chosen: no retry inside the popup; our page shows the failure and the viewer can pay again.
  openPopup(anyCheckout, callbacks) {
    if (!window.Razorpay) throw new Error('The script did not define Razorpay');
    const { key, amount, currency, order_id, name, description, prefill } = checkoutOf(
      'razorpay',
      anyCheckout,
    );
    const popup = new window.Razorpay({
      key,
      amount,
      currency,
      order_id,
      name,
      description,
      prefill,
      handler: (proof: RazorpayProof) =>
        void callbacks.approved({
          proof: { paymentTransactionNo: proof.razorpay_payment_id, ...proof },
          idempotencyKey: proof.razorpay_payment_id,
        }),
      modal: { ondismiss: callbacks.cancelled, confirm_close: true },
      retry: { enabled: false },
      theme: { color: '#611226' },
      ...(!isApple() && WITHOUT_TYPED_ID),
    });
    popup.on('payment.failed', callbacks.refused);
    popup.open();
  },
};
