import { map } from 'nanostores';
import type { z } from 'zod';
import { fetchGenres } from '#api/catalogue.ts';
import type { Genre } from '#contract/catalogue.ts';
import type { Status } from '../lib/task.ts';

type Genres = z.infer<typeof Genre>[];

export const $genres = map<{ status: Status; genres: Genres }>({ status: 'process', genres: [] });

let loading: Promise<void> | undefined;

export const loadGenres = () => (loading = fetchIntoStore());

/** Resolves when the genres are loaded, or failed to load. */
export const waitForGenres = async () => loading;

async function fetchIntoStore() {
  $genres.set({ status: 'process', genres: [] });
  try {
    const genres = await fetchGenres();
    $genres.set({ status: 'success', genres });
  } catch {
    $genres.setKey('status', 'error');
  }
}

/** Leaves out genres that the server has removed. */
export const chosenGenres = (ids: readonly string[]): Genres =>
  $genres.get().genres.filter(({ genreId }) => ids.includes(String(genreId)));
