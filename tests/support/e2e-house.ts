import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, until } from './server-process.ts';
import { PROJECT } from './source.ts';

const DATA_DIR = join(PROJECT, '.matinee', 'test', 'house');
/** Kept between runs, as tests/support/built-site.ts says; the two share it. */
const MEDIA_DIR = join(PROJECT, '.matinee', 'test', 'media');
const OPENS_WITHIN_MS = 6 * 60_000;

/** Before all end-to-end tests: `npm start`'s own script opens a new house with the sample cinema; afterwards it closes. */
export default async function openHouse() {
  const origin = process.env['E2E_ORIGIN']!;
  if (await isOpen(origin)) return undefined; // E2E_ORIGIN names a house that somebody opened
  rmSync(DATA_DIR, { recursive: true, force: true });
  mkdirSync(DATA_DIR, { recursive: true });
  console.log('Opening a house for the end-to-end tests …');
  const { port } = new URL(origin);
  // Each test signs in from an address of its own, as its proxy would say: the limits per address stay as they are.
  const house = runCommand(['scripts/start.ts'], {
    PORT: port,
    ORIGIN: origin,
    DATA_DIR,
    MEDIA_DIR,
    TRUST_PROXY: 'true',
    ASTRO_TELEMETRY_DISABLED: '1',
  });
  let told = '';
  await until(
    'the house is open',
    async () => {
      const line = house.output().trimEnd().split('\n').at(-1) ?? '';
      if (line !== told) console.log(`  ${(told = line).trim()}`);
      if (house.isOver()) throw new Error(`The house did not open:\n${house.output()}`);
      return house.output().includes('The house is open');
    },
    OPENS_WITHIN_MS,
  );
  return async () => {
    if (house.isOver()) console.log(`The house closed before the tests were over:\n${house.output()}`);
    await house.stop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  };
}

const isOpen = (origin: string) =>
  fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
