import { cinemaDay } from '#domain/fiscal-year.ts';
import { toRupees } from '#domain/pricing.ts';
import { addSums } from '#domain/statement.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { conflictError, filmRef, notFoundError } from '../../catalogue/manage/lookup.ts';
import { requireChannel } from '../../channels/actions.ts';
import { isOpenMonth } from '../statements/actions.ts';
import { readFilmStatements } from './film-statements.ts';
import { type ApprovedStatement, changePayment, insertApproved, lockApproved } from './queries.ts';

/** Who does it, and for which channel and month (`2026-11`). */
interface StatementSelection {
  who: string;
  channel: string;
  month: string;
}

const shareOf = (rows: readonly Pick<ApprovedStatement, 'sums'>[]): number =>
  toRupees(addSums(rows.map(({ sums }) => sums)).producerShare);

/**
 * Stores the amounts of each film of a channel as they are now. Call it in a transaction.
 * The changes have the amounts before and after, so that a preview with other amounts is refused.
 * Chosen: approved amounts never change. A refund counts in its own month; a provider's late fee is shown as a difference.
 * Throws not_found, channel_ambiguous, month_open, already_approved.
 */
export async function approveStatement(deps: Deps, { who, channel, month }: StatementSelection): Promise<Change[]> {
  const { channelId, channelName } = await requireChannel(deps.db, channel);
  if (isOpenMonth(deps, month)) throw conflictError('month_open', text.monthOpen(month));
  const films = await readFilmStatements(deps, month, 'month', channelId);
  if (!films.length) throw notFoundError(text.noStatement(channelName, month));
  const unapproved = films.filter(({ approved }) => !approved);
  const rows = unapproved.map(({ movie: { movieId }, sums }) => ({
    movieId,
    month,
    channelId,
    sums,
    approvedAt: deps.now(),
    approvedBy: who,
  }));
  if (!rows.length || (await insertApproved(deps.db, rows)) < rows.length)
    throw conflictError('already_approved', text.alreadyApproved(channelName, month));
  return unapproved.map(({ movie, sums }) => {
    const amounts = { tickets: sums.tickets, producerShare: toRupees(sums.producerShare) };
    return {
      what: `statement of ${filmRef(movie)} for ${month}`,
      before: { ...amounts, state: 'unapproved' },
      after: { ...amounts, state: 'approved' },
    };
  });
}

/**
 * Marks the approved statements of a channel as paid. Call it in a transaction. Returns no changes if they are paid with this
 * reference. Throws not_found, channel_ambiguous, not_approved, already_paid.
 */
export async function markStatementPaid(
  deps: Deps,
  { who, channel, month, reference }: StatementSelection & { reference: string },
): Promise<Change[]> {
  const { channelId, channelName } = await requireChannel(deps.db, channel);
  const approved = await lockApproved(deps.db, month, channelId);
  if (!approved.length) throw conflictError('not_approved', text.notApproved(channelName, month));
  const unpaid = approved.filter(({ paidAt }) => !paidAt);
  const isRepeated = approved.some(({ paymentReference }) => paymentReference === reference);
  if (!unpaid.length && isRepeated) return [];
  if (!unpaid.length) throw conflictError('already_paid', alreadyPaidText(channelName, approved[0]!));
  await changePayment(deps.db, month, movieIdsOf(unpaid), {
    paidAt: deps.now(),
    paidBy: who,
    paymentReference: reference,
  });
  const producerShare = shareOf(unpaid);
  const what = paymentOf(channelId, month);
  return [{ what, before: { producerShare, reference: null }, after: { producerShare, reference } }];
}

/** Throws not_found, channel_ambiguous, not_paid. */
export async function markStatementNotPaid(
  deps: Deps,
  { channel, month, reason }: Omit<StatementSelection, 'who'> & { reason: string },
): Promise<Change[]> {
  const { channelId, channelName } = await requireChannel(deps.db, channel);
  const paid = (await lockApproved(deps.db, month, channelId)).filter(({ paidAt }) => paidAt);
  if (!paid.length) throw conflictError('not_paid', text.notMarkedPaid(channelName, month));
  await changePayment(deps.db, month, movieIdsOf(paid), { paidAt: null, paidBy: null, paymentReference: null });
  const reference = [...new Set(paid.map(({ paymentReference }) => paymentReference))].join(', ');
  return changeOf(paymentOf(channelId, month), { producerShare: shareOf(paid), reference, reason: null }, { reason });
}

const movieIdsOf = (rows: readonly ApprovedStatement[]) => rows.map(({ movieId }) => movieId);

const paymentOf = (channelId: number, month: string) => `payment of channel ${channelId} for ${month}`;

const alreadyPaidText = (channelName: string, { month, paidAt, paidBy, paymentReference }: ApprovedStatement) =>
  text.alreadyPaid(channelName, month, { when: cinemaDay(paidAt!), who: paidBy!, reference: paymentReference! });
