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
import {
  type Attempt,
  type Charge,
  findPayerDetails,
  insertAttempt,
  setProviderOrderId,
  findOpenAttempt,
} from './queries.ts';

/** How long an open attempt is reused. Chosen: PayPal drops unapproved orders after 3 hours; the reconciler checks 6 days. */
const REUSE_MS = { razorpay: DAY, paypal: 2 * HOUR };
export const PAYPAL_CURRENCY = 'USD';

/** Each start may create an order at the provider. High enough for retries. */
const START_LIMIT: Limit = { name: 'payments', points: 60, seconds: 3600, message: text.tooManyPayments };
/** Call it before the transaction. Throws too_many_requests. */
export const limitPaymentStarts = ({ limits }: Pick<Deps, 'limits'>, { userId }: Viewer) =>
  limits.use(START_LIMIT, String(userId));

export async function findOrCreateAttempt(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  bill: Bill,
  charge: Charge,
): Promise<Attempt> {
  const since = new Date(now().getTime() - REUSE_MS[charge.provider]);
  return (await findOpenAttempt(tx, bill, charge, since)) ?? insertAttempt(tx, bill, charge, now());
}

/** Creates the provider's order if needed; returns data for the browser. Throws provider_away: nothing was charged. */
export async function openProviderCheckout(
  deps: Deps,
  viewer: Viewer,
  attempt: Attempt,
  { description, notes }: { description: string; notes: Record<string, string> },
): Promise<PaypalCheckout | RazorpayCheckout> {
  const providerOrderId = attempt.providerOrderId ?? (await createProviderOrder());
  return attempt.provider === 'paypal'
    ? paypalCheckout(deps, attempt, providerOrderId)
    : razorpayCheckout(deps, viewer, attempt, { order_id: providerOrderId, description });

  async function createProviderOrder() {
    const { amount, currency, receipt } = attempt;
    const provider = providerOf(deps, attempt.provider);
    const created = await providerCall(() => provider.createOrder({ amount, currency, receipt, description, notes }));
    return setProviderOrderId(deps.db, attempt.attemptId, created.id);
  }
}

async function razorpayCheckout(
  { db, config }: Deps,
  viewer: Viewer,
  { amount, currency }: Attempt,
  order: { order_id: string; description: string },
): Promise<RazorpayCheckout> {
  return {
    provider: 'razorpay',
    key: config.razorpay!.keyId,
    amount,
    currency,
    ...order,
    name: commonMessages.brand,
    prefill: await findPayerDetails(db, viewer.userId),
    script: config.razorpay!.checkoutUrl,
  };
}

function paypalCheckout({ config }: Deps, { amount, currency, rate }: Attempt, order_id: string): PaypalCheckout {
  const { clientId, scriptUrl } = config.paypal!;
  const scriptQuery = {
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
    script: `${scriptUrl}?${new URLSearchParams(scriptQuery)}`,
  };
}

async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider', 'provider_away', text.providerUnavailable);
    throw error;
  }
}
