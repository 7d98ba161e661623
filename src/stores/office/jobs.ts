import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listOfficeJobs, OfficeJob } from '#contract/office.ts';
import { createAction, officeErrorText } from './action.ts';
import { withReauthentication } from './reauthentication.ts';
import { onSessionEnd } from './office.ts';
import { isRejected } from '../lib/call-errors.ts';

export type ListedJob = ReplyOf<typeof listOfficeJobs>['jobs'][number];

interface JobsState {
  status: 'process' | 'success' | 'error';
  jobs: ListedJob[];
  error: string;
}
const noJobs: JobsState = { status: 'process', jobs: [], error: '' };
export const $jobs = atom<JobsState>(noJobs);
onSessionEnd(() => $jobs.set(noJobs));

export async function loadJobs() {
  $jobs.set({ ...$jobs.get(), status: 'process', error: '' });
  try {
    const { jobs } = await withReauthentication(api.fetchJobs);
    $jobs.set({ status: 'success', jobs, error: '' });
  } catch (error) {
    $jobs.set({ ...$jobs.get(), status: 'error', error: officeErrorText(error) });
  }
}

const POLL_MS = 2000;

/**
 * Polls a job until it ends. Pauses while the page is hidden, and continues after a failed request.
 */
export function createJobPolling(jobId: string) {
  const $state = atom<{ job: OfficeJob | null; error: string }>({ job: null, error: '' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let isLoading = false;

  async function load() {
    clearTimeout(timer);
    if (!isPolling || isLoading || document.visibilityState === 'hidden') return;
    isLoading = true;
    const hasEnded = await fetchJob();
    isLoading = false;
    if (isPolling && !hasEnded) timer = setTimeout(() => void load(), POLL_MS);
  }

  /** Returns whether polling can stop. */
  async function fetchJob(): Promise<boolean> {
    try {
      const job = await withReauthentication(() => api.fetchJob(jobId));
      $state.set({ job, error: '' });
      return job.state !== 'running';
    } catch (error) {
      $state.set({ ...$state.get(), error: officeErrorText(error) });
      return isRejected(error);
    }
  }

  const start = () => {
    isPolling = true;
    const loadIfVisible = () => void load();
    document.addEventListener('visibilitychange', loadIfVisible);
    loadIfVisible();
    return () => {
      isPolling = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', loadIfVisible);
    };
  };

  const cancel = createAction(async () => {
    const job = await withReauthentication(() => api.cancelJob(jobId));
    $state.set({ job, error: '' });
  });
  return { $state, start, cancel, load: () => void load() };
}
