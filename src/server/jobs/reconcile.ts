import type { Deps } from '../deps.ts';
import { cancelUnpaidOrders } from '../streaming/booking/cancel-unpaid-orders.ts';
import { refundLapsedGifts } from '../streaming/booking/gifts/refund-lapsed-gifts.ts';
import { refundWithdrawnFilms } from '../streaming/booking/withdrawals/refund-withdrawn-films.ts';
import { followPreviousRelease } from '../streaming/payments/held/previous-release/queries.ts';
import { reconcileProviders } from '../streaming/payments/reconcile-providers.ts';
import { cancelUnpaidFees } from '../streaming/submission/fees/queries.ts';

/**
 * Two processes may run this at the same time. Returns the number of bills that became paid. An
 * aborted signal ends it.
 */
export async function reconcile(deps: Deps, signal?: AbortSignal): Promise<number> {
  await followPreviousRelease(deps.db, deps.now());
  await refundWithdrawnFilms(deps, signal);
  await refundLapsedGifts(deps, signal);
  signal?.throwIfAborted();
  const paidCount = await reconcileProviders(deps, signal);
  signal?.throwIfAborted();
  await cancelUnpaidBills(deps);
  return paidCount;
}

/**
 * Cancels unpaid orders and fees and requests refunds for withdrawn films and unclaimed gifts;
 * needs no provider.
 */
export async function reconcileWithoutProviders(deps: Deps, signal?: AbortSignal): Promise<void> {
  await cancelUnpaidBills(deps);
  await refundWithdrawnFilms(deps, signal);
  await refundLapsedGifts(deps, signal);
}

async function cancelUnpaidBills({ db, now }: Deps) {
  const cancelledAt = now();
  await cancelUnpaidOrders(db, cancelledAt);
  await cancelUnpaidFees(db, cancelledAt);
}
