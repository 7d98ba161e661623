import type { MinorUnits } from '#domain/pricing.ts';
import type { RefundState } from '#domain/payment-states.ts';
import type { ProviderName } from '#contract/payments.ts';
import type { Deps } from '../../../deps.ts';
import type { ProviderRefund } from '../../../ports/payments/provider.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { claimInBatches, type TaskSource, runDueTasks } from '../../../run-due-tasks.ts';
import { applyPayment } from '../apply-payment.ts';
import { providerOf, configuredProviders } from '../providers.ts';
import {
  changeRefund,
  claimRefunds,
  findRefund,
  listDueRefunds,
  type RefundRow,
} from './queries.ts';

const REFUND_LIMIT = 2000;

/**
 * Sends new refunds and checks pending ones. If two processes do so at once, the idempotency key
 * prevents a second refund.
 */
export async function sendRefunds(deps: Deps, paymentId?: string): Promise<void> {
  const sendForProvider = (name: ProviderName) =>
    runDueTasks([refundsToSend(deps, name, paymentId)], {
      concurrency: providerOf(deps, name).maxConcurrentCalls,
    });
  await Promise.all(configuredProviders(deps).map(sendForProvider));
}

export function refundsToSend(deps: Deps, provider: ProviderName, paymentId?: string): TaskSource {
  // Computed once, so that a refund checked in this run does not become due again in the same run.
  const due = {
    provider,
    now: deps.now(),
    intervalSeconds: deps.config.reconcileSeconds,
    paymentId,
  };
  return claimInBatches(
    () => listDueRefunds(deps.db, due, REFUND_LIMIT),
    (ids) => claimRefunds({ db: deps.db, ids, due, now: deps.now() }),
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
    : await sendRefund(deps, row);
  await applyUpdate(deps, row, { providerRefundId: id, state: status });
}

async function sendRefund(
  deps: Deps,
  row: RefundRow,
): Promise<{ id: string | null; status: ProviderRefund['status'] }> {
  const provider = providerOf(deps, row.provider);
  const { providerPaymentId: paymentId, amount, currency, askedAt } = row;
  const idempotencyKey = `refund-${paymentId}-${askedAt.getTime()}`;
  try {
    return await provider.refund({ paymentId, amount, currency, idempotencyKey });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A refused refund has failed, unless all or a part of the payment went back another way.
    const payment = await provider.fetchPayment(paymentId);
    await applyPayment(deps, payment, 'reconciler');
    if (payment.status === 'refunded') return { id: null, status: 'done' };
    const remaining = payment.amount - payment.refundedAmount;
    if (remaining <= 0 || remaining >= amount) return { id: null, status: 'failed' };
    const smaller = await requestSmallerRefund(deps, row, remaining);
    return smaller ? sendRefund(deps, smaller) : { id: null, status: 'failed' };
  }
}

/** Undefined if a concurrent process has decided about the refund. */
const requestSmallerRefund = (
  deps: Deps,
  row: RefundRow,
  amount: MinorUnits,
): Promise<RefundRow | undefined> =>
  deps.db.transaction(async (tx) => {
    await deps.bills.lock(tx, row);
    const current = await findRefund(tx, row.providerPaymentId);
    if (current?.state !== 'asked' || current.amount !== row.amount) return undefined;
    // Another request time gives another idempotency key: the first one belongs to the refused
    // amount.
    const askedAt = new Date(Math.max(deps.now().getTime(), current.askedAt.getTime() + 1));
    await changeRefund(tx, row.refundId, { amount, askedAt });
    return { ...current, amount, askedAt };
  });

interface RefundUpdate {
  providerRefundId: string | null;
  state: RefundState;
}

async function applyUpdate(deps: Deps, row: RefundRow, update: RefundUpdate) {
  const { refundId, providerPaymentId: paymentId } = row;
  const logFields = await deps.db.transaction(async (tx) => {
    const bill = (await deps.bills.lock(tx, row))!;
    const current = (await findRefund(tx, paymentId))!;
    if (isOutdated(current, row, update)) return null;
    const isDone = current.state === 'done';
    const providerRefundId = update.providerRefundId ?? current.providerRefundId;
    await changeRefund(
      tx,
      refundId,
      isDone ? { providerRefundId } : { ...update, providerRefundId },
    );
    if (update.state === 'done' && !isDone && row.refundsBill && bill.status === 'PAID')
      await bill.markRefunded(tx, deps, row.reason, deps.now());
    return { refundId, paymentId, billNo: bill.billNo };
  });
  if (logFields && update.state === 'failed')
    deps.log.error(logFields, 'a refund failed; the operator must retry it');
  if (logFields && update.state === 'done') deps.log.info(logFields, 'a refund is done');
}

/**
 * A concurrent process may know a newer state. A failure counts for this request only, and never
 * after success.
 */
const isOutdated = (
  current: RefundRow,
  { askedAt }: RefundRow,
  { providerRefundId, state }: RefundUpdate,
) =>
  state === 'failed' &&
  (current.state === 'done' ||
    current.askedAt.getTime() !== askedAt.getTime() ||
    (current.state !== 'asked' && current.providerRefundId !== providerRefundId));
