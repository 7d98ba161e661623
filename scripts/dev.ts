/** `npm run dev`: the API, restarted at every change, behind Astro's dev server with hot reload. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config/read-config.ts';
import { developmentSecrets } from '#server/development-secrets.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { portTakenMessage, probePort } from './port.ts';
import { runStep } from './progress.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const API_PORT = Number(process.env['API_PORT'] || 4322);
const API_ORIGIN = `http://127.0.0.1:${API_PORT}`;
const READY_WITHIN_MS = 5 * 60_000;
const children = new Set<ChildProcess>();
let isStopping = false;

async function dev() {
  const { port, host, origin, isProduction } = readConfig(process.env, developmentSecrets);
  if (isProduction)
    throw new CommandError(
      '`npm run dev` is for development. With NODE_ENV=production, run `npm start`.',
    );
  await refuseTakenPort(port, host, 'PORT');
  await refuseTakenPort(API_PORT, '127.0.0.1', 'API_PORT');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopOnSignal);

  // The browser reaches the API through Astro's proxy, so ORIGIN is the address of the proxy.
  spawnChild(['--watch', '--watch-preserve-output', 'scripts/start.ts', '--without-site'], {
    PORT: String(API_PORT),
    HOST: '127.0.0.1',
    ORIGIN: origin,
  });
  await runStep('Starting the API', waitUntilReady);
  if (isStopping) return;
  const astro = join(
    dirname(createRequire(import.meta.url).resolve('astro/package.json')),
    'bin',
    'astro.mjs',
  );
  spawnChild([astro, 'dev', '--port', String(port), '--host', host], {
    API_PORT: String(API_PORT),
    BUILD_API_ORIGIN: API_ORIGIN,
    PUBLIC_ORIGIN: origin,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'development',
  });
  console.log(
    `One-time codes: ${origin}/sandbox/inbox     Payments, faults: ${origin}/sandbox     Ctrl-C stops both servers.\n`,
  );
}

async function refuseTakenPort(port: number, host: string, setting: string) {
  await probePort({ port, host, passedSocket: null }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new CommandError(portTakenMessage(port, setting)) : error;
  });
}

/**
 * `detached`: the terminal's Ctrl-C does not reach the child. When one child ends, the other child
 * is stopped.
 */
function spawnChild(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  children.add(child);
  child.once('exit', (code) => {
    children.delete(child);
    process.exitCode ||= isStopping ? 0 : (code ?? 0);
    stopNextChild();
  });
}

/**
 * Stops the API first: Astro's proxy can then deliver its last responses. The exit of each child
 * stops the next one.
 */
function stopNextChild() {
  const [child] = children;
  // npm forwards the SIGINT that the terminal has already sent; each child must get it only once.
  if (child && !child.killed) child.kill('SIGTERM');
}

function stopOnSignal() {
  if (!isStopping)
    console.log('Closing: the API finishes the running requests, then the Astro server stops.');
  isStopping = true;
  stopNextChild();
}

async function waitUntilReady() {
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
  throw new CommandError('The API did not start. The lines above have the reason.');
}

try {
  await dev();
} catch (error) {
  stopNextChild();
  if (!isStopping) exitWithError(error);
}
