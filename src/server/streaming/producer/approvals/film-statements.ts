import { addSums, type StatementState, type StatementSums } from '#domain/statement.ts';
import type { Deps } from '../../../deps.ts';
import { type CalculatedGroup, calculateMonth, sumGroups } from '../statements/calculate.ts';
import type { PeriodLength } from '../statements/queries.ts';
import {
  type ApprovedStatement,
  DELETED_CHANNEL,
  listApproved,
  listFirstChannels,
  listMovieIdsOfChannel,
  listMoviesById,
} from './queries.ts';

/** The statement of a film for a month, in the channel that is paid for it. */
export interface FilmStatement {
  movie: Awaited<ReturnType<typeof listMoviesById>>[number];
  /** DELETED_CHANNEL if the channel's owner deleted the account after the approval. */
  channelId: number;
  groups: CalculatedGroup[];
  /** As calculated now. */
  sums: StatementSums;
  approved: ApprovedStatement | undefined;
}

/**
 * Of all channels, or of one, by film. Films without sold or returned tickets are left out.
 * Chosen: a film in several channels, which have one owner, is paid through the first one, so that it is paid once.
 */
export async function readFilmStatements(
  deps: Deps,
  month: string,
  by: PeriodLength,
  channelId?: number,
): Promise<FilmStatement[]> {
  const { db } = deps;
  const only =
    channelId === undefined ? undefined : { channelId, movieIds: await listMovieIdsOfChannel(db, channelId) };
  const approvals = new Map((await listApproved(db, month, only)).map((row) => [row.movieId, row]));
  const candidates = only && [...new Set([...only.movieIds, ...approvals.keys()])];
  const calculated = await calculateMonth(deps, candidates, month, by);
  const firstChannels = new Map(
    (await listFirstChannels(db, [...calculated.keys()])).map((row) => [row.movieId, row.channelId]),
  );
  const channelOf = (movieId: number) =>
    (approvals.get(movieId) ?? { channelId: firstChannels.get(movieId)! }).channelId ?? DELETED_CHANNEL;
  const movieIds = [...new Set([...firstChannels.keys(), ...approvals.keys()])].filter(
    (movieId) => channelId === undefined || channelOf(movieId) === channelId,
  );
  const movies = await listMoviesById(db, movieIds);
  return movies.map((movie) => {
    const groups = calculated.get(movie.movieId) ?? [];
    return {
      movie,
      channelId: channelOf(movie.movieId),
      groups,
      sums: sumGroups(groups),
      approved: approvals.get(movie.movieId),
    };
  });
}

/** Paise. The share is the approved one of approved films. */
export function summarize(films: readonly FilmStatement[], isOpen: boolean) {
  const approvals = films.flatMap(({ approved }) => approved ?? []);
  const payments = approvals.filter(({ paidAt }) => paidAt);
  const state: StatementState = isOpen
    ? 'open'
    : approvals.length < films.length
      ? 'unapproved'
      : payments.length < films.length
        ? 'approved'
        : 'paid';
  const { tickets, producerShare } = addSums(films.map(({ approved, sums }) => approved?.sums ?? sums));
  const later = films.flatMap(({ approved, sums }) =>
    approved ? sums.producerShare - approved.sums.producerShare : [],
  );
  const newest = (instants: (Date | null)[]) => instants.toSorted((one, two) => Number(two) - Number(one))[0] ?? null;
  const joined = (texts: (string | null)[]) => [...new Set(texts)].join(', ') || null;
  return {
    state,
    tickets,
    producerShare,
    /** The calculated share less the approved one: for example, the provider reported a fee after the approval. */
    changedSinceApproval: later.reduce((sum, each) => sum + each, 0),
    approvedAt: newest(approvals.map(({ approvedAt }) => approvedAt)),
    approvedBy: joined(approvals.map(({ approvedBy }) => approvedBy)),
    paidAt: newest(payments.map(({ paidAt }) => paidAt)),
    paidBy: joined(payments.map(({ paidBy }) => paidBy)),
    reference: joined(payments.map(({ paymentReference }) => paymentReference)),
  };
}
