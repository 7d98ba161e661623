import { atom } from 'nanostores';
import { ApiError, OfflineError, StorageBlockedError } from '#api/errors.ts';
import { commonMessages } from '#messages/common.ts';
import { notify } from '../notices.ts';

/** What a screen is doing (spec §4 "Page data status"). */
export type Status = 'process' | 'success' | 'error' | 'noData' | 'comingSoon';

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
/** The refusal with this code of the wire, or null. */
export const refusal = (error: unknown, code: string): ApiError | null =>
  error instanceof ApiError && error.code === code ? error : null;
/** Nobody decided anything: nothing answered, or the house's database is away. Trying again is all that there is to do. */
export const isAway = (error: unknown): boolean =>
  error instanceof OfflineError || refusal(error, 'database_away') !== null;

/** The refusal's code of the wire; empty for anything else. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');
/** The server has decided against it. Too many requests, and a twin that is still under way, are no decision. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== 'request_running';

/** Seconds that the server asks to wait; 0 when it does not. */
export const waitOf = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : 0;

/** The words for what went wrong: the server's own (spec §8 "Other server errors"), else `otherwise`. */
export function errorText(error: unknown, otherwise: string = commonMessages.tryAgain): string {
  if (error instanceof OfflineError) return commonMessages.offline;
  if (error instanceof StorageBlockedError) return error.message;
  return (error instanceof ApiError && error.message) || otherwise;
}

/** Whether the session ended under this call: the page is on its way home and need not say anything. */
const isLeaving = (error: unknown) => refusal(error, 'token_invalid') !== null;

export interface TaskState {
  status: 'idle' | 'process' | 'success' | 'error';
  /** What went wrong, for the place where it did; empty otherwise. */
  error: string;
}

const idle: TaskState = { status: 'idle', error: '' };

/**
 * Something that a person asks for once: while it runs, asking again does nothing. What goes wrong is said in `$state` and as a
 * toast; `explain` words it. Gives what the work gave, or undefined.
 */
export function createTask<Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Promise<Result>,
  explain: (error: unknown) => string = errorText,
) {
  const $state = atom<TaskState>(idle);
  async function run(...given: Arguments): Promise<Result | undefined> {
    if ($state.get().status === 'process') return undefined;
    $state.set({ status: 'process', error: '' });
    try {
      const result = await work(...given);
      $state.set({ status: 'success', error: '' });
      return result;
    } catch (error) {
      const words = isLeaving(error) ? '' : explain(error);
      $state.set({ status: 'error', error: words });
      if (words) notify('error', words);
      return undefined;
    }
  }
  const reset = () => $state.set(idle);
  return {
    $state,
    run,
    /** Forgets how it ended; what still runs goes on, and is not begun a second time. */
    clear: () => ($state.get().status === 'process' ? undefined : reset()),
    /** Also forgets what runs: for a page that Back brings to life again, where nothing does. */
    reset,
  };
}
