import { toPage } from '#contract/page.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import { type PageQuery, toListing } from '../listing.ts';
import { requireOwnChannel, requireOwnMovie } from './ownership.ts';
import {
  type ChannelField,
  listChannels,
  listMovies,
  listOrders,
  type MovieField,
} from './queries.ts';
import { toChannelMovie, toMovieInfo, toProducerOrder } from './wire.ts';

/** Default order: newest first. */
export async function readChannels(
  { db }: Deps,
  { userId }: Viewer,
  query: PageQuery<ChannelField>,
) {
  const { rows, total } = await listChannels(db, userId, toListing(query, 0, 'createdOn'));
  return toPage(rows, total, query);
}

/** Default order: newest in the catalogue first. Throws channel_not_found. */
export async function readChannelMovies({
  deps,
  viewer,
  channelId,
  query,
}: {
  deps: Deps;
  viewer: Viewer;
  channelId: number;
  query: PageQuery<MovieField>;
}) {
  const channel = await requireOwnChannel(deps, viewer, channelId);
  const { rows, total } = await listMovies(deps.db, channelId, toListing(query, 0, 'movieId'));
  return { ...toPage(rows.map(toChannelMovie), total, query), channel };
}

/** Throws movie_not_found, also for films of other producers. */
export const readMovieInfo = async (deps: Deps, viewer: Viewer, movieId: number) =>
  toMovieInfo(await requireOwnMovie(deps, viewer, movieId));

/**
 * The orders have no data of their buyers. Throws movie_not_found, and validation_failed for a size
 * above 1,000.
 */
export async function readMovieOrders({
  deps,
  viewer,
  movieId,
  query,
}: {
  deps: Deps;
  viewer: Viewer;
  movieId: number;
  query: PageQuery<'orderDate'>;
}) {
  const { producerJsonMax } = PAGE_SIZES;
  if (query.size > producerJsonMax) throw fieldError('size', 'page_too_large', [producerJsonMax]);
  await requireOwnMovie(deps, viewer, movieId);
  const { sort, ...part } = toListing(query, 0, 'orderDate');
  const { rows, total } = await listOrders(deps.db, movieId, {
    ...part,
    descending: sort.descending,
  });
  return toPage(rows.map(toProducerOrder), total, query);
}
