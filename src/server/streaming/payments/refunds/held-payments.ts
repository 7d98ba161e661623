import type { Deps } from '../../../deps.ts';
import { findBill, lockBill } from '../bills.ts';
import { providerOf } from '../providers.ts';
import { changeAttempt, findAttempt } from '../queries.ts';
import { changeRefund, failedRefunds, findRefund, heldAttempts } from './queries.ts';
import { anew, giveBack } from './refunds.ts';

export interface HeldPayment {
  attemptId: number;
  /** Of the order, or of the fee. */
  no: string;
  paymentStatus: string;
  provider: string;
  paymentId: string;
  reason: string;
}

/** Every payment that waits for a person's decision, oldest first. */
export async function listHeld({ db }: Deps): Promise<HeldPayment[]> {
  return (await heldAttempts(db)).flatMap(({ attempt, no, paymentStatus }) =>
    attempt.heldReason!.split('\n').map((line) => {
      const [paymentId, reason] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)];
      const { attemptId, provider } = attempt;
      return { attemptId, no, paymentStatus, provider, paymentId, reason };
    }),
  );
}

export const listFailedRefunds = async ({ db }: Deps) =>
  (await failedRefunds(db)).map(({ refund, no }) => ({ ...refund, no }));

/**
 * Sends a held payment's money back, and lets go of it. The provider is asked what there is to return: money that went back
 * already, or that pays another bill, stays where it is. False when nothing is returned.
 */
export async function returnHeld(deps: Deps, held: HeldPayment): Promise<boolean> {
  const payment = await providerOf(deps, held.provider).fetchPayment(held.paymentId);
  const own = payment.orderId ? await findAttempt(deps.db, held.provider, payment.orderId) : undefined;
  const meant = own && (await findBill(deps.db, own));
  const isReturned = payment.status === 'captured' && meant?.transactionNo !== payment.id;
  await deps.db.transaction(async (tx) => {
    const [{ attempt } = raiseGone()] = (await heldAttempts(tx)).filter(
      (each) => each.attempt.attemptId === held.attemptId,
    );
    const bill = (await lockBill(tx, attempt))!;
    if (isReturned) await giveBack(tx, bill, payment, held.reason, deps.now());
    const left = attempt.heldReason!.split('\n').filter((line) => !line.startsWith(`${held.paymentId}:`));
    await changeAttempt(tx, attempt.attemptId, {
      heldReason: left.join('\n') || null,
      state: attempt.state === 'held' && !left.length ? 'closed' : attempt.state,
    });
  });
  deps.jobs.wake('reconcile');
  return isReturned;
}

/** Asks a refund that failed anew, whatever it was for. False when there is none of this payment. */
export async function askAnew({ db, now, jobs }: Deps, paymentId: string): Promise<boolean> {
  const known = await findRefund(db, paymentId);
  if (known?.state !== 'failed') return false;
  await changeRefund(db, known.refundId, anew(now()));
  jobs.wake('reconcile');
  return true;
}

const raiseGone = (): never => {
  throw new Error('This payment is not held any more');
};
