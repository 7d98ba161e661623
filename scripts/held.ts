import { parseArgs } from 'node:util';
import type { Deps } from '#server/deps.ts';
import { askAnew, listFailedRefunds, listHeld, returnHeld } from '#server/streaming/payments/refunds/held.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { CommandError, fail } from './failure.ts';
import { withTill } from './till.ts';

const USAGE = `Lists the payments that fit no ticket or fee and wait for a decision, and the refunds that failed.

  npm run held
  npm run held -- --refund pay_Abc123   sends the money of that payment back; a refund that failed is asked for anew`;

async function list(deps: Deps) {
  const held = await listHeld(deps);
  const failed = await listFailedRefunds(deps);
  for (const { no, paymentStatus, provider, paymentId, reason } of held)
    console.log(`held    ${paymentId}  ${provider}  ${no} (${paymentStatus})  ${reason}`);
  for (const { no, provider, providerPaymentId, reason } of failed)
    console.log(`failed  ${providerPaymentId}  ${provider}  ${no}  ${reason}`);
  if (!held.length && !failed.length) console.log('No payment is held, and no refund has failed.');
}

async function giveBack(deps: Deps, paymentId: string) {
  const held = (await listHeld(deps)).find((each) => each.paymentId === paymentId);
  if (held) {
    if (!(await returnHeld(deps, held))) return `${paymentId}: there is nothing to return. It is not held any more.`;
  } else if (!(await askAnew(deps, paymentId)))
    throw new CommandError(`No payment ${paymentId} is held, and no refund of it has failed.`);
  await tellRefunds(deps);
  switch ((await findRefund(deps.db, paymentId))?.state) {
    case 'done':
      return `${paymentId} is returned`;
    case 'failed':
      throw new CommandError(`${paymentId}: the provider refused to return it. Look at its dashboard.`);
    default:
      return `${paymentId} is on its way back`;
  }
}

async function main() {
  const { values } = parseArgs({ options: { refund: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(USAGE);
  const { refund: paymentId } = values;
  await withTill(async (deps) => (paymentId ? console.log(await giveBack(deps, paymentId)) : list(deps)));
}

await main().catch(fail);
