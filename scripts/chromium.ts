import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { CommandError } from './failure.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium on this machine: the one that CHROMIUM names, the system's, or Playwright's own. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const places = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), chromium.executablePath()];
  return places.find((place) => existsSync(place)) ?? null;
}

/** Finds a Chromium, or brings one: Playwright's own, else Debian's. Throws CommandError with what a person can do. */
export function needChromium(): string {
  return findChromium() ?? ownChromium() ?? debianChromium() ?? raise();
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
