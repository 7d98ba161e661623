import type { Movie } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';

/** A page of films without what no card shows: an island's first page travels in the HTML a second time, and stories are long. */
export const forCards = (page: Page<Movie>): Page<Movie> => ({
  ...page,
  content: page.content.map((movie) => ({
    ...movie,
    movieDescription: '',
    movieDescriptionOwn: null,
    movieActors: [],
    movieGenres: movie.movieGenres.slice(0, 1),
  })),
});
