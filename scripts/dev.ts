/** `npm run dev`: the API, started again at every change, and Astro's own server with hot reload in front of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config/read-config.ts';
import { laptopSecrets } from '#server/secrets.ts';
import { CommandError, fail } from './failure.ts';
import { portTaken, probePort } from './port.ts';
import { step } from './progress.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const API_PORT = Number(process.env['API_PORT'] || 4322);
const API_ORIGIN = `http://127.0.0.1:${API_PORT}`;
const READY_WITHIN_MS = 5 * 60_000;
const children = new Set<ChildProcess>();
let isAskedToStop = false;

async function dev() {
  const { port, host, origin, isProduction } = readConfig(process.env, laptopSecrets);
  if (isProduction)
    throw new CommandError('`npm run dev` is for development; with NODE_ENV=production use `npm start`.');
  await refuseTakenPort(port, host, 'PORT');
  await refuseTakenPort(API_PORT, '127.0.0.1', 'API_PORT');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAsAsked);

  // The browser reaches the API through Astro's proxy, so the API calls that address its own.
  start(['--watch', '--watch-preserve-output', 'scripts/start.ts', '--without-site'], {
    PORT: String(API_PORT),
    HOST: '127.0.0.1',
    ORIGIN: origin,
  });
  await step('Opening the API', untilReady);
  if (isAskedToStop) return;
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs');
  start([astro, 'dev', '--port', String(port), '--host', host], {
    API_PORT: String(API_PORT),
    BUILD_API_ORIGIN: API_ORIGIN,
    PUBLIC_ORIGIN: origin,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'development',
  });
  console.log(
    `One-time codes: ${origin}/sandbox/inbox     Payments, faults: ${origin}/sandbox     Ctrl-C ends both.\n`,
  );
}

async function refuseTakenPort(port: number, host: string, setting: string) {
  await probePort({ port, host, passedSocket: null }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new CommandError(portTaken(port, setting)) : error;
  });
}

/** A child in a group of its own, so that Ctrl-C reaches it once, through us. When one of the two ends, so does the other. */
function start(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  children.add(child);
  child.once('exit', (code) => {
    children.delete(child);
    process.exitCode ||= isAskedToStop ? 0 : (code ?? 0);
    stop();
  });
}

/** Stops the API first, so that Astro's proxy still delivers its last answers; the end of each child stops the next. */
function stop() {
  const [child] = children;
  // npm forwards the SIGINT that the terminal has already sent: each child gets one signal.
  if (child && !child.killed) child.kill('SIGTERM');
}

function stopAsAsked() {
  if (!isAskedToStop) console.log('Closing: the API answers the running requests, then the Astro server ends.');
  isAskedToStop = true;
  stop();
}

async function untilReady() {
  const end = Date.now() + READY_WITHIN_MS;
  while (Date.now() < end && children.size) {
    if (
      await fetch(`${API_ORIGIN}/api/ott/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await pause(200);
  }
  throw new CommandError('The API did not open; the lines above say why.');
}

try {
  await dev();
} catch (error) {
  stop();
  if (!isAskedToStop) fail(error);
}
