import type { Deps } from '#server/deps.ts';
import { changeOf } from '#server/operator/change.ts';
import { askAnew, listFailedRefunds, listHeld, returnHeld } from '#server/streaming/payments/refunds/held.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { CommandError } from '../../failure.ts';
import type { Desk } from '../desk.ts';
import { table } from '../print.ts';
import type { Answer } from '../verb.ts';

/** Everything that waits for the operator: money that fits nothing, and refunds that a provider did not make. */
export async function heldCases(deps: Deps): Promise<Answer> {
  const held = (await listHeld(deps)).map(({ no, paymentStatus, provider, paymentId, reason }) => ({
    kind: 'held',
    paymentId,
    provider,
    no,
    paymentStatus,
    reason,
  }));
  const failed = (await listFailedRefunds(deps)).map(({ no, provider, providerPaymentId: paymentId, reason }) => ({
    kind: 'failed',
    paymentId,
    provider,
    no,
    paymentStatus: null,
    reason,
  }));
  const cases = [...held, ...failed];
  const columns = {
    kind: 'case',
    paymentId: 'payment',
    provider: 'by',
    no: 'order or fee',
    paymentStatus: 'status',
    reason: 'reason',
  } as const;
  const nothing = ['No payment is held, and no refund has failed.'];
  return { data: { cases }, lines: cases.length ? table(cases, columns) : nothing };
}

/** Sends a held payment back, or asks a failed refund anew, and says how it stands then. */
export async function returnCase(desk: Desk, paymentId: string): Promise<Answer> {
  const { deps } = desk;
  const held = (await listHeld(deps)).find((each) => each.paymentId === paymentId);
  const failed = (await listFailedRefunds(deps)).find((each) => each.providerPaymentId === paymentId);
  if (!held && !failed) throw new CommandError(`No payment ${paymentId} is held, and no refund of it has failed.`);
  const change = changeOf(`payment ${paymentId}`, { state: held ? 'held' : 'failed' }, { state: 'asked back' });
  await desk.undertake(
    async () => {
      if (held && !(await returnHeld(deps, held)))
        throw new CommandError(`${paymentId}: there is nothing to return. It is not held any more.`);
      if (!held) await askAnew(deps, paymentId);
      await tellRefunds(deps, paymentId);
      return { outcome: 'done', said: `${paymentId} is asked back`, value: null };
    },
    async () => null,
  );
  if (desk.isDry)
    return { data: { dryRun: true, changes: change }, lines: [`Would send ${paymentId} back; nothing was done.`] };
  return outcomeOf(deps, paymentId);
}

async function outcomeOf(deps: Deps, paymentId: string): Promise<Answer> {
  const state = (await findRefund(deps.db, paymentId))?.state ?? 'asked';
  if (state === 'failed')
    throw new CommandError(`${paymentId}: the provider refused to return it. Look at its dashboard.`);
  return {
    data: { paymentId, state },
    lines: [state === 'done' ? `${paymentId} is returned` : `${paymentId} is on its way back`],
  };
}
