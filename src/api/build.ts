import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Movie } from '#contract/catalogue.ts';
import { fetchWholeCatalogue } from './catalogue.ts';

/** What whoever builds the site tells it by the environment (src/rebuild); never part of what a browser loads. */
const told = (name: 'BUILD_NOW' | 'BUILD_FILMS') => globalThis.process?.env[name];

/** The moment that every page of a build goes by. */
export const buildNow = (): Date => {
  const moment = told('BUILD_NOW');
  return moment ? new Date(moment) : new Date();
};

/** The films whose pages are to be made: those of the file that a rebuild names, else all that the public may see. */
export async function fetchFilmsToBuild(): Promise<Movie[]> {
  const file = told('BUILD_FILMS');
  return file ? Movie.array().parse(JSON.parse(readFileSync(file, 'utf8'))) : fetchWholeCatalogue();
}

/** Changes whenever a film does: what Astro's own incremental build goes by. */
export const digestOfFilm = (movie: Movie): string =>
  createHash('sha1').update(JSON.stringify(movie)).digest('base64url');
