import { searchColumns } from '#domain/search-key.ts';
import type { Deps } from '../../../deps.ts';
import { moviesWithoutSound, saveSearchColumns } from './queries.ts';

const FILL_AT_ONCE = 500;

/** Gives every film what the search compares. Chosen: when jobs start, as SQL cannot work it out in a migration; mostly there is nothing to do. */
export async function fillSearch({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const films = await moviesWithoutSound(db, FILL_AT_ONCE);
    if (films.length)
      await saveSearchColumns(
        db,
        films.map((film) => ({ movieId: film.movieId, ...searchColumns(film) })),
      );
    if (films.length < FILL_AT_ONCE) return;
  }
}
