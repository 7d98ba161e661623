import { atom } from 'nanostores';
import { notify } from '../notices/notices.ts';
import { apiErrorWithCode, errorText } from './call-errors.ts';

/** Spec §4 "Page data status". */
export type Status = 'process' | 'success' | 'error' | 'noData' | 'comingSoon';

/** The session has ended: the home page opens, so no error is shown. */
const isSessionEnded = (error: unknown) => apiErrorWithCode(error, 'token_invalid') !== null;

interface Explanation {
  error: string;
  /** Shown under the error, but not in the toast. */
  note?: string;
}

interface TaskState extends Explanation {
  status: 'idle' | 'process' | 'success' | 'error';
}

const idle: TaskState = { status: 'idle', error: '' };

/**
 * A second call while the action runs does nothing. An error goes to `$state` and into a toast;
 * `run` returns undefined.
 */
export function createTask<Arguments extends unknown[], Result>(
  action: (...args: Arguments) => Promise<Result>,
  explain: (error: unknown) => string | Explanation = errorText,
) {
  const $state = atom<TaskState>(idle);
  async function run(...args: Arguments): Promise<Result | undefined> {
    if ($state.get().status === 'process') return undefined;
    $state.set({ status: 'process', error: '' });
    try {
      const result = await action(...args);
      $state.set({ status: 'success', error: '' });
      return result;
    } catch (error) {
      const explained = isSessionEnded(error) ? '' : explain(error);
      const explanation = typeof explained === 'string' ? { error: explained } : explained;
      $state.set({ status: 'error', ...explanation });
      if (explanation.error) notify('error', explanation.error);
      return undefined;
    }
  }
  const reset = () => $state.set(idle);
  return {
    $state,
    run,
    /** Clears the result, but not a running action. */
    clear: () => ($state.get().status === 'process' ? undefined : reset()),
    /** For a page restored from the back/forward cache, where nothing runs any more. */
    reset,
  };
}
