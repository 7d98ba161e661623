import { isRejected } from './call-errors.ts';

/** Chosen: a bank’s answer is shown within two seconds, and UPI’s answers come within minutes. */
const MIN_WAIT_MS = 1_000;
const FAST_FOR_MS = 10 * 60_000;
const MAX_WAIT_MS = 30_000;
const GROWTH = 1.5;

/**
 * Delays increase after an error, and after ten minutes. Polls immediately when the page becomes
 * visible or goes online. Throws only errors that are final.
 */
export async function pollUntil<Result>(
  fetchState: () => Promise<Result>,
  isDecided: (result: Result) => boolean,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const began = performance.now();
  for (let wait = MIN_WAIT_MS; ;) {
    await waitOrWake(wait);
    const longerWait = Math.min(MAX_WAIT_MS, wait * GROWTH);
    try {
      const result = await fetchState();
      if (isDecided(result)) return result;
      wait = performance.now() - began < FAST_FOR_MS ? MIN_WAIT_MS : longerWait;
    } catch (error) {
      if (isFinal(error)) throw error;
      wait = longerWait;
    }
  }
}

/**
 * Repeats until the server responds, because the viewer may have paid. Throws if the server rejects
 * the request.
 */
export async function sendUntilReceived<Result>(
  send: () => Promise<Result>,
  onRetry: () => void,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (isRejected(error)) throw error;
    onRetry();
    return pollUntil(send, () => true, isRejected);
  }
}

const waitOrWake = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', wake);
      globalThis.removeEventListener?.('visibilitychange', wakeIfVisible);
      resolve();
    };
    const wakeIfVisible = () => document.visibilityState === 'visible' && wake();
    const timer = setTimeout(wake, milliseconds);
    globalThis.addEventListener?.('online', wake);
    globalThis.addEventListener?.('visibilitychange', wakeIfVisible);
  });
