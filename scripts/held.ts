import { parseArgs } from 'node:util';
import { listFailedRefunds, listHeld, returnHeld } from '#server/streaming/payments/refunds/held.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/refunds.ts';
import { CommandError, fail } from './failure.ts';
import { withTill } from './till.ts';

const USAGE = `Lists the payments that fit no ticket and wait for a decision, and the refunds that failed.

  npm run held
  npm run held -- --refund pay_Abc123   sends the money of that payment back

A failed refund is asked for anew with npm run refund.`;

async function main() {
  const { values } = parseArgs({ options: { refund: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(USAGE);
  await withTill(async (deps) => {
    const held = await listHeld(deps);
    if (!values.refund) {
      for (const { orderNo, paymentStatus, provider, paymentId, reason } of held)
        console.log(`held    ${paymentId}  ${provider}  ${orderNo} (${paymentStatus})  ${reason}`);
      for (const { orderNo, provider, providerPaymentId, reason } of await listFailedRefunds(deps))
        console.log(`failed  ${providerPaymentId}  ${provider}  ${orderNo}  ${reason}`);
      return;
    }
    const meant = held.find(({ paymentId }) => paymentId === values.refund);
    if (!meant) throw new CommandError(`No payment ${values.refund} is held`);
    const isReturned = await returnHeld(deps, meant);
    await tellRefunds(deps);
    console.log(isReturned ? `${meant.paymentId} goes back` : `${meant.paymentId}: there is nothing to return`);
  });
}

await main().catch(fail);
