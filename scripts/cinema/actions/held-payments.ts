import type { Deps } from '#server/deps.ts';
import { type KeysetQuery, readKeysetPage } from '#server/keyset-page.ts';
import { changeOf } from '#server/operator/change.ts';
import {
  findHeldPayments,
  listFailedRefunds,
  refundHeldPayment,
  retryRefund,
} from '#server/streaming/payments/refunds/held-payments.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { CommandError } from '../../command-error.ts';
import type { ServerCommandContext } from '../server-command-context.ts';
import { listResult } from '../print.ts';
import type { CommandResult } from '../command-result.ts';

const COLUMNS = {
  kind: 'case',
  paymentId: 'payment',
  provider: 'provider',
  no: 'order or fee',
  paymentStatus: 'status',
  reason: 'reason',
} as const;

/** Held payments first, then failed refunds; the oldest first. */
export async function listHeldPayments(deps: Deps, { after = '', limit }: KeysetQuery<string>): Promise<CommandResult> {
  const held = (await findHeldPayments(deps)).map(({ attemptId, no, paymentStatus, provider, paymentId, reason }) => ({
    cursor: cursorOf(1, attemptId, paymentId),
    row: { kind: 'held', paymentId, provider, no, paymentStatus, reason },
  }));
  const failed = (await listFailedRefunds(deps)).map(({ refundId, no, provider, providerPaymentId, reason }) => ({
    cursor: cursorOf(2, refundId, providerPaymentId),
    row: { kind: 'failed', paymentId: providerPaymentId, provider, no, paymentStatus: null, reason },
  }));
  const cases = [...held, ...failed].filter(({ cursor }) => cursor > after);
  const { rows, next } = await readKeysetPage(
    limit,
    async (count) => cases.toSorted((a, b) => (a.cursor < b.cursor ? -1 : 1)).slice(0, count),
    ({ cursor }) => cursor,
  );
  const result = listResult('cases', { rows: rows.map(({ row }) => row), next }, COLUMNS);
  return cases.length || after ? result : { ...result, lines: ['No payment is held, and no refund has failed.'] };
}

/** Cursors sort as text. */
const cursorOf = (kind: number, id: number, paymentId: string) =>
  `${kind}-${String(id).padStart(10, '0')}-${paymentId}`;

/** Refunds a held payment, or requests a failed refund again. Returns the state of the refund. */
export async function returnHeldPayment(context: ServerCommandContext, paymentId: string): Promise<CommandResult> {
  const { deps } = context;
  const held = (await findHeldPayments(deps)).find((each) => each.paymentId === paymentId);
  const failed = (await listFailedRefunds(deps)).find((each) => each.providerPaymentId === paymentId);
  if (!held && !failed) throw new CommandError(`No payment ${paymentId} is held, and no refund of it has failed.`);
  const change = changeOf(`payment ${paymentId}`, { state: held ? 'held' : 'failed' }, { state: 'refund requested' });
  await context.runLong(
    async () => {
      if (held && !(await refundHeldPayment(deps, held)))
        throw new CommandError(`${paymentId} cannot be refunded: it is no longer held.`);
      if (!held) await retryRefund(deps, paymentId);
      await sendRefunds(deps, paymentId);
      return { outcome: 'done', summary: `The refund of ${paymentId} was requested`, value: null };
    },
    async () => null,
  );
  if (context.isDry)
    return {
      data: { dryRun: true, changes: change },
      lines: [`Would refund ${paymentId} (dry run, nothing was done).`],
    };
  return refundResult(deps, paymentId);
}

async function refundResult(deps: Deps, paymentId: string): Promise<CommandResult> {
  const state = (await findRefund(deps.db, paymentId))?.state ?? 'asked';
  if (state === 'failed')
    throw new CommandError(`${paymentId}: the provider refused the refund. Check the provider’s dashboard.`);
  return {
    data: { paymentId, state },
    lines: [state === 'done' ? `${paymentId} is refunded` : `${paymentId}: the refund is in progress`],
  };
}
