import type { ProviderName } from '#contract/payments.ts';
import { DAY } from '#domain/limits/durations.ts';
import type { Deps } from '../../deps.ts';
import type { ProviderDispute, ProviderReturns } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { runDueTasks } from '../../run-due-tasks.ts';
import { applyPayment } from './apply-payment.ts';
import { applyDispute } from './disputes/apply-dispute.ts';
import { findDispute } from './disputes/queries.ts';
import { configuredProviders, providerOf } from './providers.ts';
import { findAttemptOfPayment } from './queries.ts';

/** Chosen: the search runs every night, and may fail for a week. */
const LOOK_BACK_MS = 7 * DAY;

/**
 * Asks each provider which disputes changed and which payments were refunded, and applies what is
 * not known here: their webhooks were lost, and the reconciler no longer asks about old payments.
 */
export async function findMissedReturns(deps: Deps): Promise<void> {
  for (const name of configuredProviders(deps)) await findReturnsAt(deps, name);
}

async function findReturnsAt(deps: Deps, name: ProviderName): Promise<void> {
  const { listReturns, maxConcurrentCalls } = providerOf(deps, name);
  const logIfAway = (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { err: error },
      'returned money could not be looked up; the next night tries again',
    );
  };
  const returns = await listReturns(new Date(deps.now().getTime() - LOOK_BACK_MS)).catch(logIfAway);
  if (!returns) return;
  const tasks = tasksOf(deps, name, returns).map((task) => () => task().catch(logIfAway));
  await runDueTasks([async () => tasks.splice(0)], { concurrency: maxConcurrentCalls });
}

const tasksOf = (
  deps: Deps,
  name: ProviderName,
  { disputes, refundedPaymentIds }: ProviderReturns,
) => [
  ...disputes.map((dispute) => () => applyUnlessKnown(deps, dispute)),
  ...[...new Set(refundedPaymentIds)].map((id) => () => applyReturnOf(deps, name, id)),
];

async function applyUnlessKnown(deps: Deps, dispute: ProviderDispute): Promise<void> {
  const stored = await findDispute(deps.db, dispute.id);
  if (stored?.state === dispute.state && stored.amountDeducted === dispute.amountDeducted) return;
  await applyDispute(deps, dispute, null);
}

/** A payment of another system with the same account is left out. */
async function applyReturnOf(deps: Deps, name: ProviderName, paymentId: string): Promise<void> {
  if (!(await findAttemptOfPayment(deps.db, name, paymentId))) return;
  await applyPayment(deps, await providerOf(deps, name).fetchPayment(paymentId), 'reconciler');
}
