export const EXIT_INTERRUPTED = 130;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Within this time a second SIGINT is the copy that npm forwards, not a second Ctrl-C. */
const COPY_MS = 2000;

/**
 * While `work` runs, Ctrl-C or SIGTERM calls `onStop` instead of ending the process. A second
 * Ctrl-C ends it at once.
 */
export async function stopOnSignal<Result>(
  onStop: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let stoppedAt: number | undefined;
  const stop = () => {
    if (stoppedAt !== undefined && performance.now() - stoppedAt > COPY_MS)
      process.exit(EXIT_INTERRUPTED);
    if (stoppedAt !== undefined) return;
    stoppedAt = performance.now();
    onStop();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
