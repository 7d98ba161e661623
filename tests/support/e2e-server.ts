import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyCachedBundle } from './cached-bundle.ts';
import { setUpDatabase } from './database-setup.ts';
import { leaksIn, secretsIn } from './log-leaks.ts';
import { runCommand, waitUntil } from './server-process.ts';
import { aPostgresDatabase } from './postgres.ts';
import { PROJECT } from './project.ts';

const DATA_DIR = join(PROJECT, '.matinee', 'test', 'server');
/** Reused between runs, and shared with tests/support/built-site.ts. */
const MEDIA_DIR = join(PROJECT, '.matinee', 'test', 'media');
const LOG_FILE = join(PROJECT, '.matinee', 'test', 'server.log');
const OPENS_WITHIN_MS = 6 * 60_000;

export default async function openAll() {
  const closeDatabases = await setUpDatabase();
  const closeServer = await openServer();
  return async () => {
    try {
      await closeServer?.();
    } finally {
      await closeDatabases?.();
    }
  };
}

/**
 * Starts a new server with the sample cinema by the script of `npm start`. The returned function closes the server and checks its log for secrets.
 */
async function openServer() {
  const origin = process.env['E2E_ORIGIN']!;
  if (await isOpen(origin)) return undefined; // E2E_ORIGIN names an open server
  rmSync(DATA_DIR, { recursive: true, force: true });
  rmSync(LOG_FILE, { force: true });
  mkdirSync(DATA_DIR, { recursive: true });
  console.log('Opening a server for the end-to-end tests …');
  const { port } = new URL(origin);
  const database = process.env['TEST_DATABASE_URL']
    ? await aPostgresDatabase({ isEmpty: true })
    : undefined;
  // Each test signs in from its own address (X-Forwarded-For), so the limits per address stay in force.
  const settings = {
    PORT: port,
    // Every test signs up a new viewer, which would exceed the default daily cap.
    OTP_DAILY_CAP: '100000',
    ORIGIN: origin,
    DATA_DIR,
    MEDIA_DIR,
    ...(database && { DATABASE_URL: database.url }),
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'debug',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  await copyCachedBundle({ projectDir: PROJECT, origin, settings: process.env, dataDir: DATA_DIR });
  const server = runCommand(['scripts/start.ts'], settings, { logFile: LOG_FILE });
  let lastLine = '';
  await waitUntil(
    'the server is open',
    async () => {
      const line = server.output().trimEnd().split('\n').findLast(isPlainText) ?? '';
      if (line !== lastLine) console.log(`  ${(lastLine = line).trim()}`);
      if (server.hasExited()) throw new Error(`The server did not open:\n${server.output()}`);
      return server.output().includes('The server is running');
    },
    OPENS_WITHIN_MS,
  );
  return async () => {
    if (server.hasExited()) console.log(`The server exited before the tests ended: ${LOG_FILE}`);
    await server.stop();
    await database?.drop();
    const journalFile = join(DATA_DIR, 'sandbox.jsonl');
    const journal = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : '';
    rmSync(DATA_DIR, { recursive: true, force: true });
    throwIfLeaking(readFileSync(LOG_FILE, 'utf8'), journal);
  };
}

const MAX_SHOWN = 20;

function throwIfLeaking(log: string, journal: string) {
  if (!log.includes('"msg":"served"'))
    throw new Error(`The server logged no requests, so ${LOG_FILE} proves nothing`);
  const secrets = secretsIn(journal);
  const leaks = leaksIn(log, secrets);
  if (leaks.length)
    throw new Error(
      `${LOG_FILE} contains secrets (${leaks.length}):\n${leaks.slice(0, MAX_SHOWN).join('\n')}`,
    );
  const lines = log.split('\n').length;
  console.log(
    `The server wrote ${lines} lines and none of the ${secrets.codes.length} codes it sent, no token, number or address.`,
  );
}

const isPlainText = (line: string) => !line.startsWith('{');

const isOpen = (origin: string) =>
  fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
