import type { ProviderName } from '#contract/payments.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import type { Bill } from './bill.ts';
import { findOrCreateAttempt, limitPaymentStarts, openProviderCheckout } from './open-payment.ts';
import { providerOf } from './providers.ts';
import type { Attempt } from './queries.ts';

interface OpenedBill {
  bill: Bill;
  attempt: Attempt;
  /** Shown to the payer by the provider. */
  description: string;
}

/**
 * Starts the payment of a bill; a repeated call with the same terms returns the same order of the
 * provider. `openBill` locks and checks the bill, and calls `createAttempt` in the same
 * transaction. Throws too_many_requests, provider_away (nothing charged), and what `openBill`
 * throws.
 */
export async function startPayment<Opened extends OpenedBill>({
  deps,
  viewer,
  provider,
  openBill,
}: {
  deps: Deps;
  viewer: Viewer;
  provider: ProviderName;
  openBill: (createAttempt: (tx: Db, bill: Bill) => Promise<Attempt>) => Promise<Opened>;
}) {
  const { charge } = providerOf(deps, provider);
  await limitPaymentStarts(deps, viewer);
  const opened = await openBill((tx, bill) =>
    findOrCreateAttempt({ tx, deps, bill, charge: { provider, ...charge(bill) } }),
  );
  const { bill, attempt, description } = opened;
  const ids = Object.fromEntries(Object.entries(bill.ref).map(([name, id]) => [name, String(id)]));
  const notes = { ...ids, orderNo: bill.billNo };
  return {
    ...opened,
    checkout: await openProviderCheckout(deps, viewer, attempt, { description, notes }),
  };
}
