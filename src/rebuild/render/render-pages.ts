import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { RebuildError } from '../errors.ts';
import type { RenderTask, RenderMessage } from './render-messages.ts';

const RENDER_PROCESS = fileURLToPath(new URL('./render-process.ts', import.meta.url));

interface RenderOptions extends Omit<RenderTask, 'includesOtherPages'> {
  apiOrigin: string;
  settings: NodeJS.ProcessEnv;
  now: Date;
  onMessage: (message: RenderMessage) => void;
}

/** The environment in which Astro renders pages. */
export const pageVariables = ({
  apiOrigin,
  settings,
  now,
}: Pick<RenderOptions, 'apiOrigin' | 'settings' | 'now'>) => ({
  ...settings,
  BUILD_API_ORIGIN: apiOrigin,
  BUILD_NOW: now.toISOString(),
  NODE_ENV: 'production',
});

/**
 * Renders in one process for each batch, at most one for each core. Pages other than films are
 * always rendered. Throws the first failure and stops all processes.
 */
export async function renderPages(options: RenderOptions): Promise<void> {
  const { apiOrigin, settings, now, batchFiles, onMessage, ...folders } = options;
  const processCount = Math.max(1, Math.min(availableParallelism(), batchFiles.length));
  const batchesByProcess = Array.from({ length: processCount }, (_, processIndex) =>
    batchFiles.filter((_file, index) => index % processCount === processIndex),
  );
  const stop = new AbortController();
  const env = pageVariables({ apiOrigin, settings, now });
  const run = (batchFilesOfProcess: string[], index: number) =>
    runRenderProcess({
      task: { ...folders, includesOtherPages: index === 0, batchFiles: batchFilesOfProcess },
      env,
      onMessage,
      signal: stop.signal,
    });
  try {
    await Promise.all(batchesByProcess.map(run));
  } finally {
    stop.abort();
  }
}

function runRenderProcess({
  task,
  env,
  onMessage,
  signal,
}: {
  task: RenderTask;
  env: NodeJS.ProcessEnv;
  onMessage: (message: RenderMessage) => void;
  signal: AbortSignal;
}) {
  const child = fork(RENDER_PROCESS, { env, signal, execArgv: [] });
  child.send(task);
  return new Promise<void>((resolve, reject) => {
    child.on('message', (message: RenderMessage) => {
      if (message.kind === 'failed') reject(new RebuildError(message.reason));
      else onMessage(message);
    });
    child.once('error', reject);
    child.once('exit', (code, exitSignal) =>
      code === 0
        ? resolve()
        : reject(new RebuildError(`A render process ended with ${exitSignal ?? code}`)),
    );
  });
}
