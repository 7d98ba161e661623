import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listProcesses } from '#server/processes/queries.ts';
import { findListener } from '../../scripts/port.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { isPostgres } from '../support/postgres.ts';
import { PROJECT } from '../support/project.ts';
import {
  aFreePort,
  aServerProcess,
  runCommand,
  type ServerProcessOptions,
  waitUntil,
} from '../support/server-process.ts';

let database: TestDatabase;
let port: number;
let apiPort: number;

beforeEach(async () => {
  database = await aDatabase();
  [port, apiPort] = [await aFreePort(), await aFreePort()];
});

afterEach(async () => {
  // A failed test may leave the server running.
  for (const each of [port, apiPort]) {
    const left = findListener(each);
    if (left) process.kill(left.pid, 'SIGKILL');
  }
  await database.drop();
});

const open = (
  command: Pick<ServerProcessOptions, 'program' | 'args'>,
  settings: Record<string, string> = {},
) =>
  aServerProcess({
    port,
    databaseUrl: database.url,
    dataDir: database.dataDir,
    sandboxOrigin: 'http://127.0.0.1:1',
    settings: {
      LOG_LEVEL: 'info',
      API_PORT: String(apiPort),
      ASTRO_TELEMETRY_DISABLED: '1',
      ...settings,
    },
    ...command,
  });

/** Starts a sign-in without its body. The server has the headers, so the request counts as running. */
async function aRunningRequest(origin: string) {
  const call = request(`${origin}/api/auth/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  call.flushHeaders();
  await once(call, 'continue');
  return {
    call,
    finish: async () => {
      call.end(JSON.stringify({ username: '9611111112', password: 'never this one' }));
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    },
  };
}

const waitUntilRefused = (origin: string) =>
  waitUntil(`${origin} refuses connections`, () =>
    fetch(origin).then(
      () => false,
      () => true,
    ),
  );

/** The servers that have not signed off. */
const processNames = () =>
  database.withConnection(async ({ db }) => (await listProcesses(db)).map(({ name }) => name));

async function isFree(portNumber: number) {
  const probe = createServer().listen(portNumber, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return isListening;
}

interface StartCommand {
  program?: string;
  args: string[];
  tags?: string[];
  /** Whether the API listens on its own port behind another process. */
  hasApiPort?: boolean;
}

// Without --ignore-scripts, the prestart script would install packages during the tests.
const NPM = { program: 'npm', tags: ['deep'] };
const START_COMMANDS: Record<string, StartCommand> = {
  'npm run serve': { ...NPM, args: ['run', 'serve'], tags: [] },
  'npm start': { ...NPM, args: ['start', '--ignore-scripts', '--', '--without-site'] },
  'npm run dev': { ...NPM, args: ['run', 'dev', '--ignore-scripts'], hasApiPort: true },
  'node scripts/serve.ts': { args: ['scripts/serve.ts'], tags: ['deep'] },
  'node scripts/start.ts': { args: ['scripts/start.ts', '--without-site'], tags: ['deep'] },
};

describe('SIGTERM', () => {
  for (const [name, { tags = [], hasApiPort, ...command }] of Object.entries(START_COMMANDS))
    test(
      `to \`${name}\` lets the running request finish, refuses new ones, frees the port and exits with 0`,
      { tags },
      async () => {
        const server = await open(command);
        const ports = hasApiPort ? [port, apiPort] : [port];
        const origin = `http://127.0.0.1:${ports.at(-1)}`;
        const running = await aRunningRequest(origin);
        const address = `${hostname()}:${ports.at(-1)}`;
        // An embedded database has one user at a time.
        if (isPostgres) expect(await processNames()).toEqual([address]);

        const stopped = server.stop();
        await waitUntilRefused(origin);
        expect(await running.finish()).toBe(401);

        expect(await stopped, server.output()).toBe(0);
        expect(await processNames()).toEqual([]);
        for (const each of ports) expect(await isFree(each)).toBe(true);
        // `npm run dev` mixes the lines of two processes, so their order is not fixed.
        for (const text of [
          '"signal":"SIGTERM"',
          'no request is running',
          'the jobs have stopped',
          '"closed"',
        ])
          expect(server.output()).toContain(text);
        expect(server.output()).toMatch(/"runningRequests":[1-9]/);
      },
    );

  test(
    'cuts off a request that is still running after DRAIN_SECONDS',
    { tags: ['deep'] },
    async () => {
      const server = await open({}, { DRAIN_SECONDS: '0.5' });
      const { call } = await aRunningRequest(server.origin);
      const cutOff = once(call, 'error');
      expect(await server.stop(), server.output()).toBe(0);
      await cutOff;
      expect(server.output()).toContain('"cutOffRequests":1');
    },
  );

  test(
    'during the first build of the site leaves no process running',
    { tags: ['deep'] },
    async () => {
      const server = await open({ program: 'npm', args: ['start', '--ignore-scripts'] });
      expect(await server.stop(), server.output()).toBe(0);
      expect(await isFree(port)).toBe(true);
    },
  );
});

test(
  'Ctrl-C, which arrives twice under npm, lets the running request finish',
  { tags: ['deep'] },
  async () => {
    const server = await open({ program: 'npm', args: ['run', 'serve'] });
    const running = await aRunningRequest(server.origin);
    process.kill(findListener(port)!.pid, 'SIGINT'); // the terminal sends SIGINT to npm and to the server
    process.kill(server.pid, 'SIGINT');
    await waitUntilRefused(server.origin);
    expect(await running.finish()).toBe(401);
    expect(await server.exited, server.output()).toBe(0);
  },
);

test(
  'a second start names the process on the port and does not stop it',
  { tags: ['deep'] },
  async () => {
    const server = await open({});
    const second = runCommand(['scripts/serve.ts'], {
      PORT: String(port),
      DATABASE_URL: 'memory:',
    });
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(
      `The port ${port} is in use by process ${server.pid} (${process.execPath} scripts/serve.ts). ` +
        'Stop that process, or set PORT to another port.\n',
    );
    expect(await server.stop()).toBe(0);
  },
);

test('`npm run serve` without installed packages says what to run', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'matinee-clone-'));
  for (const file of ['package.json', 'package-lock.json', 'scripts/setup.mjs'])
    cpSync(join(PROJECT, file), join(clone, file), { recursive: true });
  const serve = runCommand(['run', '--silent', 'serve'], {}, { program: 'npm', cwd: clone });
  expect(await serve.exited).toBe(1);
  expect(serve.output()).toContain(
    'The packages are not installed. Run `npm run setup`, then `npm run serve` again.\n',
  );
  rmSync(clone, { recursive: true });
});
