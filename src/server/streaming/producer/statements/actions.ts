import type { Statement } from '#contract/producer.ts';
import { houseDay } from '#domain/fiscal-year.ts';
import { CURRENCY } from '#domain/limits.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { ownMovie } from '../own.ts';
import { findBatches } from './queries.ts';
import { byPeriod, reckon, sumOf } from './reckon.ts';

/** Its last day is not over by the clock of the house. */
const isOpen = ({ now }: Deps, month: string): boolean => month >= houseDay(now()).slice(0, 7);

/** The months in which tickets of an own film were sold or returned, newest first. Throws movie_not_found. */
export async function readMonths(deps: Deps, viewer: Viewer, movieId: number) {
  await ownMovie(deps, viewer, movieId);
  const reckoned = (await findBatches(deps.db, movieId)).map((batch) => reckon(deps.config, batch));
  const content = byPeriod(reckoned).map(({ period: month, of }) => {
    const { tickets, producerShare } = sumOf(of);
    return { month, isOpen: isOpen(deps, month), tickets, producerShare };
  });
  return { content: content.reverse() };
}

/** What a month of an own film brought. Throws movie_not_found, statement_not_found. */
export async function readStatement(deps: Deps, viewer: Viewer, movieId: number, month: string): Promise<Statement> {
  const { movieName, movieNameEn, primaryLanguage } = await ownMovie(deps, viewer, movieId);
  const reckoned = (await findBatches(deps.db, movieId, month)).map((batch) => reckon(deps.config, batch));
  if (!reckoned.length) throw new AppError('not_found', 'statement_not_found', text.statementNotFound);
  const sold = reckoned.filter(({ kind }) => kind === 'sold');
  const charged = reckoned.filter(({ sums }) => sums.received !== 0);
  return {
    movieId,
    movieName,
    movieNameEn,
    primaryLanguage,
    month,
    isOpen: isOpen(deps, month),
    currency: CURRENCY,
    sold: sumOf(sold),
    returned: sumOf(reckoned.filter(({ kind }) => kind === 'returned')),
    total: sumOf(reckoned),
    platformSharePercents: [...new Set(charged.map(({ percent }) => percent))].sort((one, two) => one - two),
    estimatedFees: sold.reduce((sum, { tickets, isEstimated }) => sum + (isEstimated ? tickets : 0), 0),
    days: byPeriod(reckoned).map(({ period: day, of }) => ({ day, sums: sumOf(of) })),
  };
}
