import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { RebuildError } from '../errors.ts';
import type { RenderTask, WorkerMessage } from './worker-messages.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

export interface RenderOptions extends Omit<RenderTask, 'includesPages' | 'batches'> {
  apiOrigin: string;
  settings: NodeJS.ProcessEnv;
  now: Date;
  /** Files with a list of films each. Pages other than films are always rendered. */
  batches: string[];
  onMessage: (message: WorkerMessage) => void;
}

/** Renders in one process for each batch, at most one for each core. Throws the first failure and stops all processes. */
export async function renderPages({
  apiOrigin,
  settings,
  now,
  batches,
  onMessage,
  ...folders
}: RenderOptions): Promise<void> {
  const workerCount = Math.max(1, Math.min(availableParallelism(), batches.length));
  const batchesByWorker = Array.from({ length: workerCount }, (_, worker) =>
    batches.filter((_batch, index) => index % workerCount === worker),
  );
  const stop = new AbortController();
  const env = { ...settings, BUILD_API_ORIGIN: apiOrigin, BUILD_NOW: now.toISOString(), NODE_ENV: 'production' };
  const run = (workerBatches: string[], index: number) =>
    runWorker({ ...folders, includesPages: index === 0, batches: workerBatches }, env, onMessage, stop.signal);
  try {
    await Promise.all(batchesByWorker.map(run));
  } finally {
    stop.abort();
  }
}

function runWorker(
  task: RenderTask,
  env: NodeJS.ProcessEnv,
  onMessage: (message: WorkerMessage) => void,
  signal: AbortSignal,
) {
  const child = fork(WORKER, { env, signal, execArgv: [] });
  child.send(task);
  return new Promise<void>((resolve, reject) => {
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'failed') reject(new RebuildError(message.reason));
      else onMessage(message);
    });
    child.once('error', reject);
    child.once('exit', (code, exitSignal) =>
      code === 0 ? resolve() : reject(new RebuildError(`A render process ended with ${exitSignal ?? code}`)),
    );
  });
}
