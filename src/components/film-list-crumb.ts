import type { Movie } from '#contract/catalogue.ts';
import { layoutMessages } from '#messages/layout.ts';
import { shareMessages } from '#messages/share.ts';
import { href } from '#routes.ts';
import type { Crumb } from './page-json-ld.ts';

export function listCrumbOf({ movieType }: Pick<Movie, 'movieType'>): Crumb {
  if (movieType === 'SHORTS') return { name: layoutMessages.shortFilms, href: href('shortFilms') };
  if (movieType === 'SERIES') return { name: shareMessages.webSeries, href: href('webSeries') };
  return { name: layoutMessages.movies, href: href('movies') };
}
