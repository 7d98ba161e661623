import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { RebuildError } from '../errors.ts';
import type { Task, Told } from './task.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

export interface DrawOptions extends Omit<Task, 'pages' | 'batches'> {
  /** Where the public API answers while building: `http://127.0.0.1:4321`. */
  apiOrigin: string;
  /** The environment that they are drawn in. */
  settings: NodeJS.ProcessEnv;
  /** The moment that the pages go by. */
  now: Date;
  /** Files with a list of films each; the pages that are no film's are drawn in any case. */
  batches: string[];
  hear: (told: Told) => void;
}

/**
 * Draws the pages in processes of their own: one for a few films, as many as there are cores for a whole catalogue. Throws
 * with the sentence of the first that failed; the others are stopped.
 */
export async function draw({ apiOrigin, settings, now, batches, hear, ...where }: DrawOptions): Promise<void> {
  const processes = Math.max(1, Math.min(availableParallelism(), batches.length));
  const shares = Array.from({ length: processes }, (_, index) =>
    batches.filter((_batch, number) => number % processes === index),
  );
  const stop = new AbortController();
  const env = { ...settings, BUILD_API_ORIGIN: apiOrigin, BUILD_NOW: now.toISOString(), NODE_ENV: 'production' };
  try {
    await Promise.all(
      shares.map((share, index) => run({ ...where, pages: index === 0, batches: share }, env, hear, stop.signal)),
    );
  } finally {
    stop.abort();
  }
}

function run(task: Task, env: NodeJS.ProcessEnv, hear: (told: Told) => void, signal: AbortSignal) {
  const child = fork(WORKER, { env, signal, execArgv: [] });
  child.send(task);
  return new Promise<void>((resolve, reject) => {
    child.on('message', (told: Told) => {
      if (told.is === 'failed') reject(new RebuildError(told.why));
      else hear(told);
    });
    child.once('error', reject);
    child.once('exit', (code, ended) =>
      code === 0 ? resolve() : reject(new RebuildError(`Drawing the pages ended with ${ended ?? code}`)),
    );
  });
}
