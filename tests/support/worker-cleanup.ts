type Close = () => Promise<void>;

const cleanups: Close[] = [];

/** Runs `close` when the worker ends: a fixture of tests/support/browser.ts calls `runWorkerCleanups`. */
export const addWorkerCleanup = (close: Close) => void cleanups.push(close);

export async function runWorkerCleanups() {
  for (const close of cleanups.splice(0).reverse()) await close();
}
