import type { Movie } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';

/** Drops what cards do not show: the island's first page is in the HTML a second time. */
export const toCardPage = (page: Page<Movie>): Page<Movie> => ({
  ...page,
  content: page.content.map((movie) => ({
    ...movie,
    movieDescription: '',
    movieDescriptionOwn: null,
    movieActors: [],
    movieGenres: movie.movieGenres.slice(0, 1),
  })),
});
