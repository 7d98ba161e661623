import { parseArgs } from 'node:util';
import { findOrderByNo, findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { refund, tellRefunds } from '#server/streaming/payments/refunds/refunds.ts';
import { CommandError, fail } from './failure.ts';
import { withTill } from './till.ts';

const USAGE = `Gives the money of a paid ticket back; the ticket ends when the provider has returned it.

  npm run refund -- M26-000123 --reason "the film stopped for everybody"

The reason stands on the credit note.`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(USAGE);
  const [orderNo, ...rest] = positionals;
  if (!orderNo || rest.length || !values.reason) throw new CommandError(`Name one ticket and the reason.\n\n${USAGE}`);
  await withTill(async (deps) => {
    const order = await findOrderByNo(deps.db, orderNo);
    if (!order) throw new CommandError(`There is no order ${orderNo}`);
    await refund(deps, order, values.reason!);
    await tellRefunds(deps);
    const now = await findOrderByNo(deps.db, orderNo);
    const isDone = now?.paymentStatus === 'REFUNDED';
    if (!isDone && (await findRefund(deps.db, order.paymentTransactionNo!))?.state === 'failed')
      throw new CommandError(
        `${orderNo}: the provider refused the refund, and the ticket stays. Look at its dashboard.`,
      );
    console.log(isDone ? `${orderNo} is refunded` : `${orderNo}: the refund is on its way`);
  });
}

await main().catch(fail);
