import { parseArgs } from 'node:util';
import { findBillByNo } from '#server/streaming/payments/bills.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { CommandError, fail } from './failure.ts';
import { withTill } from './till.ts';

const USAGE = `Gives the money of a paid ticket, or of a submission's fee, back; the ticket ends when the provider has returned it.

  npm run refund -- M26-000123 --reason "the film stopped for everybody"
  npm run refund -- S26-000045 --reason "the film was declined"

The reason stands on the credit note of a ticket.`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(USAGE);
  const [no, ...rest] = positionals;
  if (!no || rest.length || !values.reason)
    throw new CommandError(`Name one ticket or fee, and the reason.\n\n${USAGE}`);
  await withTill(async (deps) => {
    const bill = await findBillByNo(deps.db, no);
    if (!bill) throw new CommandError(`There is no order or fee ${no}`);
    await refund(deps, bill.subject, values.reason!);
    await tellRefunds(deps);
    const isDone = (await findBillByNo(deps.db, no))?.status === 'REFUNDED';
    if (!isDone && (await findRefund(deps.db, bill.transactionNo!))?.state === 'failed')
      throw new CommandError(`${no}: the provider refused the refund, and nothing has changed. Look at its dashboard.`);
    console.log(isDone ? `${no} is refunded` : `${no}: the refund is on its way`);
  });
}

await main().catch(fail);
