import { toUnits } from '#domain/pricing.ts';
import { type DisputeState, toDisputePhase } from '#domain/disputes.ts';
import { disputeMessages as text } from '#messages/disputes.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../../keyset-page.ts';
import { listDisputes, type ListedDispute } from './queries.ts';

interface DisputeSearch extends KeysetQuery<string> {
  state?: DisputeState | undefined;
}

/**
 * Without a state: the disputes that are not decided. Amounts are in units of their currency.
 * `after` is a dispute.
 */
export async function findDisputes({ db }: Deps, { limit, ...filter }: DisputeSearch) {
  const { rows, next } = await readKeysetPage(
    limit,
    (count) => listDisputes(db, filter, count),
    ({ dispute }) => dispute.disputeId,
  );
  return { rows: rows.map(toRow), next };
}

/** Throws dispute_unknown. */
export const requireDispute = async ({ db }: Deps, disputeId: string): Promise<ListedDispute> =>
  (await listDisputes(db, { disputeId }, 1))[0] ??
  throwError(new AppError('dispute_unknown', [disputeId]));

/** Amounts in units of their currency. Throws dispute_unknown. */
export async function showDispute(deps: Deps, disputeId: string) {
  const listed = await requireDispute(deps, disputeId);
  const { dispute, orderNo, feeNo } = listed;
  return {
    ...toRow(listed),
    userId: listed.userId,
    provider: dispute.provider,
    paymentStatus: listed.paymentStatus,
    amountDeducted: toUnits(dispute.amountDeducted),
    reasonCode: dispute.reasonCode,
    reasonText: dispute.reasonText,
    openedAt: dispute.openedAt,
    changedAt: dispute.changedAt,
    hasEvidence: orderNo !== null || feeNo !== null,
  };
}

const toRow = ({ dispute, orderNo, feeNo, movieName }: ListedDispute) => ({
  disputeId: dispute.disputeId,
  respondBy: dispute.respondBy,
  amount: toUnits(dispute.amount),
  currency: dispute.currency,
  movieName,
  orderNo,
  feeNo,
  state: dispute.state,
  phase: dispute.phase,
  meaning: orderNo === null && feeNo === null ? text.unknownPayment : meaningOf(dispute),
  providerPaymentId: dispute.providerPaymentId,
});

function meaningOf({ state, phase }: ListedDispute['dispute']): string {
  if (state !== 'open') return text.meanings[state];
  return text.meanings[toDisputePhase(phase) ?? 'unknownPhase'];
}

/** Replaces the codes by words. */
export const withWords = <Row extends { state: DisputeState; phase: string | null }>(row: Row) => ({
  ...row,
  state: text.states[row.state],
  phase: phaseWord(row.phase),
});

/** A phase that we do not know keeps the provider's word. */
export function phaseWord(word: string | null): string | null {
  const phase = toDisputePhase(word);
  return phase ? text.phases[phase] : word;
}

/** For an empty list. */
export const noDisputeText = (state: DisputeState | undefined): string =>
  state === undefined ? text.noneUndecided : text.none;
