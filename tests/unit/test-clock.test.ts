import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { DAY } from '#domain/limits/durations.ts';
import { runCommand } from '../support/server-process.ts';
import {
  locationOf,
  parseSource,
  type SourceFile,
  sourceFiles,
  visitNodes,
} from '../support/source.ts';
import { clockAheadMs, PRELOAD, testNow } from '../support/test-now.ts';
import { testDays } from '../../scripts/test-days.ts';

/** They make the clock. */
const CLOCK_FILES = ['tests/support/test-now.ts', 'tests/support/preload-clock.ts'];

const MAY_READ_THE_CLOCK = /\bDate\s*(\.\s*now|\(\s*\)|[^\s(.])/;

/** Whether the node reads the machine's clock: `new Date()`, `Date()`, `Date.now`. */
function readsMachineClock(node: ts.Node): boolean {
  const isDate = (each: ts.Node) => ts.isIdentifier(each) && each.text === 'Date';
  if (ts.isNewExpression(node)) return isDate(node.expression) && !node.arguments?.length;
  if (ts.isCallExpression(node)) return isDate(node.expression);
  return ts.isPropertyAccessExpression(node) && isDate(node.expression) && node.name.text === 'now';
}

function machineClockReads(files: SourceFile[]): string[] {
  const found: string[] = [];
  for (const file of files)
    for (const script of file.scripts)
      visitNodes(script, (node) => readsMachineClock(node) && found.push(locationOf(file, node)));
  return found;
}

describe('the clock of the tests', () => {
  test('is the only one: a test takes the time from testNow(), from its server’s clock or from performance.now()', () => {
    // Parsing every file would take ten seconds.
    const files = sourceFiles('tests/**/*.{ts,tsx}').filter(
      ({ path, text }) => !CLOCK_FILES.includes(path) && MAY_READ_THE_CLOCK.test(text),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(machineClockReads(files)).toEqual([]);
  });

  test.each(['new Date()', 'new Date', 'Date()', 'Date.now()', '[1].map(Date.now)'])(
    '`%s` is found',
    (code) => {
      expect(machineClockReads([parseSource('tests/a.test.ts', `const value = ${code};`)])).toEqual(
        ['tests/a.test.ts:1'],
      );
    },
  );

  test('may parse a date, and measure durations', () => {
    const code =
      'new Date(0); Date.parse(text); Date.UTC(2026, 0); performance.now(); clock.now();';
    expect(machineClockReads([parseSource('tests/a.test.ts', code)])).toEqual([]);
  });

  test('is ahead in a child process and in its child processes, and passes there', async () => {
    const print = 'console.log(Date.now(), new Date().getTime(), Date.parse(Date()))';
    const code = `${print}; require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(print)}], { stdio: 'inherit' })`;
    const machineNow = () => testNow().getTime() - clockAheadMs();
    const began = machineNow();
    const command = runCommand(['-e', code], {
      CLOCK_AHEAD_MS: String(400 * DAY),
      NODE_OPTIONS: `--import=${PRELOAD}`,
    });
    await command.exited;
    const aheadMs = command
      .output()
      .trim()
      .split(/\s+/)
      .map((text) => Number(text) - 400 * DAY);
    expect(aheadMs).toHaveLength(6);
    for (const instant of aheadMs) {
      expect(instant).toBeGreaterThanOrEqual(began - 1000);
      expect(instant).toBeLessThanOrEqual(machineNow());
    }
  });
});

describe('the days of `npm run test:dates`', () => {
  test.each([
    '2026-11-28T12:00:00Z',
    '2027-12-31T23:59:00Z',
    '2028-02-29T18:00:00Z',
    '2099-10-31T12:00:00Z',
  ])('are in the future on %s, and special', (text) => {
    const today = new Date(text);
    const days = testDays(today);
    for (const { startsAt } of days) expect(startsAt.getTime()).toBeGreaterThan(today.getTime());
    const instants = Object.fromEntries(
      days.map(({ name, startsAt }) => [name, startsAt.toISOString().slice(5)]),
    );
    expect(instants).toMatchObject({
      'year-end': '12-31T23:50:00.000Z',
      'leap-day': '02-29T12:00:00.000Z',
      'fiscal-year-end': '03-31T17:45:00.000Z',
      'fiscal-year-start': '03-31T18:30:00.000Z',
    });
    const { startsAt, zone } = days.find(({ name }) => name === 'clock-change')!;
    const hourIn = (ms: number) =>
      new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(
        startsAt.getTime() + ms,
      );
    expect(hourIn(0)).toContain('GMT+02:00');
    expect(hourIn(DAY / 24)).toContain('GMT+01:00');
  });
});
