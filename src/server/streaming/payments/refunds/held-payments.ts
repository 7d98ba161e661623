import type { Deps } from '../../../deps.ts';
import { providerOf } from '../providers.ts';
import { changeAttempt, findAttempt } from '../queries.ts';
import { changeRefund, selectFailedRefunds, findRefund, listHeldAttempts } from './queries.ts';
import { restartedRefund, recordUnusedPaymentRefund } from './request-refund.ts';

type HeldPayment = Awaited<ReturnType<typeof findHeldPayments>>[number];

export async function findHeldPayments({ db }: Deps) {
  return (await listHeldAttempts(db)).flatMap(({ attempt, no, paymentStatus }) =>
    attempt.heldReason!.split('\n').map((line) => {
      const [paymentId, reason] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)];
      const { attemptId, provider } = attempt;
      return { attemptId, no, paymentStatus, provider, paymentId, reason };
    }),
  );
}

export const listFailedRefunds = async ({ db }: Deps) =>
  (await selectFailedRefunds(db)).map(({ refund, no }) => ({ ...refund, no }));

/** Removes the hold. Returns false, without a refund, if the payment is not captured, already refunded, or has paid a bill. */
export async function refundHeldPayment(deps: Deps, held: HeldPayment): Promise<boolean> {
  const payment = await providerOf(deps, held.provider).fetchPayment(held.paymentId);
  const attemptAtProvider = payment.orderId ? await findAttempt(deps.db, held.provider, payment.orderId) : undefined;
  const billAtProvider = attemptAtProvider && (await deps.bills.find(deps.db, attemptAtProvider));
  const isRefundable = payment.status === 'captured' && billAtProvider?.transactionNo !== payment.id;
  await deps.db.transaction(async (tx) => {
    const [{ attempt } = throwNotHeld()] = (await listHeldAttempts(tx)).filter(
      (each) => each.attempt.attemptId === held.attemptId,
    );
    const bill = (await deps.bills.lock(tx, attempt))!;
    if (isRefundable) await recordUnusedPaymentRefund(tx, bill, payment, held.reason, deps.now());
    const remaining = attempt.heldReason!.split('\n').filter((line) => !line.startsWith(`${held.paymentId}:`));
    await changeAttempt(tx, attempt.attemptId, {
      heldReason: remaining.join('\n') || null,
      state: attempt.state === 'held' && !remaining.length ? 'closed' : attempt.state,
    });
  });
  deps.jobs.enqueue('reconcile');
  return isRefundable;
}

/** Returns false when the payment has no failed refund. */
export async function retryRefund({ db, now, jobs }: Deps, paymentId: string): Promise<boolean> {
  const existing = await findRefund(db, paymentId);
  if (existing?.state !== 'failed') return false;
  await changeRefund(db, existing.refundId, restartedRefund(now()));
  jobs.enqueue('reconcile');
  return true;
}

const throwNotHeld = (): never => {
  throw new Error('The payment is no longer held: list the held payments again');
};
