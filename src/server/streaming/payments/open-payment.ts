import type { Checkout } from '#contract/payments.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { Limit } from '../../rate-limits.ts';
import type { Bill } from './bill.ts';
import { comebackOf } from './comeback.ts';
import { providerOf } from './providers.ts';
import {
  type Attempt,
  type Charge,
  findPayerDetails,
  insertAttempt,
  setProviderOrderId,
  findOpenAttempt,
} from './queries.ts';

/** Each start may create an order at the provider. High enough for retries. */
const START_LIMIT: Limit = {
  name: 'payments',
  points: 60,
  seconds: 3600,
  message: paymentRefusals.tooManyPayments,
};
/**
 * Call it before the transaction: the counter uses a connection of its own. Throws
 * too_many_requests.
 */
export const limitPaymentStarts = ({ limits }: Pick<Deps, 'limits'>, { userId }: Viewer) =>
  limits.use(START_LIMIT, String(userId));

export async function findOrCreateAttempt({
  tx,
  deps,
  bill,
  charge,
}: {
  tx: Db;
  deps: Pick<Deps, 'now' | 'payments'>;
  bill: Bill;
  charge: Charge;
}): Promise<Attempt> {
  const now = deps.now();
  const since = new Date(now.getTime() - providerOf(deps, charge.provider).orderLifetimeMs);
  return (
    (await findOpenAttempt({ db: tx, bill, charge, since })) ??
    insertAttempt({ db: tx, bill, charge, now })
  );
}

/**
 * Creates the provider's order if needed; returns data for the browser. Throws provider_away:
 * nothing was charged.
 */
export async function openProviderCheckout(
  deps: Deps,
  viewer: Viewer,
  attempt: Attempt,
  { description, notes }: { description: string; notes: Record<string, string> },
): Promise<Checkout> {
  const { amount, currency, rate, receipt } = attempt;
  const provider = providerOf(deps, attempt.provider);
  const comeback = comebackOf(deps.config, attempt);
  const id = attempt.providerOrderId ?? (await createProviderOrder());
  const payer = await findPayerDetails(deps.db, viewer.userId);
  return provider.toCheckout({ id, amount, currency, rate, description, payer, comeback });

  async function createProviderOrder() {
    const created = await providerCall(() =>
      provider.createOrder({ amount, currency, receipt, description, notes, comeback }),
    );
    return setProviderOrderId(deps.db, attempt.attemptId, created.id);
  }
}

async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider_away');
    throw error;
  }
}
