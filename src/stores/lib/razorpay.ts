import type { RazorpayCheckout } from '#contract/payments.ts';
import { loadScript, ScriptError } from './load-script.ts';

export interface RazorpayProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** After `failed`, `dismissed` follows when the popup closes. */
export interface RazorpayOutcome {
  paid: (proof: RazorpayProof) => void;
  failed: () => void;
  dismissed: () => void;
}

interface RazorpayPopup {
  open: () => void;
  on: (event: 'payment.failed', listener: () => void) => void;
}

declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => RazorpayPopup;
  }
}

/** Throws `ScriptError`. Chosen: no retry inside the popup; our page shows the failure and the viewer can pay again. */
export async function openRazorpay(checkout: RazorpayCheckout, outcome: RazorpayOutcome): Promise<void> {
  await loadScript(checkout.script);
  if (!window.Razorpay) throw new ScriptError('The checkout script did not define Razorpay');
  const popup = new window.Razorpay({
    key: checkout.key,
    amount: checkout.amount,
    currency: checkout.currency,
    order_id: checkout.order_id,
    name: checkout.name,
    description: checkout.description,
    prefill: checkout.prefill,
    handler: outcome.paid,
    modal: { ondismiss: outcome.dismissed, confirm_close: true },
    retry: { enabled: false },
    theme: { color: '#611226' },
  });
  popup.on('payment.failed', outcome.failed);
  popup.open();
}
