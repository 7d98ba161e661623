import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { aServerProcess, type ServerProcess, type ServerSettings } from '../server-process.ts';

const AGAIN_AFTER_MS = 500;

/** A server process under a keeper, as systemd or a cluster is one: when it ends without having been told to, it is started anew. */
export async function aKeptProcess(settings: ServerSettings) {
  /** What each wrote that ended by itself: none may. */
  const falls: string[] = [];
  let isWanted = true;
  let running = await start();

  async function start(): Promise<ServerProcess> {
    const opened = await aServerProcess(settings);
    void opened.ended.then(async (code) => {
      if (!isWanted) return;
      falls.push(`ended with ${code}: ${opened.output().slice(-2000)}`);
      running = await startAgain();
    });
    return opened;
  }

  /** As often as it takes: the database may be away too. */
  async function startAgain(): Promise<ServerProcess> {
    for (;;) {
      const opened = await start().catch(() => null);
      if (opened) return opened;
      await pause(AGAIN_AFTER_MS);
    }
  }

  const end = async (how: (server: ServerProcess) => Promise<number | null>) => {
    isWanted = false;
    return how(running);
  };
  return {
    origin: `http://127.0.0.1:${settings.port}`,
    falls,
    output: () => running.output(),
    kill: () => end((server) => server.kill()),
    /** Gives how it ended, and how long that took. */
    async tell() {
      const began = performance.now();
      return { code: await end((server) => server.stop()), ms: performance.now() - began };
    },
    /** `change`: of its settings, from now on. */
    async start(change: Partial<ServerSettings> = {}) {
      settings = { ...settings, ...change };
      running = await start();
      isWanted = true;
    },
  };
}

export type KeptProcess = Awaited<ReturnType<typeof aKeptProcess>>;
