import { searchColumns } from '#domain/search-key.ts';
import type { Deps } from '../../../deps.ts';
import { moviesWithoutSearchColumns, saveSearchColumns } from './queries.ts';

const BATCH_SIZE = 500;

/** Chosen: runs when jobs start, because SQL cannot compute these columns in a migration. */
export async function fillSearchColumns({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const films = await moviesWithoutSearchColumns(db, BATCH_SIZE);
    if (films.length)
      await saveSearchColumns(
        db,
        films.map((film) => ({ movieId: film.movieId, ...searchColumns(film) })),
      );
    if (films.length < BATCH_SIZE) return;
  }
}
