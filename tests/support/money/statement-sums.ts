import { calculateGroup } from '#server/streaming/producer/statements/calculate.ts';
import { findTicketGroupsOfMovie } from '#server/streaming/producer/statements/queries.ts';
import type { PaymentEnvironment } from './environment.ts';
import type { TestData } from './test-data.ts';

/** By film. */
export async function readStatementSums(
  { processes, rootDb }: PaymentEnvironment,
  { films }: TestData,
) {
  const sums = new Map<number, number>();
  for (const { movieId } of films) {
    const groups = await findTicketGroupsOfMovie(rootDb, movieId, 'month');
    const { config } = processes[0]!.deps;
    sums.set(
      movieId,
      groups.reduce((total, group) => total + calculateGroup(config, group).sums.received, 0),
    );
  }
  return sums;
}
