import { toUnits } from '#domain/pricing.ts';
import type { Deps } from '#server/deps.ts';
import { type KeysetQuery, readKeysetPage } from '#server/keyset-page.ts';
import { changeOf } from '#server/operator/change.ts';
import { listDisputes } from '#server/streaming/payments/disputes/queries.ts';
import {
  acceptHeldPayment,
  findHeldPayments,
  refundHeldPayment,
} from '#server/streaming/payments/held/settle-held-payment.ts';
import {
  listFailedRefunds,
  retryRefund,
} from '#server/streaming/payments/refunds/failed-refunds.ts';
import { findRefund } from '#server/streaming/payments/refunds/queries.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { CommandError } from '../../command-error.ts';
import type { ServerCommandContext } from '../server-command-context.ts';
import { column } from '../columns.ts';
import { detailsResult, listResult } from '../results.ts';
import type { CommandResult } from '../command-result.ts';

const COLUMNS = {
  kind: column.text('case'),
  paymentId: column.code('payment'),
  provider: column.text('provider'),
  billNo: column.code('order or fee'),
  paymentStatus: column.code('status'),
  amount: column.amount('amount'),
  currency: column.code(),
  answerBy: column.instant('answer by'),
  reason: column.text('reason'),
};

interface Case {
  kind: 'held' | 'failed' | 'dispute';
  paymentId: string;
  provider: string;
  billNo: string | null;
  paymentStatus: string | null;
  amount: number | null;
  currency: string | null;
  answerBy: Date | null;
  reason: string | null;
}

/** Held payments first, then failed refunds, then open disputes; the oldest first. */
export async function listHeldPayments(
  deps: Deps,
  { after = '', limit }: KeysetQuery<string>,
): Promise<CommandResult> {
  const all = [
    ...(await heldCases(deps)),
    ...(await failedCases(deps)),
    ...(await disputeCases(deps)),
  ];
  const cases = all.filter(({ cursor }) => cursor > after);
  const { rows, next } = await readKeysetPage(
    limit,
    async (count) => cases.toSorted((a, b) => (a.cursor < b.cursor ? -1 : 1)).slice(0, count),
    ({ cursor }) => cursor,
  );
  const result = listResult('cases', { rows: rows.map(({ row }) => row), next }, COLUMNS);
  const nothing = 'No payment is held, no refund has failed, and no dispute is open.';
  return cases.length || after ? result : { ...result, report: [nothing] };
}

type ListedCase = { cursor: string; row: Case };

const heldCases = async (deps: Deps): Promise<ListedCase[]> =>
  (await findHeldPayments(deps)).map((held) => ({
    cursor: cursorOf(1, String(held.heldPaymentId).padStart(10, '0')),
    row: {
      kind: 'held',
      paymentId: held.providerPaymentId,
      provider: held.provider,
      billNo: held.billNo,
      paymentStatus: held.paymentStatus,
      amount: held.amount && toUnits(held.amount),
      currency: held.currency,
      answerBy: null,
      reason: held.reason,
    },
  }));

const failedCases = async (deps: Deps): Promise<ListedCase[]> =>
  (await listFailedRefunds(deps)).map((refund) => ({
    cursor: cursorOf(2, String(refund.refundId).padStart(10, '0')),
    row: {
      kind: 'failed',
      paymentId: refund.providerPaymentId,
      provider: refund.provider,
      billNo: refund.billNo,
      paymentStatus: null,
      amount: toUnits(refund.amount),
      currency: refund.currency,
      answerBy: null,
      reason: refund.reason,
    },
  }));

const disputeCases = async ({ db }: Deps): Promise<ListedCase[]> =>
  (await listDisputes(db, {})).map(({ dispute, orderNo, feeNo, paymentStatus }) => ({
    cursor: cursorOf(3, `${dispute.openedAt.toISOString()}-${dispute.disputeId}`),
    row: {
      kind: 'dispute',
      paymentId: dispute.providerPaymentId,
      provider: dispute.provider,
      billNo: orderNo ?? feeNo,
      paymentStatus,
      amount: toUnits(dispute.amount),
      currency: dispute.currency,
      answerBy: dispute.respondBy,
      reason: dispute.reasonText ?? dispute.reasonCode,
    },
  }));

/** Cursors sort as text. */
const cursorOf = (kind: number, place: string) => `${kind}-${place}`;

/** The ticket opens, or the fee is paid. */
export async function acceptPayment(
  context: ServerCommandContext,
  paymentId: string,
): Promise<CommandResult> {
  const { deps } = context;
  const held = (await findHeldPayments(deps)).find((each) => each.providerPaymentId === paymentId);
  if (!held) throw new CommandError(`No payment ${paymentId} is held.`);
  const change = changeOf(`payment ${paymentId}`, { state: 'held' }, { state: 'accepted' });
  await context.runLong(
    async () => {
      await acceptHeldPayment(deps, held, context.io.who);
      return { outcome: 'done', summary: `${paymentId} pays ${held.billNo}`, value: null };
    },
    async () => null,
  );
  if (context.isDry)
    return {
      view: 'changes',
      data: { dryRun: true, changes: change },
      report: [`Would accept ${paymentId} for ${held.billNo} (dry run, nothing was done).`],
    };
  return detailsResult({ paymentId, billNo: held.billNo }, [`${paymentId} pays ${held.billNo}`]);
}

/** Refunds a held payment, or requests a failed refund again. Returns the state of the refund. */
export async function returnHeldPayment(
  context: ServerCommandContext,
  paymentId: string,
): Promise<CommandResult> {
  const { deps } = context;
  const held = (await findHeldPayments(deps)).find((each) => each.providerPaymentId === paymentId);
  const failed = (await listFailedRefunds(deps)).find(
    (each) => each.providerPaymentId === paymentId,
  );
  if (!held && !failed)
    throw new CommandError(`No payment ${paymentId} is held, and no refund of it has failed.`);
  const change = changeOf(
    `payment ${paymentId}`,
    { state: held ? 'held' : 'failed' },
    { state: 'refund requested' },
  );
  await context.runLong(
    async () => {
      if (held && !(await refundHeldPayment(deps, held, context.io.who)))
        throw new CommandError(`${paymentId} cannot be refunded: it is no longer held.`);
      if (!held) await retryRefund(deps, paymentId);
      await sendRefunds(deps, paymentId);
      return { outcome: 'done', summary: `The refund of ${paymentId} was requested`, value: null };
    },
    async () => null,
  );
  if (context.isDry)
    return {
      view: 'changes',
      data: { dryRun: true, changes: change },
      report: [`Would refund ${paymentId} (dry run, nothing was done).`],
    };
  return refundResult(deps, paymentId);
}

async function refundResult(deps: Deps, paymentId: string): Promise<CommandResult> {
  const state = (await findRefund(deps.db, paymentId))?.state ?? 'asked';
  if (state === 'failed')
    throw new CommandError(
      `${paymentId}: the provider refused the refund. Check the provider’s dashboard.`,
    );
  return detailsResult({ paymentId, state }, [
    state === 'done' ? `${paymentId} is refunded` : `${paymentId}: the refund is in progress`,
  ]);
}
