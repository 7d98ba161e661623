import { changeOf } from '#server/operator/change.ts';
import { findOrderByNo, findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { refund, tellRefunds } from '#server/streaming/payments/refunds/refunds.ts';
import { CommandError } from '../failure.ts';
import type { Desk } from './desk.ts';
import type { Answer } from './verb.ts';

/** Asks for the money back, tells the provider at once, and says how it stands then. */
export async function refundOrder(desk: Desk, orderNo: string, reason: string): Promise<Answer> {
  const { deps } = desk;
  const order = await findOrderByNo(deps.db, orderNo);
  if (!order) throw new CommandError(`There is no order ${orderNo}`);
  return desk.change(
    async (within) => {
      await refund(within, order, reason);
      const before = { paymentStatus: order.paymentStatus, refund: null };
      return changeOf(`order ${orderNo}`, before, { paymentStatus: order.paymentStatus, refund: reason });
    },
    async () => {
      deps.jobs.wake('reconcile');
      await tellRefunds(deps);
      const isDone = (await findOrderByNo(deps.db, orderNo))?.paymentStatus === 'REFUNDED';
      const failed = !isDone && (await findRefund(deps.db, order.paymentTransactionNo!))?.state === 'failed';
      if (failed)
        throw new CommandError(
          `${orderNo}: the provider refused the refund, and nothing has changed. Look at its dashboard.`,
        );
      return {
        data: { orderNo, isRefunded: isDone, reason },
        lines: [isDone ? `${orderNo} is refunded` : `${orderNo}: the refund is on its way`],
      };
    },
  );
}
