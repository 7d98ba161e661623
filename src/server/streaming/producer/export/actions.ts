import { exportFileName } from '#domain/csv.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { requireOwnMovie } from '../ownership.ts';
import { countOrders } from './queries.ts';
import { orderStream } from './stream.ts';

/**
 * Throws movie_not_found. Chosen: ignores the page, because a partial file would be taken for the
 * complete one.
 */
export async function exportOrders({
  deps,
  viewer,
  movieId,
  descending,
}: {
  deps: Deps;
  viewer: Viewer;
  movieId: number;
  descending: boolean;
}) {
  const { movieName } = await requireOwnMovie(deps, viewer, movieId);
  const { total, lastId } = await countOrders(deps.db, movieId);
  const onError = (error: unknown) =>
    deps.log.error({ err: error, movieId }, 'an export of orders failed');
  return {
    total,
    name: exportFileName(movieName),
    file: orderStream(deps.db, { movieId, lastId, descending, onError }),
  };
}
