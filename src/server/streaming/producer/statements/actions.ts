import type { Statement } from '#contract/producer.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { CURRENCY } from '#domain/limits.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { requireOwnMovie } from '../ownership.ts';
import { findBatches } from './queries.ts';
import { groupByPeriod, calculateBatch, sumBatches } from './calculate.ts';

/** The month has not ended in the time zone of the cinema. */
const isOpen = ({ now }: Deps, month: string): boolean => month >= cinemaDay(now()).slice(0, 7);

/** Months with sold or returned tickets, newest first. Throws movie_not_found. */
export async function readMonths(deps: Deps, viewer: Viewer, movieId: number) {
  await requireOwnMovie(deps, viewer, movieId);
  const allBatches = (await findBatches(deps.db, movieId)).map((batch) => calculateBatch(deps.config, batch));
  const content = groupByPeriod(allBatches).map(({ period: month, batches }) => {
    const { tickets, producerShare } = sumBatches(batches);
    return { month, isOpen: isOpen(deps, month), tickets, producerShare };
  });
  return { content: content.reverse() };
}

/** Throws movie_not_found, statement_not_found. */
export async function readStatement(deps: Deps, viewer: Viewer, movieId: number, month: string): Promise<Statement> {
  const { movieName, movieNameEn, primaryLanguage } = await requireOwnMovie(deps, viewer, movieId);
  const allBatches = (await findBatches(deps.db, movieId, month)).map((batch) => calculateBatch(deps.config, batch));
  if (!allBatches.length) throw new AppError('not_found', 'statement_not_found', text.statementNotFound);
  const sold = allBatches.filter(({ kind }) => kind === 'sold');
  const chargedBatches = allBatches.filter(({ sums }) => sums.received !== 0);
  return {
    movieId,
    movieName,
    movieNameEn,
    primaryLanguage,
    month,
    isOpen: isOpen(deps, month),
    currency: CURRENCY,
    sold: sumBatches(sold),
    returned: sumBatches(allBatches.filter(({ kind }) => kind === 'returned')),
    total: sumBatches(allBatches),
    platformSharePercents: [...new Set(chargedBatches.map(({ percent }) => percent))].sort((one, two) => one - two),
    estimatedFees: sold.reduce((sum, { tickets, isEstimated }) => sum + (isEstimated ? tickets : 0), 0),
    days: groupByPeriod(allBatches).map(({ period: day, batches }) => ({ day, sums: sumBatches(batches) })),
  };
}
