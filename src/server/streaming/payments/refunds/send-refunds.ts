import type { ProviderName } from '#contract/payments.ts';
import type { Deps } from '../../../deps.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { claimInBatches, type TaskSource, runDueTasks } from '../../../run-due-tasks.ts';
import { providerOf, configuredProviders } from '../providers.ts';
import { changeRefund, claimRefunds, findRefund, listDueRefunds, type RefundRow } from './queries.ts';

const REFUND_LIMIT = 2000;

/** Sends new refunds and checks pending ones. If two processes do so at once, the idempotency key prevents a second refund. */
export async function sendRefunds(deps: Deps, paymentId?: string): Promise<void> {
  const sendForProvider = (name: ProviderName) =>
    runDueTasks([refundsToSend(deps, name, paymentId)], { concurrency: providerOf(deps, name).maxConcurrentCalls });
  await Promise.all(configuredProviders(deps).map(sendForProvider));
}

export function refundsToSend(deps: Deps, provider: ProviderName, paymentId?: string): TaskSource {
  // Computed once, so that a refund checked in this run does not become due again in the same run.
  const due = { provider, now: deps.now(), intervalSeconds: deps.config.reconcileSeconds, paymentId };
  return claimInBatches(
    () => listDueRefunds(deps.db, due, REFUND_LIMIT),
    (ids) => claimRefunds(deps.db, ids, due, deps.now()),
    (row) =>
      sendOrCheckRefund(deps, row).catch((error: unknown) => {
        const message = 'a refund could not be sent or checked; it will be tried again';
        deps.log.warn({ err: error, refundId: row.refundId }, message);
      }),
  );
}

async function sendOrCheckRefund(deps: Deps, row: RefundRow) {
  const provider = providerOf(deps, row.provider);
  const { id, status } = row.providerRefundId
    ? await provider.fetchRefund(row.providerRefundId)
    : await provider
        .refund({
          paymentId: row.providerPaymentId,
          amount: row.amount,
          currency: row.currency,
          idempotencyKey: `refund-${row.providerPaymentId}-${row.askedAt.getTime()}`,
        })
        .catch((error: unknown) => resolveRefusal(deps, row, error));
  await applyUpdate(deps, row, { providerRefundId: id, state: status });
}

/** A refused refund has failed, unless the payment was already refunded another way. */
async function resolveRefusal(deps: Deps, row: RefundRow, error: unknown) {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
  const payment = await providerOf(deps, row.provider).fetchPayment(row.providerPaymentId);
  return { id: null, status: payment.status === 'refunded' ? ('done' as const) : ('failed' as const) };
}

interface RefundUpdate {
  providerRefundId: string | null;
  state: string;
}

async function applyUpdate(deps: Deps, row: RefundRow, update: RefundUpdate) {
  const { refundId, providerPaymentId: paymentId } = row;
  const logFields = await deps.db.transaction(async (tx) => {
    const bill = (await deps.bills.lock(tx, row))!;
    const current = (await findRefund(tx, paymentId))!;
    if (isOutdated(current, row, update)) return null;
    const isDone = current.state === 'done';
    const providerRefundId = update.providerRefundId ?? current.providerRefundId;
    await changeRefund(tx, refundId, isDone ? { providerRefundId } : { ...update, providerRefundId });
    if (update.state === 'done' && !isDone && row.refundsBill && bill.status === 'PAID')
      await bill.markRefunded(tx, deps, row.reason, deps.now());
    return { refundId, paymentId, no: bill.billNo };
  });
  if (logFields && update.state === 'failed') deps.log.error(logFields, 'a refund failed; the operator must retry it');
  if (logFields && update.state === 'done') deps.log.info(logFields, 'a refund is done');
}

/** A concurrent process may know a newer state. A failure counts for this request only, and never after success. */
const isOutdated = (current: RefundRow, { askedAt }: RefundRow, { providerRefundId, state }: RefundUpdate) =>
  state === 'failed' &&
  (current.state === 'done' ||
    current.askedAt.getTime() !== askedAt.getTime() ||
    (current.state !== 'asked' && current.providerRefundId !== providerRefundId));
