import type { Collection } from '#contract/catalogue.ts';
import { href } from '#routes.ts';

export const isShortFilms = ({ movieCollections }: Pick<Collection, 'movieCollections'>): boolean =>
  movieCollections.every(({ movie }) => movie.movieType === 'SHORTS');

/** Spec §2: More leads to the movies, or to the short films if all films are short. */
export const collectionHref = (collection: Pick<Collection, 'movieCollections'>): string =>
  href(isShortFilms(collection) ? 'shortFilms' : 'movies');
