import { firstOf } from '#domain/existing.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { toRupees } from '#domain/pricing.ts';
import { addSums } from '#domain/statement.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import { AppError } from '../../../errors.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { filmRef, requireFilm } from '../../catalogue/manage/lookup.ts';
import { requireChannel } from '../../channels/actions.ts';
import { isOpenMonth } from '../statements/actions.ts';
import { type FilmStatement, readFilmStatements } from './film-statements.ts';
import {
  type ApprovedStatement,
  changePayment,
  DELETED_CHANNEL,
  deleteApproved,
  insertApproved,
  lockApproved,
} from './queries.ts';

/** Who does it, and for which channel and month (`2026-11`). */
interface StatementSelection {
  who: string;
  channel: string;
  month: string;
}

/** With `film`, only the statement of this film. */
type FilmSelection = Omit<StatementSelection, 'who'> & { film?: string | undefined };

/** Throws not_found, channel_ambiguous. */
export const requireStatementChannel = async (db: Deps['db'], channel: string) =>
  channel === String(DELETED_CHANNEL)
    ? { channelId: DELETED_CHANNEL, channelName: text.deletedChannels }
    : requireChannel(db, channel);

/**
 * The approved statements of a selection, locked. Throws not_found, channel_ambiguous,
 * film_unknown.
 */
async function selectApproved({ db }: Deps, { channel, month, film }: FilmSelection) {
  const { channelId, channelName } = await requireStatementChannel(db, channel);
  const movie = film === undefined ? undefined : await requireFilm(db, film);
  const name = movie?.movieName ?? channelName;
  const approved = await lockApproved({ tx: db, month, channelId, movieId: movie?.movieId });
  const payment = `payment of ${movie ? filmRef(movie) : `channel ${channelId}`} for ${month}`;
  return { channelId, name, payment, approved };
}

const shareOf = (rows: readonly Pick<ApprovedStatement, 'sums'>[]): number =>
  toRupees(addSums(rows.map(({ sums }) => sums)).producerShare);

/**
 * Stores the amounts of each film of a channel as they are now. Call it in a transaction. The
 * changes have the amounts before and after, so that a preview with other amounts is refused.
 * Chosen: approved amounts never change. A refund counts in its own month; a provider's late fee is
 * shown as a difference. Throws not_found, channel_ambiguous, month_open, already_approved.
 */
export async function approveStatement(
  deps: Deps,
  { who, channel, month }: StatementSelection,
): Promise<Change[]> {
  const { channelId, channelName } = await requireChannel(deps.db, channel);
  if (isOpenMonth(deps, month)) throw new AppError('month_open', [month]);
  const films = await readFilmStatements({ deps, month, by: 'month', channelId });
  if (!films.length) throw new AppError('channel_statement_not_found', [channelName, month]);
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
    throw new AppError('already_approved', [channelName, month]);
  return unapproved.map(({ movie, sums }) => ({
    what: statementName(movie, month),
    before: { ...amountsOf(sums), state: 'unapproved' },
    after: { ...amountsOf(sums), state: 'approved' },
  }));
}

const statementName = (movie: FilmStatement['movie'], month: string) =>
  `statement of ${filmRef(movie)} for ${month}`;
const amountsOf = ({ tickets, producerShare }: ApprovedStatement['sums']) => ({
  tickets,
  producerShare: toRupees(producerShare),
});

/**
 * Removes the approval of the statements of a channel that are not paid. Call it in a transaction.
 * The amounts after the change are those as calculated now. Throws not_found, channel_ambiguous,
 * film_unknown, not_approved, already_paid, channel_deleted.
 */
export async function removeApproval(
  deps: Deps,
  { reason, ...selection }: FilmSelection & { reason: string },
): Promise<Change[]> {
  const { month } = selection;
  const { channelId, name, approved } = await selectApproved(deps, selection);
  if (!approved.length) throw new AppError('not_approved', [name, month]);
  // Without a channel, the statement could not be approved again.
  if (channelId === DELETED_CHANNEL) throw new AppError('channel_deleted');
  const unpaid = movieIdsOf(approved.filter(({ paidAt }) => !paidAt));
  if (!unpaid.length) throw alreadyPaid(name, firstOf(approved));
  const films = await readFilmStatements({ deps, month, by: 'month', channelId });
  await deleteApproved(deps.db, month, unpaid);
  return films
    .filter(({ movie }) => unpaid.includes(movie.movieId))
    .map(({ movie, sums, approved: before }) => ({
      what: statementName(movie, month),
      before: { ...amountsOf(before!.sums), state: 'approved', reason: null },
      after: { ...amountsOf(sums), state: 'unapproved', reason },
    }));
}

/**
 * Marks the approved statements of a channel, or of one of its films, as paid. Call it in a
 * transaction. Returns no changes if they are paid with this reference. Throws not_found,
 * channel_ambiguous, film_unknown, not_approved, already_paid.
 */
export async function markStatementPaid(
  deps: Deps,
  { who, reference, ...selection }: FilmSelection & { who: string; reference: string },
): Promise<Change[]> {
  const { month } = selection;
  const { name, payment: what, approved } = await selectApproved(deps, selection);
  if (!approved.length) throw new AppError('payment_not_approved', [name, month]);
  const unpaid = approved.filter(({ paidAt }) => !paidAt);
  const isRepeated = approved.some(({ paymentReference }) => paymentReference === reference);
  if (!unpaid.length && isRepeated) return [];
  if (!unpaid.length) throw alreadyPaid(name, firstOf(approved));
  await changePayment({
    tx: deps.db,
    month,
    movieIds: movieIdsOf(unpaid),
    payment: {
      paidAt: deps.now(),
      paidBy: who,
      paymentReference: reference,
    },
  });
  const producerShare = shareOf(unpaid);
  return [
    { what, before: { producerShare, reference: null }, after: { producerShare, reference } },
  ];
}

/** Throws not_found, channel_ambiguous, film_unknown, not_paid. */
export async function markStatementNotPaid(
  deps: Deps,
  { reason, ...selection }: FilmSelection & { reason: string },
): Promise<Change[]> {
  const { month } = selection;
  const { name, payment, approved } = await selectApproved(deps, selection);
  const paid = approved.filter(({ paidAt }) => paidAt);
  if (!paid.length) throw new AppError('not_paid', [name, month]);
  await changePayment({
    tx: deps.db,
    month,
    movieIds: movieIdsOf(paid),
    payment: {
      paidAt: null,
      paidBy: null,
      paymentReference: null,
    },
  });
  const reference = [...new Set(paid.map(({ paymentReference }) => paymentReference))].join(', ');
  return changeOf(payment, { producerShare: shareOf(paid), reference, reason: null }, { reason });
}

const movieIdsOf = (rows: readonly ApprovedStatement[]) => rows.map(({ movieId }) => movieId);

const alreadyPaid = (
  name: string,
  { month, paidAt, paidBy, paymentReference }: ApprovedStatement,
) =>
  new AppError('already_paid', [
    name,
    month,
    { when: cinemaDay(paidAt!), who: paidBy!, reference: paymentReference! },
  ]);
