import { map } from 'nanostores';
import { fetchSubmissions } from '#api/submission.ts';
import type { Submission } from '#contract/submission.ts';
import { submittedFilmPath, submittedFilmsPath } from '#routes.ts';
import { currentLocation } from '../lib/navigate.ts';
import type { Status } from '../lib/task.ts';

export type { Submission };

export const $submissions = map<{ status: Status; films: Submission[] }>({
  status: 'process',
  films: [],
});

export async function loadSubmissions() {
  $submissions.set({ status: 'process', films: [] });
  try {
    const films = await fetchSubmissions();
    $submissions.set({ status: films.length > 0 ? 'success' : 'noData', films });
  } catch {
    $submissions.setKey('status', 'error');
  }
}

/** What the wizard's page shows: a submitted film (its id), all submitted films, or the wizard. */
export function submissionView(): number | 'films' | 'wizard' {
  const { pathname, search } = currentLocation();
  if (pathname + search === submittedFilmsPath) return 'films';
  const movieId = Number(new URLSearchParams(search).get('film'));
  return pathname + search === submittedFilmPath(movieId) ? movieId : 'wizard';
}

/** For the link in the profile menu. False if the films cannot be loaded. */
export async function hasSubmittedFilms(): Promise<boolean> {
  await loadSubmissions();
  return $submissions.get().films.length > 0;
}
