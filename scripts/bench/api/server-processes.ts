import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../../command-error.ts';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const SECRETS = {
  TOKEN_SECRET: 'the secret of a bench',
  OTP_PEPPER: 'the pepper of a bench',
};
/** Before each measurement: the first requests compile code and fill caches. */
export const WARM_UP_SECONDS = 2;
const START_TIMEOUT_MS = 60_000;

export function startProcess({
  file,
  settings,
  cwd = PROJECT,
  nodeOptions = [],
}: {
  file: string;
  settings: Record<string, string>;
  cwd?: string;
  nodeOptions?: string[];
}): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [...nodeOptions, file], {
    cwd,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export const stopProcess = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

export async function waitForAnswer(url: string) {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new CommandError(`${url} did not answer within a minute`);
}

/** User and system time of the servers, from their metrics. */
export async function readCpuSeconds(origins: string[]): Promise<number> {
  const pages = await Promise.all(
    origins.map(async (origin) => (await fetch(`${origin}/api/ott/metrics`)).text()),
  );
  return pages.reduce(
    (sum, page) => sum + Number(/^process_cpu_seconds_total (\S+)/m.exec(page)?.[1]),
    0,
  );
}
