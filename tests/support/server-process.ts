import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { signUserToken } from '#server/tokens.ts';
import { PROJECT } from './project.ts';

const SECRETS = { TOKEN_SECRET: 't'.repeat(32), OTP_PEPPER: 'p'.repeat(32) };
const STARTS_WITHIN_MS = 90_000;

/** A port that nobody has at this moment. */
export async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Waits until `look` gives something, and gives that; fails after `withinMs` with what was hoped for. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    const found = await look();
    if (found) return found;
    await pause(25);
  }
  throw new Error(`Waited ${withinMs} ms in vain until ${what}`);
}

interface CommandOptions {
  /** Keeps what the command writes. */
  logFile?: string;
  program?: string;
  cwd?: string;
}

/** Runs one of the project's own commands in a process of its own, with these settings and no others. */
export function runCommand(
  args: string[],
  settings: Record<string, string>,
  { logFile, program = process.execPath, cwd = PROJECT }: CommandOptions = {},
) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk;
    if (logFile) appendFileSync(logFile, chunk);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid!,
    ended,
    output: () => output,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

export interface ServerSettings {
  port: number;
  databaseUrl: string;
  dataDir: string;
  /** Where the providers' sandbox listens. */
  bankOrigin: string;
  settings?: Record<string, string>;
  /** The command that starts it: `npm run serve`. */
  program?: string;
  args?: string[];
  /** The project that is run; this one, unless said. */
  cwd?: string;
}

/** The server as operators run it (scripts/serve.ts), in a process of its own; resolves when it is ready to serve. */
export async function aServerProcess(options: ServerSettings) {
  const { port, databaseUrl, dataDir, bankOrigin, settings = {} } = options;
  const { program = process.execPath, args = ['scripts/serve.ts'], cwd = PROJECT } = options;
  const origin = `http://127.0.0.1:${port}`;
  const server = {
    ...SECRETS,
    PORT: String(port),
    ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RECONCILE_SECONDS: '0.2',
    RAZORPAY_URL: `${bankOrigin}/sandbox/razorpay/v1`,
    MSG91_URL: `${bankOrigin}/sandbox/sms`,
    ...settings,
  };
  const command = runCommand(args, server, { program, cwd });
  await until(
    `${origin} is ready`,
    async () => {
      if (command.isOver()) throw new Error(`The server did not start:\n${command.output()}`);
      return fetch(`${origin}/api/ott/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    STARTS_WITHIN_MS,
  );
  return { origin, ...command, ...caller(origin) };
}

export type ServerProcess = Awaited<ReturnType<typeof aServerProcess>>;

interface Ask {
  as?: { userId: number };
  body?: unknown;
  headers?: Record<string, string>;
}

function caller(origin: string) {
  const ask = async (method: string, path: string, { as, body, headers = {} }: Ask = {}) => {
    const token = as && (await signUserToken(SECRETS.TOKEN_SECRET, { userId: as.userId, roles: [] }, new Date()));
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: (text ? JSON.parse(text) : null) as any };
  };
  return {
    get: (path: string, options?: Ask) => ask('GET', path, options),
    post: (path: string, options?: Ask) => ask('POST', path, options),
    put: (path: string, options?: Ask) => ask('PUT', path, options),
  };
}
