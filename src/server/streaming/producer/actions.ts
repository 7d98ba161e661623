import { toPage, offsetOf, type Sort } from '#contract/page.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requireOwnChannel, requireOwnMovie } from './ownership.ts';
import { type ChannelField, listChannels, listMovies, listOrders, type MovieField } from './queries.ts';
import { toChannel, toChannelMovie, toMovieInfo, toProducerOrder } from './wire.ts';

interface PageQuery<Field extends string> {
  page: number;
  size: number;
  sort?: Sort<Field> | undefined;
}

const toListing = <Field extends string>(query: PageQuery<Field>, defaultField: Field) => ({
  sort: query.sort ?? { field: defaultField, descending: true },
  limit: query.size,
  offset: offsetOf(query, 0),
});

/** Default order: newest first. */
export async function readChannels({ db }: Deps, { userId }: Viewer, query: PageQuery<ChannelField>) {
  const { rows, total } = await listChannels(db, userId, toListing(query, 'createdOn'));
  return toPage(rows.map(toChannel), total, query);
}

/** Default order: newest in the catalogue first. Throws channel_not_found. */
export async function readChannelMovies(deps: Deps, viewer: Viewer, channelId: number, query: PageQuery<MovieField>) {
  const channel = await requireOwnChannel(deps, viewer, channelId);
  const { rows, total } = await listMovies(deps.db, channelId, toListing(query, 'movieId'));
  return { ...toPage(rows.map(toChannelMovie), total, query), channel: toChannel(channel) };
}

/** Throws movie_not_found, also for films of other producers. */
export const readMovieInfo = async (deps: Deps, viewer: Viewer, movieId: number) =>
  toMovieInfo(await requireOwnMovie(deps, viewer, movieId));

const pageTooLarge = (max: number) => {
  const message = text.pageTooLarge(max);
  return new AppError('invalid', 'validation_failed', message, { errors: [{ path: 'size', message }] });
};

/** Without buyers. Throws movie_not_found, and validation_failed for a size above 1,000. */
export async function readMovieOrders(deps: Deps, viewer: Viewer, movieId: number, query: PageQuery<'orderDate'>) {
  if (query.size > PAGE_SIZES.producerJsonMax) throw pageTooLarge(PAGE_SIZES.producerJsonMax);
  await requireOwnMovie(deps, viewer, movieId);
  const { sort, ...part } = toListing(query, 'orderDate');
  const { rows, total } = await listOrders(deps.db, movieId, { ...part, descending: sort.descending });
  return toPage(rows.map(toProducerOrder), total, query);
}
