type Close = () => Promise<void>;

const closes: Close[] = [];

/** Closes something when the worker ends: the fixture `workerEnd` of tests/support/browser.ts calls `endWorker`. */
export const atWorkerEnd = (close: Close) => void closes.push(close);

export async function endWorker() {
  for (const close of closes.splice(0).reverse()) await close();
}
