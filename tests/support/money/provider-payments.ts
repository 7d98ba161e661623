import type { Step } from './steps.ts';
import type { PaymentEnvironment } from './environment.ts';

type PaymentMode = Extract<Step, { type: 'pay' }>['mode'];

export interface OpenedPayment {
  provider: 'razorpay' | 'paypal';
  orderId: string;
  path: string;
  /** Index in `TestData.viewers`. */
  viewer: number;
  proof?: Record<string, string>;
}

/** Pays in the provider's popup. `mode` is the outcome at the provider or bank. */
export const payAtProvider = (
  environment: PaymentEnvironment,
  payment: OpenedPayment,
  mode: PaymentMode,
) =>
  payment.provider === 'paypal'
    ? payAtPaypal(environment, payment, mode)
    : payAtRazorpay(environment, payment, mode);

async function payAtRazorpay(
  { controlProviders, payAtProvider }: PaymentEnvironment,
  payment: OpenedPayment,
  mode: PaymentMode,
) {
  const scripts: Partial<Record<PaymentMode, object>> = {
    undecided: { pay: 'authorise_only' },
    otherAmount: { pay: 'tamper_amount', amountInPaise: 700 },
  };
  if (scripts[mode]) await controlProviders({ provider: 'razorpay', ...scripts[mode] });
  const vpa = mode === 'failing' ? 'failure@razorpay' : 'success@razorpay';
  const proof = await payAtProvider('razorpay/pay', { order_id: payment.orderId, vpa });
  if (proof) payment.proof = proof;
}

async function payAtPaypal(
  { controlProviders, payAtProvider }: PaymentEnvironment,
  payment: OpenedPayment,
  mode: PaymentMode,
) {
  const scripts: Partial<Record<PaymentMode, object>> = {
    undecided: { pay: 'pending' },
    otherAmount: { pay: 'tamper_amount', amountInCents: 7 },
    declined: { pay: 'issue' },
  };
  if (scripts[mode]) await controlProviders({ provider: 'paypal', ...scripts[mode] });
  await payAtProvider('paypal/approve', { order_id: payment.orderId });
  payment.proof = { paypal_order_id: payment.orderId };
}

export async function decidePendingPayment(
  { controlProviders }: PaymentEnvironment,
  { provider, orderId }: OpenedPayment,
  isApproved: boolean,
) {
  const { captures = [], payments = [] } = await controlProviders({ provider, action: 'list' });
  const pending = [...captures, ...payments].find((each) =>
    [each.orderId, each.order_id].includes(orderId),
  );
  if (!pending) return;
  const command =
    provider === 'razorpay'
      ? { action: 'capture', payment_id: pending.id }
      : { action: isApproved ? 'complete' : 'deny', capture_id: pending.id };
  await controlProviders({ provider, ...command });
}
