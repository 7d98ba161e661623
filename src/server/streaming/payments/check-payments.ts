import { paymentCheckMessages as text } from '#messages/payment-check.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { perHour } from '../../rate-limits.ts';
import type { Bill } from './bill.ts';
import { ingestOrderPayments } from './ingest-payment.ts';
import { listNewestAttempts, orderIdOf } from './queries.ts';

const CHECK_LIMIT = perHour('payment-checks', 30, text.tooManyChecks);
/** Payments of a bill that are asked for. A payer tries another card, but not often. */
const ATTEMPT_LIMIT = 3;

/**
 * The payer says that money has left the account: asks the provider now, before webhook and
 * reconciler. Throws too_many_requests, provider_away. A payment that is refused counts as one that
 * did not come.
 */
export async function checkPayments(deps: Deps, { userId }: Viewer, bill: Bill): Promise<void> {
  await deps.limits.use(CHECK_LIMIT, String(userId));
  for (const attempt of await listNewestAttempts(deps.db, bill, ATTEMPT_LIMIT))
    await ingestOrderPayments({
      deps,
      provider: attempt.provider,
      orderId: orderIdOf(attempt),
      source: 'browser',
    }).catch(throwIfAway);
}

function throwIfAway(error: unknown) {
  if (!(error instanceof ProviderError)) throw error;
  if (error.kind !== 'refused') throw new AppError('provider_silent');
}
