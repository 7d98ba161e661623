import type { Deps } from '../../../deps.ts';
import { inTransaction, changeAttempt, findAttempt, lockOrder } from '../queries.ts';
import { findOrder } from '../../booking/queries.ts';
import { providerOf } from '../providers.ts';
import { changeRefund, failedRefunds, findRefund, heldAttempts } from './queries.ts';
import { anew, giveBack } from './refunds.ts';

export interface HeldPayment {
  attemptId: number;
  orderNo: string;
  paymentStatus: string;
  provider: string;
  paymentId: string;
  reason: string;
}

/** Every payment that waits for a person's decision, oldest first. */
export async function listHeld({ db }: Deps): Promise<HeldPayment[]> {
  return (await heldAttempts(db)).flatMap(({ attempt, order }) =>
    attempt.heldReason!.split('\n').map((line) => {
      const [paymentId, reason] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)];
      const { attemptId, provider } = attempt;
      return { attemptId, orderNo: order.orderNo, paymentStatus: order.paymentStatus, provider, paymentId, reason };
    }),
  );
}

export const listFailedRefunds = async ({ db }: Deps) =>
  (await failedRefunds(db)).map(({ refund, orderNo }) => ({ ...refund, orderNo }));

/**
 * Sends a held payment's money back, and lets go of it. The provider is asked what there is to return: money that went back
 * already, or that pays another ticket, stays where it is. False when nothing is returned.
 */
export async function returnHeld(deps: Deps, held: HeldPayment): Promise<boolean> {
  const payment = await providerOf(deps, held.provider).fetchPayment(held.paymentId);
  const own = payment.orderId ? await findAttempt(deps.db, held.provider, payment.orderId) : undefined;
  const booked = own && (await findOrder(deps.db, own.movieOrderId));
  const paysTicket = booked?.order.paymentTransactionNo === payment.id;
  const isReturned = payment.status === 'captured' && !paysTicket;
  await inTransaction(deps.db, async (tx) => {
    const [{ attempt, order } = raiseGone()] = (await heldAttempts(tx)).filter(
      (each) => each.attempt.attemptId === held.attemptId,
    );
    await lockOrder(tx, order.movieOrderId);
    if (isReturned) await giveBack(tx, order, payment, held.reason, deps.now());
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
