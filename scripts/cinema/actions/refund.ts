import { changeOf } from '#server/operator/change.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { refuseSecondRefund } from '#server/streaming/payments/refunds/refuse-second-refund.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { CommandError } from '../../command-error.ts';
import { detailsResult } from '../results.ts';
import type { ServerCommandContext } from '../server-command-context.ts';
import type { CommandResult } from '../command-result.ts';

/**
 * Refunds a ticket or a fee, and sends the refund to the provider immediately. Returns the state of
 * the refund.
 */
export async function refundBill(
  context: ServerCommandContext,
  billNo: string,
  reason: string,
): Promise<CommandResult> {
  const { deps } = context;
  const bill = await deps.bills.findByNo(deps.db, billNo);
  if (!bill) throw new CommandError(`There is no order or fee ${billNo}`);
  const { transactionNo } = bill;
  let isRefunded = false;
  const result = await context.change(
    async (txDeps) => {
      await refuseSecondRefund(txDeps, context.command, bill.ref);
      await requestRefund(txDeps, bill.ref, reason);
      const { status } = bill;
      return changeOf(`order ${billNo}`, { status, refund: null }, { status, refund: reason });
    },
    async () => {
      deps.jobs.enqueue('reconcile');
      if (transactionNo) await sendRefunds(deps, transactionNo);
      isRefunded = (await deps.bills.findByNo(deps.db, billNo))?.status === 'REFUNDED';
      if (isRefunded || !transactionNo) return;
      if ((await findRefund(deps.db, transactionNo))?.state === 'failed')
        throw new CommandError(
          `${billNo}: the provider refused the refund. The order is unchanged. Check the provider’s dashboard.`,
        );
    },
  );
  if (context.isDry) return result;
  return detailsResult({ billNo: billNo, isRefunded, reason }, [
    isRefunded ? `${billNo} is refunded` : `${billNo}: the refund is in progress`,
  ]);
}
