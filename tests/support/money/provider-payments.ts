import type { Step } from './steps.ts';
import type { MoneyWorld } from './world.ts';

type How = Extract<Step, { does: 'pay' }>['how'];

/** A payment that a browser has begun: the provider's order, and what the popup gave for it. */
export interface Opened {
  provider: 'razorpay' | 'paypal';
  orderId: string;
  /** Of what it pays, on the wire. */
  path: string;
  /** Whose it is, by place in the cast. */
  viewer: number;
  proof?: Record<string, string>;
}

/** The payer in the provider's popup; `how` it goes is the provider's doing, or the bank's. */
export const pay = (world: MoneyWorld, payment: Opened, how: How) =>
  payment.provider === 'paypal' ? payAtPaypal(world, payment, how) : payAtRazorpay(world, payment, how);

async function payAtRazorpay({ providers, payer }: MoneyWorld, payment: Opened, how: How) {
  const scripts: Partial<Record<How, object>> = {
    undecided: { pay: 'authorise_only' },
    otherSum: { pay: 'tamper_amount', amountInPaise: 700 },
  };
  if (scripts[how]) await providers({ provider: 'razorpay', ...scripts[how] });
  const vpa = how === 'failing' ? 'failure@razorpay' : 'success@razorpay';
  const proof = await payer('razorpay/pay', { order_id: payment.orderId, vpa });
  if (proof) payment.proof = proof;
}

async function payAtPaypal({ providers, payer }: MoneyWorld, payment: Opened, how: How) {
  const scripts: Partial<Record<How, object>> = {
    undecided: { pay: 'pending' },
    otherSum: { pay: 'tamper_amount', amountInCents: 7 },
    declined: { pay: 'issue' },
  };
  if (scripts[how]) await providers({ provider: 'paypal', ...scripts[how] });
  await payer('paypal/approve', { order_id: payment.orderId });
  payment.proof = { paypal_order_id: payment.orderId };
}

/** The bank makes up its mind about a payment that it had kept waiting. */
export async function decide({ providers }: MoneyWorld, { provider, orderId }: Opened, isYes: boolean) {
  const { captures = [], payments = [] } = await providers({ provider, action: 'list' });
  const mine = [...captures, ...payments].find((each) => [each.orderId, each.order_id].includes(orderId));
  if (!mine) return;
  const word =
    provider === 'razorpay'
      ? { action: 'capture', payment_id: mine.id }
      : { action: isYes ? 'complete' : 'deny', capture_id: mine.id };
  await providers({ provider, ...word });
}
