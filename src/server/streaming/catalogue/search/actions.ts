import { searchColumns } from '#domain/search-key.ts';
import type { Deps } from '../../../deps.ts';
import { moviesWithoutSearchColumns, saveSearchColumns } from './queries.ts';

const BATCH_SIZE = 500;

/** Chosen: runs when jobs start, because SQL cannot compute these columns in a migration. */
export async function fillSearchColumns({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const films = await moviesWithoutSearchColumns(db, BATCH_SIZE);
    const rows = films.map((film) => ({ movieId: film.movieId, ...searchColumns(film) }));
    if (rows.length) await saveSearchColumns(db, rows);
    if (films.length < BATCH_SIZE) return;
  }
}
