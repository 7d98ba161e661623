/**
 * `npm run shots -- <folder> [--only <words>] [--widths 390,1440]` takes a screenshot of every
 * screen of the sample cinema at 320, 390, 768, 1024 and 1440 px. `npm run shots -- --compare
 * <before> <after> [--out <folder>]` compares the screenshots of two folders. Exit code 1: some
 * differ.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findTestChromium, requireChromium } from './chromium.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { portTakenMessage } from './port.ts';
import {
  compareScreenshots,
  type ScreenshotDifference,
  removeScreenshots,
} from './shots/compare-screenshots.ts';
import { probeSitePort, SITE_ORIGIN, SITE_PORT } from './shots/site-origin.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const USAGE =
  'Give one folder for new screenshots, or two folders with --compare: npm run shots -- --compare before after';

/**
 * The same time, origin and database in each run: a ticket shows its time, and its QR code contains
 * the origin.
 */
const FIXED_ENVIRONMENT = {
  FIXED_NOW: '2026-11-21T06:30:00Z',
  E2E_ORIGIN: SITE_ORIGIN,
  TEST_DATABASE_URL: '',
};

async function takeScreenshots(folder: string, only: string, widths: string): Promise<number> {
  if (!findTestChromium()) requireChromium();
  // The end-to-end tests would use a server that already runs at this origin, perhaps with other
  // code.
  await probeSitePort().catch(() => {
    throw new CommandError(portTakenMessage(SITE_PORT));
  });
  if (!only) removeScreenshots(folder);
  const args = ['test', '--config', 'tests/support/shots/playwright.config.ts', '--grep', only];
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', '@playwright', 'test', 'cli.js'), ...args],
    {
      cwd: PROJECT,
      env: {
        ...process.env,
        ...FIXED_ENVIRONMENT,
        SHOTS_DIR: resolve(folder),
        SHOTS_WIDTHS: widths,
      },
      stdio: 'inherit',
    },
  );
  return status ?? 1;
}

async function compare(before: string, after: string, outDir: string): Promise<number> {
  const differences = await compareScreenshots(before, after, outDir);
  for (const difference of differences) console.log(describe(difference, outDir));
  console.log(
    differences.length ? `${differences.length} screenshots differ.` : 'All screenshots are equal.',
  );
  return differences.length ? 1 : 0;
}

function describe(difference: ScreenshotDifference, outDir: string): string {
  const { name } = difference;
  if ('onlyIn' in difference) return `${name}: only in ${difference.onlyIn}`;
  const { share, box } = difference;
  const { left, top, width, height } = box;
  return `${name}: ${(100 * share).toFixed(4)} % of the pixels differ, in ${width} × ${height} px at ${left}, ${top}: ${join(outDir, name)}`;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      compare: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: '320,390,768,1024,1440' },
      out: { type: 'string' },
    },
  });
  const [first, second] = positionals;
  if (!/^\d{3,4}(,\d{3,4})*$/.test(values.widths))
    throw new CommandError('Give widths in pixels: --widths 390,1440');
  if (!first || positionals.length !== (values.compare ? 2 : 1)) throw new CommandError(USAGE);
  if (!second) return takeScreenshots(first, values.only, values.widths);
  return compare(first, second, values.out ?? join(second, 'differences'));
}

process.exitCode = await run().catch(exitWithError);
