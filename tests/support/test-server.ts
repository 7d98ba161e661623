import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createSandbox } from '#sandbox/sandbox.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { openServer } from '#server/server.ts';
import { signUserToken } from '#server/tokens.ts';
import { configuredBackupStorage } from '../../scripts/cinema/storage.ts';
import { loadOfficeOperations } from '../../scripts/server-socket.ts';
import { aPreparedDatabase } from './prepared-database.ts';
import { createFactories } from './factories.ts';
import { checkRefusals } from './listed-refusals.ts';
import { aPostgresDatabase, isPostgres } from './postgres.ts';
import { type Clock, testNow } from './test-now.ts';

export const SECRETS = { tokenSecret: 't'.repeat(32), otpPepper: 'p'.repeat(32) };
const ORIGIN = 'http://server.test';

/** A clock that stands still at the time of the run, until a test moves it. */
export function aClock(start = testNow()): Clock {
  let current = start;
  return {
    now: () => current,
    set: (date) => (current = date),
    advance: (milliseconds) => (current = new Date(current.getTime() + milliseconds)),
  };
}

/**
 * Opens the whole server in this process, with its own database (new in PostgreSQL, or PGlite in memory) and with provider
 * sandboxes behind its `fetch`. Closes after the tests of the file unless `registerCleanup` is passed.
 */
export async function aServer({
  clock = aClock(),
  settings = {},
  log = pino({ level: 'silent' }),
  registerCleanup = closeAfterFile,
  replyCheckMs = 0,
}: {
  clock?: Clock;
  settings?: Record<string, string>;
  log?: pino.Logger;
  registerCleanup?: (close: () => Promise<void>) => unknown;
  /** The maximum age of cached public replies. */
  replyCheckMs?: number;
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-test-'));
  const { url, drop } = isPostgres
    ? await aPostgresDatabase()
    : { url: 'memory:', drop: async () => undefined };
  const config = readConfig(
    {
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ORIGIN,
      LOG_LEVEL: 'silent',
      ...settings,
    },
    () => SECRETS,
  );
  // Requests to providers and webhooks stay in this process.
  const network = { isUp: true };
  const fetchInProcess: typeof fetch = (input, init) => {
    if (!network.isUp) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(server.app.request(new Request(input, init)));
  };
  const sandbox = createSandbox({
    origin: config.origin,
    webhookUrl: `${config.origin}/api/ott/payments/webhooks/razorpay`,
    now: clock.now,
    ...SANDBOX_CREDENTIALS,
    fetch: (input, init) => Promise.resolve(server.app.request(new Request(input, init))),
  });
  const enqueuedJobs: string[] = [];
  const jobs = {
    enqueue: (name: string) => void enqueuedJobs.push(name),
    start: async () => undefined,
    stop: async () => undefined,
  };
  const prepared = config.databaseUrl === 'memory:' ? { database: await aPreparedDatabase() } : {};
  const server = await openServer(config, {
    ...prepared,
    now: clock.now,
    sandbox: sandbox.app,
    sandboxMailUrl: await sandbox.openMailbox(),
    fetch: fetchInProcess,
    jobs,
    log,
    replyCheckMs,
    backups: configuredBackupStorage(config),
    loadOfficeOperations,
  });

  checkRefusals(server.app);

  const close = async () => {
    sandbox.close();
    await server.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  await registerCleanup(close);

  return {
    ...server,
    config,
    clock,
    sandbox,
    enqueuedJobs,
    network,
    ...createFactories(server.database.db, clock),
    ...createClient(server.app, config, clock),
    scriptSandbox: (command: object) =>
      server.app.request('/sandbox/control', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(command),
      }),
  };
}

// A lazy import: Playwright's tests also load this file, and vitest's expect conflicts with theirs.
async function closeAfterFile(close: () => Promise<void>) {
  const { afterAll } = await import('vitest');
  afterAll(close);
}

export type TestServer = Awaited<ReturnType<typeof aServer>>;

interface RequestOptions {
  as?: { userId: number; roles?: string[] };
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Creates a client that sends requests to the app as a browser does, and parses the responses. */
export function createClient(
  app: { request: (path: string, init?: RequestInit) => Response | Promise<Response> },
  config: Config,
  clock: Clock,
) {
  const send = async (
    method: string,
    path: string,
    { as, token, body, headers = {} }: RequestOptions = {},
  ) => {
    const bearer =
      token ??
      (as
        ? signUserToken(config.secrets.tokenSecret, { roles: [], ...as }, clock.now())
        : undefined);
    const response = await app.request(path, {
      method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
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
    get: (path: string, options?: RequestOptions) => send('GET', path, options),
    post: (path: string, options?: RequestOptions) => send('POST', path, options),
    put: (path: string, options?: RequestOptions) => send('PUT', path, options),
    delete: (path: string, options?: RequestOptions) => send('DELETE', path, options),
  };
}
