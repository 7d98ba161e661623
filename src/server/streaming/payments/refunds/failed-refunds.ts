import type { Deps } from '../../../deps.ts';
import { changeRefund, findRefund, selectFailedRefunds } from './queries.ts';
import { restartedRefund } from './request-refund.ts';

export const listFailedRefunds = async ({ db }: Deps) =>
  (await selectFailedRefunds(db)).map(({ refund, billNo }) => ({ ...refund, billNo }));

/** Returns false when the payment has no failed refund. */
export async function retryRefund({ db, now, jobs }: Deps, paymentId: string): Promise<boolean> {
  const existing = await findRefund(db, paymentId);
  if (existing?.state !== 'failed') return false;
  await changeRefund(db, existing.refundId, restartedRefund(now()));
  jobs.enqueue('reconcile');
  return true;
}
