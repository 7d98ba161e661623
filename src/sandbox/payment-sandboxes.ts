import { PAYPAL_SECTION } from './paypal/control-page.ts';
import { createPaypalSandbox } from './paypal/paypal.ts';
import { PAYPAL_COMMANDS } from './paypal/scripts.ts';
import type { PaypalCredentials } from './paypal/state.ts';
import type { PaymentSandbox, PaymentSandboxContext } from './payment-sandbox.ts';
import { RAZORPAY_SECTION } from './razorpay/control-page.ts';
import { createRazorpaySandbox, type RazorpayCredentials } from './razorpay/razorpay.ts';
import { RAZORPAY_COMMANDS } from './razorpay/scripts.ts';

export interface PaymentCredentials {
  razorpay: RazorpayCredentials;
  paypal: PaypalCredentials;
}

/** `context.webhookUrl` is Razorpay's. docs/recipes.md has the steps to add a provider. */
export function openPaymentSandboxes(
  { razorpay, paypal }: PaymentCredentials,
  context: PaymentSandboxContext,
) {
  const contextOf = (provider: string) => ({
    ...context,
    webhookUrl: context.webhookUrl.replace(/\/razorpay$/, `/${provider}`),
  });
  return {
    razorpay: createRazorpaySandbox({ ...contextOf('razorpay'), ...razorpay }),
    paypal: createPaypalSandbox({ ...contextOf('paypal'), ...paypal }),
  } satisfies Record<string, PaymentSandbox>;
}

export const PAYMENT_COMMANDS = { razorpay: RAZORPAY_COMMANDS, paypal: PAYPAL_COMMANDS };
export const PAYMENT_SECTIONS = [RAZORPAY_SECTION, PAYPAL_SECTION];
