import type { MovieSummary } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';
import { cardGenre } from '#domain/film.ts';

/**
 * Drops data that cards do not show, because the HTML contains it a second time as props of the
 * island.
 */
export const toCardPage = (
  page: Page<MovieSummary>,
  filterGenreIds: number[] = [],
): Page<MovieSummary> => ({
  ...page,
  content: page.content.map((movie) => ({
    ...movie,
    movieGenres: [cardGenre(movie.movieGenres, filterGenreIds)].filter(
      (genre) => genre !== undefined,
    ),
  })),
});
