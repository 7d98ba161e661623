import type { Statement } from '#contract/producer.ts';
import { cinemaDay, cinemaMonth } from '#domain/fiscal-year.ts';
import { CURRENCY } from '#domain/limits/money.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type ApprovedStatement, findApproval } from '../approvals/queries.ts';
import { requireOwnMovie } from '../ownership.ts';
import type { MovieRow } from '../queries.ts';
import { findTicketGroupsOfMovie } from './queries.ts';
import {
  type CalculatedGroup,
  calculateGroup,
  calculateMonth,
  groupByPeriod,
  sumGroups,
} from './calculate.ts';

/** The month has not ended in the time zone of the cinema. */
export const isOpenMonth = ({ now }: Pick<Deps, 'now'>, month: string): boolean =>
  month >= cinemaMonth(now());

/** Months with sold or returned tickets, newest first. Throws movie_not_found. */
export async function readMonths(deps: Deps, viewer: Viewer, movieId: number) {
  await requireOwnMovie(deps, viewer, movieId);
  const groups = await findTicketGroupsOfMovie(deps.db, movieId, 'month');
  const allGroups = groups.map((group) => calculateGroup(deps.config, group));
  const content = groupByPeriod(allGroups).map(({ period: month, groups: ofMonth }) => {
    const { tickets, producerShare } = sumGroups(ofMonth);
    return { month, isOpen: isOpenMonth(deps, month), tickets, producerShare };
  });
  return { content: content.reverse() };
}

/** Throws movie_not_found, statement_not_found. */
export async function readStatement({
  deps,
  viewer,
  movieId,
  month,
}: {
  deps: Deps;
  viewer: Viewer;
  movieId: number;
  month: string;
}): Promise<Statement> {
  const movie = await requireOwnMovie(deps, viewer, movieId);
  const groups = (await calculateMonth(deps, { movieIds: [movieId], month, by: 'day' })).get(
    movieId,
  );
  if (!groups) throw new AppError('statement_not_found');
  return statementOf(deps, {
    statementMovie: movie,
    month,
    groups,
    approved: await findApproval(deps.db, movieId, month),
  });
}

type StatementMovie = Pick<MovieRow, 'movieId' | 'movieName' | 'movieNameEn' | 'primaryLanguage'>;

/** `groups`: the tickets of the film and month, by day. */
export function statementOf(
  deps: Pick<Deps, 'now'>,
  {
    statementMovie: { movieId, movieName, movieNameEn, primaryLanguage },
    month,
    groups,
    approved,
  }: {
    statementMovie: StatementMovie;
    month: string;
    groups: readonly CalculatedGroup[];
    approved: ApprovedStatement | undefined;
  },
): Statement {
  const sold = groups.filter(({ kind }) => kind === 'sold');
  const paidGroups = groups.filter(({ sums }) => sums.received !== 0);
  return {
    movieId,
    movieName,
    movieNameEn,
    primaryLanguage,
    month,
    isOpen: isOpenMonth(deps, month),
    approval: approved ? approvalOf(approved) : null,
    currency: CURRENCY,
    sold: sumGroups(sold),
    returned: sumGroups(groups.filter(({ kind }) => kind === 'returned')),
    total: sumGroups(groups),
    platformSharePercents: [...new Set(paidGroups.map(({ percent }) => percent))].sort(
      (one, two) => one - two,
    ),
    estimatedFees: sold.reduce(
      (sum, { tickets, isEstimated }) => sum + (isEstimated ? tickets : 0),
      0,
    ),
    days: groupByPeriod(groups).map(({ period: day, groups: ofDay }) => ({
      day,
      sums: sumGroups(ofDay),
    })),
  };
}

const approvalOf = ({
  approvedAt,
  sums,
  paidAt,
  paymentReference,
}: ApprovedStatement): Statement['approval'] => ({
  approvedOn: cinemaDay(approvedAt),
  producerShare: sums.producerShare,
  paidOn: paidAt && cinemaDay(paidAt),
  paymentReference,
});
