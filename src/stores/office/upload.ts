import { map } from 'nanostores';
import { type FileTransfer, openTransfer } from '#api/office-upload.ts';
import type { FileKind } from '#domain/office-uploads.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { officeErrorText } from './action.ts';
import { withReauthentication } from './reauthentication.ts';
import { isRejected } from '../lib/call-errors.ts';

export interface UploadState {
  /** `waiting`: the connection is lost; the upload continues by itself. */
  status: 'none' | 'sending' | 'waiting' | 'paused' | 'done' | 'failed';
  file: File | null;
  fileName: string;
  sentBytes: number;
  totalBytes: number;
  error: string;
}

const none: UploadState = {
  status: 'none',
  file: null,
  fileName: '',
  sentBytes: 0,
  totalBytes: 0,
  error: '',
};
const RETRY_MS = [500, 2000, 5000];
const LAST_RETRY_MS = 15_000;
/**
 * The server's answer may change: another request stores a part of the same upload at this moment.
 */
const isTemporary = (error: unknown) => !isRejected(error) || error.status === 409;

const isRunning = ({ status }: UploadState) => status === 'sending' || status === 'waiting';

export type FileUpload = ReturnType<typeof createFileUpload>;

/**
 * Uploads the file of a form field. `onValue` gets the value of the field when the file has
 * arrived, else an empty text.
 */
export function createFileUpload(kind: FileKind, onValue: (value: string) => void) {
  const $state = map<UploadState>(none);
  let transfer: FileTransfer | null = null;
  /** Increases when a run ends, so that its late results are dropped. */
  let run = 0;

  async function resume() {
    const thisRun = ++run;
    const isOver = () => thisRun !== run;
    const { file } = $state.get();
    let failures = 0;
    const onProgress = (sentBytes: number) => {
      if (isOver()) return;
      failures = 0;
      $state.setKey('sentBytes', sentBytes);
    };
    while (file) {
      $state.set({ ...$state.get(), status: 'sending', error: '' });
      try {
        const opened = transfer ?? (await openTransfer(file, kind));
        if (isOver()) return;
        transfer = opened;
        const value = await withReauthentication(() => opened.send(onProgress));
        if (isOver()) return;
        $state.set({ ...$state.get(), status: 'done', sentBytes: file.size });
        return void onValue(value);
      } catch (error) {
        if (isOver()) return;
        if (!isTemporary(error))
          return void $state.set({
            ...$state.get(),
            status: 'failed',
            error: officeErrorText(error),
          });
      }
      $state.setKey('status', 'waiting');
      await waitForNetwork(RETRY_MS[failures++] ?? LAST_RETRY_MS);
      if (isOver()) return;
    }
  }

  function stop() {
    run++;
    transfer?.stop();
  }

  return {
    $state,
    choose(chosen: File) {
      stop();
      onValue('');
      transfer = null;
      $state.set({ ...none, file: chosen, fileName: chosen.name, totalBytes: chosen.size });
      void resume();
    },
    pause() {
      if (!isRunning($state.get())) return;
      stop();
      $state.setKey('status', 'paused');
    },
    resume: () => void resume(),
    /** Also removes a finished upload from the form and from the server. */
    cancel() {
      stop();
      void transfer?.remove().catch(() => undefined);
      transfer = null;
      onValue('');
      $state.set(none);
    },
    /** Why the form cannot be sent yet; empty if it can. */
    problem: (): string => {
      const state = $state.get();
      return isRunning(state) || state.status === 'paused' ? text.uploadUnfinished : state.error;
    },
  };
}

const waitForNetwork = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener('online', end);
  });
