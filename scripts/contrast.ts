/**
 * `npm run contrast -- [--widths 390,1440] [--only "rain"]` lays the text of the home banner and of
 * the film page over each banner of the sample cinema and reads the pixels under and around the
 * letters. It prints the lowest contrast of each banner at each width, of text and of icons. Exit
 * code 1: text below 4.5 or an icon below 3 (WCAG 2.2).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findTestChromium, requireChromium } from './chromium.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { type BannerContrast, REQUIRED_CONTRAST } from './contrast/lowest-contrast.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

function measure(widths: string, only: string): BannerContrast[] {
  if (!findTestChromium()) requireChromium();
  const folder = mkdtempSync(join(tmpdir(), 'matinee-contrast-'));
  try {
    const args = ['test', '--config', 'tests/support/contrast/playwright.config.ts'];
    const { status } = spawnSync(
      process.execPath,
      [join('node_modules', '@playwright', 'test', 'cli.js'), ...args],
      {
        cwd: PROJECT,
        env: { ...process.env, CONTRAST_DIR: folder, CONTRAST_WIDTHS: widths, CONTRAST_ONLY: only },
        stdio: 'inherit',
      },
    );
    if (status !== 0)
      throw new CommandError('The contrast could not be measured: see the lines above.');
    return readdirSync(folder).flatMap((name) =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const formatContrast = (contrast: number) => contrast.toFixed(2).padStart(6);

function print(measured: BannerContrast[], widths: string[]) {
  const banners = [...new Set(measured.map(({ banner }) => banner))].toSorted();
  console.log(
    `\n${'lowest contrast: text, icon'.padEnd(32)}${widths.map((width) => `${width} px`.padStart(16)).join('')}`,
  );
  for (const banner of banners) {
    const cells = widths.map((width) => {
      const found = measured.filter(
        (each) => each.banner === banner && each.width === Number(width),
      );
      const least = (kind: 'text' | 'icon') =>
        Math.min(...found.map((each) => each[kind].contrast));
      return `  ${formatContrast(least('text'))}, ${formatContrast(least('icon'))}`;
    });
    console.log(`${banner.slice(0, 31).padEnd(32)}${cells.join('')}`);
  }
}

/** Prints the five lowest figures of a kind, and returns whether all are high enough. */
function printLowest(measured: BannerContrast[], kind: 'text' | 'icon'): boolean {
  const sorted = measured.toSorted((a, b) => a[kind].contrast - b[kind].contrast);
  console.log(`\nLowest contrast of ${kind} (at least ${REQUIRED_CONTRAST[kind]}):`);
  for (const each of sorted.slice(0, 5))
    console.log(
      `${formatContrast(each[kind].contrast)}  ${each.banner}, ${each.page}, ${each.width} px: ${each[kind].what}`,
    );
  return (sorted[0]?.[kind].contrast ?? 0) >= REQUIRED_CONTRAST[kind];
}

function run(): number {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: '390,768,1024,1440' },
    },
  });
  if (!/^\d{3,4}(,\d{3,4})*$/.test(values.widths))
    throw new CommandError('Give widths in pixels: --widths 390,1440');
  const measured = measure(values.widths, values.only);
  print(measured, values.widths.split(','));
  const verdicts = [printLowest(measured, 'text'), printLowest(measured, 'icon')];
  return verdicts.every(Boolean) ? 0 : 1;
}

try {
  process.exitCode = run();
} catch (error) {
  exitWithError(error);
}
