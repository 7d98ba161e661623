import type { PaypalCheckout, RazorpayCheckout } from '#contract/payments.ts';
import { DAY, HOUR } from '#domain/limits.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { Limit } from '../../rate-limits.ts';
import type { Bill } from './bill.ts';
import { providerOf } from './providers.ts';
import { type Attempt, type Charge, findPayer, insertAttempt, nameAttempt, openAttempt } from './queries.ts';

/**
 * How long a try that was begun is handed out again. Chosen: PayPal keeps an unapproved order three hours, and one that is
 * nearly over is not; one of Razorpay's goes out for a day, so that the reconciler, which counts from its beginning, still
 * asks for days after the last time.
 */
const OPEN_FOR = { razorpay: DAY, paypal: 2 * HOUR };
export const DOLLARS = 'USD';

/** Each may be an order at the provider, who counts them. More than anybody opens, with every retry. */
const STARTS: Limit = { name: 'payments', points: 60, seconds: 3600, message: text.tooManyPayments };
/** Counts that a viewer opens a payment. Asked before the transaction. Throws too_many_requests. */
export const countStart = ({ limits }: Pick<Deps, 'limits'>, { userId }: Viewer) => limits.use(STARTS, String(userId));

/** A try to pay a bill whose row is held; on the same terms it is the one that was begun before. */
export async function beginPayment(tx: Db, { now }: Pick<Deps, 'now'>, bill: Bill, charge: Charge): Promise<Attempt> {
  const since = new Date(now().getTime() - OPEN_FOR[charge.provider]);
  return (await openAttempt(tx, bill, charge, since)) ?? insertAttempt(tx, bill, charge, now());
}

/** Opens it at the provider, for exactly its sum, and gives what the browser needs. Throws provider_away: nothing was charged. */
export async function openPayment(
  deps: Deps,
  viewer: Viewer,
  attempt: Attempt,
  { description, notes }: { description: string; notes: Record<string, string> },
): Promise<PaypalCheckout | RazorpayCheckout> {
  const opened = attempt.providerOrderId ?? (await openAtProvider());
  return attempt.provider === 'paypal'
    ? paypalCheckout(deps, attempt, opened)
    : razorpayCheckout(deps, viewer, attempt, { order_id: opened, description });

  async function openAtProvider() {
    const { amount, currency, receipt } = attempt;
    const provider = providerOf(deps, attempt.provider);
    const made = await providerCall(() => provider.createOrder({ amount, currency, receipt, description, notes }));
    return nameAttempt(deps.db, attempt.attemptId, made.id);
  }
}

async function razorpayCheckout(
  { db, config }: Deps,
  viewer: Viewer,
  { amount, currency }: Attempt,
  named: { order_id: string; description: string },
): Promise<RazorpayCheckout> {
  return {
    provider: 'razorpay',
    key: config.razorpay!.keyId,
    amount,
    currency,
    ...named,
    name: commonMessages.brand,
    prefill: await findPayer(db, viewer.userId),
    script: config.razorpay!.checkoutUrl,
  };
}

function paypalCheckout({ config }: Deps, { amount, currency, rate }: Attempt, order_id: string): PaypalCheckout {
  const { clientId, scriptUrl } = config.paypal!;
  const wanted = {
    'client-id': clientId,
    currency,
    intent: 'capture',
    components: 'buttons',
    'disable-funding': 'card',
  };
  return {
    provider: 'paypal',
    clientId,
    order_id,
    currency,
    amount: (amount / 100).toFixed(2),
    rate: rate!,
    script: `${scriptUrl}?${new URLSearchParams(wanted)}`,
  };
}

async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider', 'provider_away', text.providerAway);
    throw error;
  }
}
