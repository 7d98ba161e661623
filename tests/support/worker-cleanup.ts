type Close = () => Promise<void>;

const closes: Close[] = [];

/** Runs `close` when the worker ends: a fixture of tests/support/browser.ts calls `runWorkerCleanups`. */
export const addWorkerCleanup = (close: Close) => void closes.push(close);

export async function runWorkerCleanups() {
  for (const close of closes.splice(0).reverse()) await close();
}
