import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabases } from './databases.ts';
import { leaksIn, secretsIn } from './log-leaks.ts';
import { runCommand, until } from './server-process.ts';
import { aPostgresDatabase } from './postgres.ts';
import { PROJECT } from './project.ts';

const DATA_DIR = join(PROJECT, '.matinee', 'test', 'house');
/** Kept between runs, as tests/support/built-site.ts says; the two share it. */
const MEDIA_DIR = join(PROJECT, '.matinee', 'test', 'media');
/** Everything that the house wrote while the tests ran. */
const LOG_FILE = join(PROJECT, '.matinee', 'test', 'house.log');
const OPENS_WITHIN_MS = 6 * 60_000;

/** Before all end-to-end tests: the databases of the tests' own servers, and the server that most tests share. */
export default async function openAll() {
  const closeDatabases = await openDatabases();
  const closeHouse = await openHouse();
  return async () => {
    try {
      await closeHouse?.();
    } finally {
      await closeDatabases?.();
    }
  };
}

/** `npm start`'s own script opens a new house with the sample cinema; afterwards it closes, and its log is searched. */
async function openHouse() {
  const origin = process.env['E2E_ORIGIN']!;
  if (await isOpen(origin)) return undefined; // E2E_ORIGIN names a house that somebody opened
  rmSync(DATA_DIR, { recursive: true, force: true });
  rmSync(LOG_FILE, { force: true });
  mkdirSync(DATA_DIR, { recursive: true });
  console.log('Opening a house for the end-to-end tests …');
  const { port } = new URL(origin);
  const database = process.env['TEST_DATABASE_URL'] ? await aPostgresDatabase({ isEmpty: true }) : undefined;
  // Each test signs in from an address of its own, as its proxy would say: the limits per address stay as they are.
  const settings = {
    PORT: port,
    // Every test signs up somebody new: a cinema of this size would slow strangers down.
    OTP_DAILY_CAP: '100000',
    ORIGIN: origin,
    DATA_DIR,
    MEDIA_DIR,
    ...(database && { DATABASE_URL: database.url }),
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'debug',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const house = runCommand(['scripts/start.ts'], settings, { logFile: LOG_FILE });
  let told = '';
  await until(
    'the house is open',
    async () => {
      const line = house.output().trimEnd().split('\n').findLast(isForPeople) ?? '';
      if (line !== told) console.log(`  ${(told = line).trim()}`);
      if (house.isOver()) throw new Error(`The house did not open:\n${house.output()}`);
      return house.output().includes('The house is open');
    },
    OPENS_WITHIN_MS,
  );
  return async () => {
    if (house.isOver()) console.log(`The house closed before the tests were over: ${LOG_FILE}`);
    await house.stop();
    await database?.drop();
    const journalFile = join(DATA_DIR, 'sandbox.jsonl');
    const journal = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : '';
    rmSync(DATA_DIR, { recursive: true, force: true });
    refuseLeaks(readFileSync(LOG_FILE, 'utf8'), journal);
  };
}

const SHOWN = 20;

/** What a log may never hold (tests/support/log-leaks.ts) fails the run, as a test would. */
function refuseLeaks(log: string, journal: string) {
  if (!log.includes('"msg":"served"')) throw new Error(`The house logged no calls: ${LOG_FILE} shows nothing`);
  const secrets = secretsIn(journal);
  const leaks = leaksIn(log, secrets);
  if (leaks.length)
    throw new Error(`${LOG_FILE} holds what no log may hold (${leaks.length}):\n${leaks.slice(0, SHOWN).join('\n')}`);
  const lines = log.split('\n').length;
  console.log(
    `The house wrote ${lines} lines and none of the ${secrets.codes.length} codes it sent, no token, number or address.`,
  );
}

/** The rest is the log's. */
const isForPeople = (line: string) => !line.startsWith('{');

const isOpen = (origin: string) =>
  fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
