import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { signUserToken } from '#server/tokens.ts';
import { PROJECT } from './project.ts';
import { clockSettings, testNow } from './test-now.ts';

const SECRETS = { TOKEN_SECRET: 't'.repeat(32), OTP_PEPPER: 'p'.repeat(32) };
const STARTS_WITHIN_MS = 90_000;

/** Below the ports that the system gives to outgoing connections, which could take the port before the server does. */
const PORTS = { from: 10_000, to: 32_000 };

export async function aFreePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners();
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Polls until `read` returns a truthy value, and returns it. Throws with `condition` after `withinMs`. */
export async function waitUntil<T>(
  condition: string,
  read: () => Promise<T | null | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    const found = await read();
    if (found) return found;
    await pause(25);
  }
  throw new Error(`Waited ${withinMs} ms in vain until ${condition}`);
}

interface CommandOptions {
  logFile?: string;
  program?: string;
  cwd?: string;
}

/** Runs a command of the project in its own process, with only these settings and the clock of the run. */
export function runCommand(
  args: string[],
  settings: Record<string, string>,
  { logFile, program = process.execPath, cwd = PROJECT }: CommandOptions = {},
) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ...clockSettings(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const appendOutput = (chunk: Buffer) => {
    output += chunk;
    if (logFile) appendFileSync(logFile, chunk);
  };
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  const exited = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  );
  const stopWith = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid!,
    exited,
    output: () => output,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => stopWith('SIGKILL'),
    stop: () => stopWith('SIGTERM'),
  };
}

export interface ServerProcessOptions {
  port: number;
  databaseUrl: string;
  dataDir: string;
  sandboxOrigin: string;
  settings?: Record<string, string>;
  /** Default: Node with scripts/serve.ts, as `npm run serve`. */
  program?: string;
  args?: string[];
  cwd?: string;
}

/** Starts the server in its own process, as operators do. Resolves when it is ready. */
export async function aServerProcess(options: ServerProcessOptions) {
  const { port, databaseUrl, dataDir, sandboxOrigin, settings = {} } = options;
  const { program = process.execPath, args = ['scripts/serve.ts'], cwd = PROJECT } = options;
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...SECRETS,
    PORT: String(port),
    ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RECONCILE_SECONDS: '0.2',
    RAZORPAY_URL: `${sandboxOrigin}/sandbox/razorpay/v1`,
    MSG91_URL: `${sandboxOrigin}/sandbox/sms`,
    ...settings,
  };
  const command = runCommand(args, environment, { program, cwd });
  await waitUntil(
    `${origin} is ready`,
    async () => {
      if (command.hasExited()) throw new Error(`The server did not start:\n${command.output()}`);
      return fetch(`${origin}/api/ott/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    STARTS_WITHIN_MS,
  );
  return { origin, ...command, ...createClient(origin) };
}

export type ServerProcess = Awaited<ReturnType<typeof aServerProcess>>;

interface RequestOptions {
  as?: { userId: number };
  body?: unknown;
  headers?: Record<string, string>;
}

function createClient(origin: string) {
  const send = async (
    method: string,
    path: string,
    { as, body, headers = {} }: RequestOptions = {},
  ) => {
    const token =
      as && signUserToken(SECRETS.TOKEN_SECRET, { userId: as.userId, roles: [] }, testNow());
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: (text ? JSON.parse(text) : null) as any,
    };
  };
  return {
    get: (path: string, options?: RequestOptions) => send('GET', path, options),
    post: (path: string, options?: RequestOptions) => send('POST', path, options),
    put: (path: string, options?: RequestOptions) => send('PUT', path, options),
  };
}
