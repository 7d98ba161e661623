import { atom } from 'nanostores';
import { notify } from '../notices/notices.ts';
import { apiErrorWithCode, errorText } from './call-errors.ts';

/** Spec §4 "Page data status". */
export type Status = 'process' | 'success' | 'error' | 'noData' | 'comingSoon';

/** The session has ended: the home page opens, so no error is shown. */
const isSessionEnded = (error: unknown) => apiErrorWithCode(error, 'token_invalid') !== null;

interface TaskState {
  status: 'idle' | 'process' | 'success' | 'error';
  error: string;
}

const idle: TaskState = { status: 'idle', error: '' };

/** A second call while the action runs does nothing. An error goes to `$state` and into a toast; `run` returns undefined. */
export function createTask<Arguments extends unknown[], Result>(
  action: (...args: Arguments) => Promise<Result>,
  explain: (error: unknown) => string = errorText,
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
      const message = isSessionEnded(error) ? '' : explain(error);
      $state.set({ status: 'error', error: message });
      if (message) notify('error', message);
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
