import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createSandbox } from '#sandbox/sandbox.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { openHouse } from '#server/house.ts';
import { signUserToken } from '#server/tokens.ts';
import { aLaidDatabase } from './laid-database.ts';
import { makers } from './makers.ts';
import { aPostgresDatabase, isPostgres } from './postgres.ts';

export const SECRETS = { tokenSecret: 't'.repeat(32), otpPepper: 'p'.repeat(32) };
const ORIGIN = 'http://house.test';

export interface Clock {
  now: () => Date;
  set: (date: Date) => void;
  advance: (milliseconds: number) => void;
}

/** A clock that stands at a Saturday noon in India until a test moves it. */
export function aClock(start = new Date('2026-11-21T06:30:00Z')): Clock {
  let at = start;
  return {
    now: () => at,
    set: (date) => (at = date),
    advance: (milliseconds) => (at = new Date(at.getTime() + milliseconds)),
  };
}

/**
 * The whole server in process, on a database of its own (a new one of PostgreSQL, or PGlite in memory), with
 * the sandboxes behind its own `fetch`. Closed by itself after the file's tests, or as `atEnd` says.
 */
export async function aHouse({
  clock = aClock(),
  settings = {},
  log = pino({ level: 'silent' }),
  atEnd = afterFile,
}: {
  clock?: Clock;
  settings?: Record<string, string>;
  log?: pino.Logger;
  atEnd?: (close: () => Promise<void>) => unknown;
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-test-'));
  const { url, drop } = isPostgres ? await aPostgresDatabase() : { url: 'memory:', drop: async () => undefined };
  const config = readConfig(
    { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir, ORIGIN, LOG_LEVEL: 'silent', ...settings },
    () => SECRETS,
  );
  // What the providers' adapters and the sandbox's webhooks ask stays in this process.
  const network = { isUp: true };
  const fetchHere: typeof fetch = (input, init) => {
    if (!network.isUp) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(house.app.request(new Request(input, init)));
  };
  const sandbox = createSandbox({
    origin: config.origin,
    webhookUrl: `${config.origin}/api/ott/payments/webhooks/razorpay`,
    now: clock.now,
    ...SANDBOX_CREDENTIALS,
    fetch: (input, init) => Promise.resolve(house.app.request(new Request(input, init))),
  });
  const woken: string[] = [];
  const jobs = {
    wake: (name: string) => void woken.push(name),
    work: async () => undefined,
    stop: async () => undefined,
  };
  const laid = config.databaseUrl === 'memory:' ? { database: await aLaidDatabase() } : {};
  const house = await openHouse(config, {
    ...laid,
    now: clock.now,
    sandbox: sandbox.app,
    mailbox: await sandbox.openMailbox(),
    fetch: fetchHere,
    jobs,
    log,
  });

  const close = async () => {
    sandbox.close();
    await house.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  await atEnd(close);

  return {
    ...house,
    config,
    clock,
    sandbox,
    woken,
    network,
    ...makers(house.database.db, clock),
    ...caller(house.app, config, clock),
    /** Scripts the sandbox's next outcomes. */
    script: (command: object) =>
      house.app.request('/sandbox/control', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(command),
      }),
  };
}

// Asked for only here: Playwright's tests, which end in their own way, cannot live beside vitest's expect.
async function afterFile(close: () => Promise<void>) {
  const { afterAll } = await import('vitest');
  afterAll(close);
}

export type TestHouse = Awaited<ReturnType<typeof aHouse>>;

interface Ask {
  as?: { userId: number; roles?: string[] };
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Asks the app as a browser would, and reads the answer. */
export function caller(
  app: { request: (path: string, init?: RequestInit) => Response | Promise<Response> },
  config: Config,
  clock: Clock,
) {
  const ask = async (method: string, path: string, { as, token, body, headers = {} }: Ask = {}) => {
    const bearer =
      token ?? (as ? await signUserToken(config.secrets.tokenSecret, { roles: [], ...as }, clock.now()) : undefined);
    const response = await app.request(path, {
      method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson && text ? JSON.parse(text) : null) as any,
    };
  };
  return {
    get: (path: string, options?: Ask) => ask('GET', path, options),
    post: (path: string, options?: Ask) => ask('POST', path, options),
    put: (path: string, options?: Ask) => ask('PUT', path, options),
    delete: (path: string, options?: Ask) => ask('DELETE', path, options),
  };
}
