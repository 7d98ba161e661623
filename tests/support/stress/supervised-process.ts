import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  aServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from '../server-process.ts';

const RESTART_RETRY_MS = 500;

/** A server process that is restarted when it exits unexpectedly, as systemd does. */
export async function aSupervisedProcess(options: ServerProcessOptions) {
  const crashes: string[] = [];
  let shouldRun = true;
  let running = await start();

  async function start(): Promise<ServerProcess> {
    const server = await aServerProcess(options);
    void server.exited.then(async (code) => {
      if (!shouldRun) return;
      crashes.push(`exited with ${code}: ${server.output().slice(-2000)}`);
      running = await restart();
    });
    return server;
  }

  /** Retries, because the database may be unavailable too. */
  async function restart(): Promise<ServerProcess> {
    for (;;) {
      const server = await start().catch(() => null);
      if (server) return server;
      await pause(RESTART_RETRY_MS);
    }
  }

  const stopWith = async (stop: (server: ServerProcess) => Promise<number | null>) => {
    shouldRun = false;
    return stop(running);
  };
  return {
    origin: `http://127.0.0.1:${options.port}`,
    crashes,
    output: () => running.output(),
    kill: () => stopWith((server) => server.kill()),
    async stop() {
      const startedAt = performance.now();
      return { code: await stopWith((server) => server.stop()), ms: performance.now() - startedAt };
    },
    async start(change: Partial<ServerProcessOptions> = {}) {
      options = { ...options, ...change };
      running = await start();
      shouldRun = true;
    },
  };
}

export type SupervisedProcess = Awaited<ReturnType<typeof aSupervisedProcess>>;
