import { exportFileName } from '#domain/csv.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { ownMovie } from '../own.ts';
import { countOrders } from './queries.ts';
import { orderStream } from './stream.ts';

/**
 * All orders of an own film as they are when it begins, with the file's name and their number. Throws movie_not_found.
 * Chosen: whatever page was asked for, the file is whole: one that ends at some row would be taken for everything.
 */
export async function exportOrders(deps: Deps, viewer: Viewer, movieId: number, descending: boolean) {
  const { movieName } = await ownMovie(deps, viewer, movieId);
  const { total, lastId } = await countOrders(deps.db, movieId);
  const onError = (error: unknown) => deps.log.error({ err: error, movieId }, 'an export of orders broke off');
  return {
    total,
    name: exportFileName(movieName),
    file: orderStream(deps.db, { movieId, lastId, descending, onError }),
  };
}
