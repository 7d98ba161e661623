import { fetchMovieOrders } from '#api/producer.ts';
import { createPagedList } from './lib/list.ts';
import { asProducer, idInAddress } from './lib/producer-only.ts';
import { loadMovie, openProducerMovie } from './producer.ts';
import { openSales } from './producer-sales.ts';

/** The orders of a film, the newest first; never who bought. */
export const movieOrders = createPagedList(
  (movieId: number, page: number) => asProducer(fetchMovieOrders(movieId, page)),
  { base: 0 },
);

/** What the figures above the orders cover. */
export const FIGURE_DAYS = 14;

export async function openMovieOrders() {
  const movieId = idInAddress('producerOrders', 'movie_id');
  const opened = openProducerMovie('producerOrders');
  if (movieId) await Promise.all([movieOrders.open(movieId), openSales(movieId, FIGURE_DAYS)]);
  await opened;
}

/** Asks for everything on the page once more; the name only where it had not come. */
export async function refreshMovieOrders(movieId: number, isNamed: boolean) {
  await Promise.all([movieOrders.reload(), openSales(movieId, FIGURE_DAYS), !isNamed && loadMovie(movieId)]);
}
