import { changeOf } from '#server/operator/change.ts';
import { findBillByNo } from '#server/streaming/payments/bills.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { refuseSecondRefund } from '#server/streaming/payments/refunds/refuse-second-refund.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { CommandError } from '../../failure.ts';
import type { Desk } from '../desk.ts';
import type { Answer } from '../verb.ts';

/** Asks for the money of a ticket or a fee back, tells the provider at once, and says how it stands then. */
export async function refundBill(desk: Desk, no: string, reason: string): Promise<Answer> {
  const { deps } = desk;
  const bill = await findBillByNo(deps.db, no);
  if (!bill) throw new CommandError(`There is no order or fee ${no}`);
  return desk.change(
    async (within) => {
      await refuseSecondRefund(within, desk.command, bill.subject);
      await refund(within, bill.subject, reason);
      const { status } = bill;
      return changeOf(`order ${no}`, { status, refund: null }, { status, refund: reason });
    },
    async () => {
      deps.jobs.wake('reconcile');
      if (bill.transactionNo) await tellRefunds(deps, bill.transactionNo);
      const isRefunded = (await findBillByNo(deps.db, no))?.status === 'REFUNDED';
      if (!isRefunded && (await findRefund(deps.db, bill.transactionNo!))?.state === 'failed')
        throw new CommandError(
          `${no}: the provider refused the refund, and nothing has changed. Look at its dashboard.`,
        );
      return {
        data: { no, isRefunded, reason },
        lines: [isRefunded ? `${no} is refunded` : `${no}: the refund is on its way`],
      };
    },
  );
}
