import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { CommandError } from './command-error.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Prefers the file that CHROMIUM names, then the system's Chromium, then Playwright's. */
const findChromium = (): string | null =>
  chromiumFromEnvironment() ?? findOnSystem(NAMES) ?? firstExisting([chromium.executablePath()]);

/** Finds a Chromium for the end-to-end tests; undefined if Playwright should use its own. */
export const findTestChromium = (): string | undefined =>
  chromiumFromEnvironment() ?? findOnSystem([HEADLESS_SHELL, ...NAMES]) ?? undefined;

/** Finds a Chromium or installs one: Playwright's, else Debian's. Throws CommandError. */
export function requireChromium(): string {
  return (
    findChromium() ?? installPlaywrightChromium() ?? installDebianChromium() ?? throwNotFound()
  );
}

const firstExisting = (paths: string[]) => paths.find((path) => existsSync(path)) ?? null;

const findOnSystem = (names: string[]) => {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return firstExisting(names.flatMap((name) => folders.map((folder) => join(folder, name))));
};

function chromiumFromEnvironment(): string | null {
  const path = process.env['CHROMIUM'];
  if (path && !existsSync(path))
    throw new CommandError(
      `CHROMIUM is ${path}, but this file does not exist. Correct or remove it.`,
    );
  return path || null;
}

function installPlaywrightChromium(): string | null {
  console.log('No Chromium found; installing the one of Playwright …');
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  runCommand(process.execPath, [cli, 'install', 'chromium']);
  return findChromium();
}

function installDebianChromium(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing the Chromium of Debian …');
  if (runCommand('apt-get', ['update', '-q']))
    runCommand('apt-get', ['install', '-y', '-q', 'chromium', 'fonts-noto-core']);
  return findChromium();
}

const runCommand = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: 'inherit',
    timeout: 5 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

function throwNotFound(): never {
  throw new CommandError(
    'Chromium is needed, and none could be found or installed. Install one (Debian: apt-get install chromium), or set its path: CHROMIUM=/path/to/chromium',
  );
}
