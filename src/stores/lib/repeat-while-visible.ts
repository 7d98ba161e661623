/**
 * Waits `everyMs` between two runs, and does not run in a hidden page. Returns a function that
 * stops.
 */
export function repeatWhileVisible(run: () => unknown, everyMs: number): () => void {
  let isStopped = false;
  const repeat = async () => {
    while (!isStopped) {
      if (globalThis.document?.visibilityState !== 'hidden') await run();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  void repeat();
  return () => void (isStopped = true);
}
