import { map } from 'nanostores';
import { fetchSubmissions } from '#api/submission.ts';
import type { Submission } from '#contract/submission.ts';
import type { Status } from './lib/task.ts';

export type { Submission };

export const $submissions = map<{ status: Status; films: Submission[] }>({ status: 'process', films: [] });

export async function loadSubmissions() {
  $submissions.set({ status: 'process', films: [] });
  try {
    const films = await fetchSubmissions();
    $submissions.set({ status: films.length > 0 ? 'success' : 'noData', films });
  } catch {
    $submissions.setKey('status', 'error');
  }
}
