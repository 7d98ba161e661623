import { readFileSync } from 'node:fs';
import { Movie } from '#contract/catalogue.ts';
import { fetchWholeCatalogue } from './catalogue.ts';

/** Set by src/rebuild: the time that the pages use as now, and a file with the films to build. */
const buildVariable = (name: 'BUILD_NOW' | 'BUILD_FILMS') => globalThis.process?.env[name];

export const buildNow = (): Date => {
  const instant = buildVariable('BUILD_NOW');
  return instant ? new Date(instant) : new Date();
};

/**
 * In production the batch that src/rebuild/plan/batches.ts wrote; `npm run dev` reads all public
 * films.
 */
export async function fetchFilmsToBuild(): Promise<Movie[]> {
  const file = buildVariable('BUILD_FILMS');
  return file ? Movie.array().parse(JSON.parse(readFileSync(file, 'utf8'))) : fetchWholeCatalogue();
}
