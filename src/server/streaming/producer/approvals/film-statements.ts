import { addSums, type StatementState, type StatementSums } from '#domain/statement.ts';
import type { Deps } from '../../../deps.ts';
import { type CalculatedGroup, calculateMonth, sumGroups } from '../statements/calculate.ts';
import type { PeriodLength } from '../statements/queries.ts';
import {
  type ApprovedStatement,
  DELETED_CHANNEL,
  listApproved,
  listFirstChannels,
  listMovieIdsOfChannels,
  listMoviesById,
} from './queries.ts';

/** The figures of a film for a month, in the channel that is paid for it. */
interface FilmFigures {
  movieId: number;
  /** DELETED_CHANNEL if the channel's owner deleted the account after the approval. */
  channelId: number;
  groups: CalculatedGroup[];
  /** As calculated now. */
  sums: StatementSums;
  approved: ApprovedStatement | undefined;
}
export type FilmStatement = FilmFigures & {
  movie: Awaited<ReturnType<typeof listMoviesById>>[number];
};

/**
 * Of some channels, by film. Films without sold or returned tickets are left out. Chosen: a film in
 * several channels, which have one owner, is paid through the first one, so that it is paid once.
 */
export async function readFilmFigures({
  deps,
  month,
  by,
  channelIds,
}: {
  deps: Deps;
  month: string;
  by: PeriodLength;
  channelIds: number[];
}): Promise<FilmFigures[]> {
  const { db } = deps;
  const moviesOfChannels = await listMovieIdsOfChannels(db, channelIds);
  const approved = await listApproved({ db, month, channelIds, movieIds: moviesOfChannels });
  const approvals = new Map(approved.map((row) => [row.movieId, row]));
  const candidates = [...new Set([...moviesOfChannels, ...approvals.keys()])];
  const calculated = await calculateMonth(deps, { movieIds: candidates, month, by });
  const firstChannels = new Map(
    (await listFirstChannels(db, [...calculated.keys()])).map((row) => [
      row.movieId,
      row.channelId,
    ]),
  );
  const channelOf = (movieId: number) =>
    (approvals.get(movieId) ?? { channelId: firstChannels.get(movieId)! }).channelId ??
    DELETED_CHANNEL;
  const wanted = new Set(channelIds);
  const movieIds = [...new Set([...firstChannels.keys(), ...approvals.keys()])].filter((movieId) =>
    wanted.has(channelOf(movieId)),
  );
  return movieIds
    .toSorted((one, two) => one - two)
    .map((movieId) => {
      const groups = calculated.get(movieId) ?? [];
      return {
        movieId,
        channelId: channelOf(movieId),
        groups,
        sums: sumGroups(groups),
        approved: approvals.get(movieId),
      };
    });
}

export async function readFilmStatements({
  deps,
  month,
  by,
  channelId,
}: {
  deps: Deps;
  month: string;
  by: PeriodLength;
  channelId: number;
}): Promise<FilmStatement[]> {
  const figures = await readFilmFigures({ deps, month, by, channelIds: [channelId] });
  const movies = await listMoviesById(
    deps.db,
    figures.map(({ movieId }) => movieId),
  );
  return figures.map((each, index) => ({ ...each, movie: movies[index]! }));
}

/** Paise. The share is the approved one of approved films. */
export function summarize(films: readonly FilmFigures[], isOpen: boolean) {
  const approvals = films.flatMap(({ approved }) => approved ?? []);
  const payments = approvals.filter(({ paidAt }) => paidAt);
  const state: StatementState = isOpen
    ? 'open'
    : approvals.length < films.length
      ? 'unapproved'
      : payments.length < films.length
        ? 'approved'
        : 'paid';
  const { tickets, producerShare } = addSums(
    films.map(({ approved, sums }) => approved?.sums ?? sums),
  );
  const later = films.flatMap(({ approved, sums }) =>
    approved ? sums.producerShare - approved.sums.producerShare : [],
  );
  const newest = (instants: (Date | null)[]) =>
    instants.toSorted((one, two) => Number(two) - Number(one))[0] ?? null;
  const joined = (texts: (string | null)[]) => [...new Set(texts)].join(', ') || null;
  return {
    state,
    tickets,
    producerShare,
    /**
     * The calculated share less the approved one: for example, the provider reported a fee after
     * the approval.
     */
    changedSinceApproval: later.reduce((sum, each) => sum + each, 0),
    approvedAt: newest(approvals.map(({ approvedAt }) => approvedAt)),
    approvedBy: joined(approvals.map(({ approvedBy }) => approvedBy)),
    paidAt: newest(payments.map(({ paidAt }) => paidAt)),
    paidBy: joined(payments.map(({ paidBy }) => paidBy)),
    reference: joined(payments.map(({ paymentReference }) => paymentReference)),
  };
}
