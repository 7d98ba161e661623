import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { CommandError } from './failure.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without the parts that draw its window: the same engine in two thirds of the time. */
const SHELL = 'chromium-headless-shell';

/** A Chromium on this machine: the one that CHROMIUM names, the system's, or Playwright's own. */
export const findChromium = (): string | null =>
  named() ?? onThisSystem(NAMES) ?? existing([chromium.executablePath()]);

/** What the end-to-end tests drive; undefined where that is Playwright's own, which it finds itself, its shell too. */
export const findForTests = (): string | undefined => named() ?? onThisSystem([SHELL, ...NAMES]) ?? undefined;

/** Finds a Chromium, or brings one: Playwright's own, else Debian's. Throws CommandError with what a person can do. */
export function needChromium(): string {
  return findChromium() ?? ownChromium() ?? debianChromium() ?? raise();
}

const existing = (places: string[]) => places.find((place) => existsSync(place)) ?? null;

const onThisSystem = (names: string[]) => {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return existing(names.flatMap((name) => folders.map((folder) => join(folder, name))));
};

function named(): string | null {
  const place = process.env['CHROMIUM'];
  if (place && !existsSync(place)) throw new CommandError(`CHROMIUM names ${place}, where nothing is.`);
  return place || null;
}

function ownChromium(): string | null {
  console.log('No Chromium here; asking Playwright for its own …');
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  run(process.execPath, [cli, 'install', 'chromium']);
  return findChromium();
}

function debianChromium(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Debian’s Chromium …');
  if (run('apt-get', ['update', '-q'])) run('apt-get', ['install', '-y', '-q', 'chromium', 'fonts-noto-core']);
  return findChromium();
}

const run = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: 'inherit',
    timeout: 5 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

function raise(): never {
  throw new CommandError(
    'The end-to-end tests need Chromium, and none could be found or installed. Install it (Debian: apt-get install chromium), or name one: CHROMIUM=/path/to/chromium npm test',
  );
}
