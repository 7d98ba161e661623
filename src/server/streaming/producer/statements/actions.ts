import type { Statement } from '#contract/producer.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { CURRENCY } from '#domain/limits.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { requireOwnMovie } from '../ownership.ts';
import { findTicketGroups } from './queries.ts';
import { groupByPeriod, calculateGroup, sumGroups } from './calculate.ts';

/** The month has not ended in the time zone of the cinema. */
const isOpen = ({ now }: Deps, month: string): boolean => month >= cinemaDay(now()).slice(0, 7);

/** Months with sold or returned tickets, newest first. Throws movie_not_found. */
export async function readMonths(deps: Deps, viewer: Viewer, movieId: number) {
  await requireOwnMovie(deps, viewer, movieId);
  const allGroups = (await findTicketGroups(deps.db, movieId)).map((group) => calculateGroup(deps.config, group));
  const content = groupByPeriod(allGroups).map(({ period: month, groups }) => {
    const { tickets, producerShare } = sumGroups(groups);
    return { month, isOpen: isOpen(deps, month), tickets, producerShare };
  });
  return { content: content.reverse() };
}

/** Throws movie_not_found, statement_not_found. */
export async function readStatement(deps: Deps, viewer: Viewer, movieId: number, month: string): Promise<Statement> {
  const { movieName, movieNameEn, primaryLanguage } = await requireOwnMovie(deps, viewer, movieId);
  const allGroups = (await findTicketGroups(deps.db, movieId, month)).map((group) =>
    calculateGroup(deps.config, group),
  );
  if (!allGroups.length) throw new AppError('not_found', 'statement_not_found', text.statementNotFound);
  const sold = allGroups.filter(({ kind }) => kind === 'sold');
  const paidGroups = allGroups.filter(({ sums }) => sums.received !== 0);
  return {
    movieId,
    movieName,
    movieNameEn,
    primaryLanguage,
    month,
    isOpen: isOpen(deps, month),
    currency: CURRENCY,
    sold: sumGroups(sold),
    returned: sumGroups(allGroups.filter(({ kind }) => kind === 'returned')),
    total: sumGroups(allGroups),
    platformSharePercents: [...new Set(paidGroups.map(({ percent }) => percent))].sort((one, two) => one - two),
    estimatedFees: sold.reduce((sum, { tickets, isEstimated }) => sum + (isEstimated ? tickets : 0), 0),
    days: groupByPeriod(allGroups).map(({ period: day, groups }) => ({ day, sums: sumGroups(groups) })),
  };
}
