import { fetchMovieOrders } from '#api/producer.ts';
import { createPagedList } from '../lib/list.ts';
import { openHomeIfNotProducer, idFromUrl } from './producer-only.ts';
import { loadMovie, openProducerMovie } from './producer.ts';
import { loadSales } from './sales.ts';
import { loadSources } from './sources.ts';

/** Newest first, without buyers' data. */
export const movieOrders = createPagedList(
  (movieId: number, page: number) => openHomeIfNotProducer(fetchMovieOrders(movieId, page)),
  { base: 0 },
);

const FIGURE_DAYS = 14;

export async function openMovieOrders() {
  const movieId = idFromUrl('producerOrders', 'movie_id');
  const opened = openProducerMovie('producerOrders');
  if (movieId)
    await Promise.all([
      movieOrders.open(movieId),
      loadSales(movieId, FIGURE_DAYS),
      loadSources(movieId),
    ]);
  await opened;
}

/** Reloads the page's data; the film's name only if it is missing. */
export async function refreshMovieOrders(movieId: number, isNamed: boolean) {
  await Promise.all([
    movieOrders.reload(),
    loadSales(movieId, FIGURE_DAYS),
    loadSources(movieId),
    !isNamed && loadMovie(movieId),
  ]);
}
