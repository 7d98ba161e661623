/**
 * `npm test -- [unit|server|stores|rebuild|build|e2e|check,…] [filter]`. RING selects the tests
 * (docs/testing.md): `first` is the default; `deep` has rare, long and timed tests; `ci` is `first`
 * plus the deep tests that are fast and need no browser. Prints the slowest files, and ends with `N
 * passed, N failed`.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestChromium, requireChromium } from './chromium.ts';
import { isPostgresInstalled } from '../tests/support/stress/postgres-cluster.ts';
import { CommandError, exitWithError, expectedErrorMessage } from './command-error.ts';
import { dayVariables, sampleDays } from './test-days.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Node's compile cache; all test processes share it. */
const COMPILE_CACHE = join(PROJECT, 'node_modules', '.cache', 'matinee', 'compiled');
const VITEST_PARTS = ['unit', 'server', 'stores', 'rebuild', 'build'];
const PARTS = ['check', ...VITEST_PARTS, 'e2e'];

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}
const NO_TESTS: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };
const failedRun = (label: string): Count => ({
  ...NO_TESTS,
  failed: 1,
  failures: [`${label}: failed without a failed test; its errors are above`],
});

/** Whether tests/support/database-setup.ts chooses PostgreSQL. */
const usesPostgres = Boolean(process.env['TEST_DATABASE_URL'] ?? isPostgresInstalled);
/**
 * TMPDIR of all tests, deleted at the end. The mode lets PostgreSQL's own user reach a folder in
 * it.
 */
const temporaryFolder = mkdtempSync(join(tmpdir(), 'matinee-tests-'));
chmodSync(temporaryFolder, 0o711);
const ring = process.env['RING'] ?? 'first';
const isDeep = ring === 'deep';
/**
 * Tags for Vitest. `embedded`: tests that run on the embedded database too if the tests run on
 * PostgreSQL. `timed`: tests that run after the other ones, one file at a time, because a busy
 * processor would make them fail. `dates`: tests that also run on other days.
 */
const TAGS: Record<
  string,
  { usual: string[]; embedded?: string[]; timed?: string[]; dates?: string[] }
> = {
  first: { usual: ['!deep'] },
  deep: { usual: ['deep', '!timed'], embedded: ['databases'], timed: ['timed'] },
  ci: { usual: ['!release'], embedded: ['databases', '!deep'], dates: ['dates', '!deep'] },
};
const [partList, ...filters] = process.argv.slice(2);
const parts = partList?.split(',') ?? PARTS;
const fileSeconds = new Map<string, number>();

async function runParts(): Promise<Count> {
  const isSelected = (name: string) => parts.includes(name);
  const folders = VITEST_PARTS.filter(isSelected).map((name) => `tests/${name}/`);
  const tags = TAGS[ring];
  if (!tags) throw new Error(`RING=${ring}: choose ${Object.keys(TAGS).join(', ')}`);
  const { usual, embedded, timed, dates } = tags;
  // In parallel: the longest check uses only one core.
  const counts = await Promise.all([
    isSelected('check') && !isDeep ? runChecks() : NO_TESTS,
    folders.length ? runVitest({ label: 'Tests', folders, tags: usual }) : NO_TESTS,
  ]);
  if (folders.length && embedded && usesPostgres)
    counts.push(
      await runVitest({
        label: 'On the embedded database',
        folders,
        tags: embedded,
        env: { TEST_DATABASE_URL: '' },
      }),
    );
  if (folders.length && timed)
    counts.push(
      await runVitest({
        label: 'Timed',
        folders,
        tags: timed,
        env: {},
        options: ['--maxWorkers=1'],
      }),
    );
  if (folders.length && dates)
    for (const day of sampleDays(new Date()))
      counts.push(
        await runVitest({
          label: `On another day, ${day.name}`,
          folders,
          tags: dates,
          env: dayVariables(day),
        }),
      );
  if (isSelected('e2e')) counts.push(await runEndToEnd());
  return counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
      failures: [...sum.failures, ...each.failures],
    }),
    NO_TESTS,
  );
}

/** Runs the commands of `npm run check` in parallel. Each counts as one test. */
async function runChecks(): Promise<Count> {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: { check: string };
  };
  const commands = scripts.check.split('&&').map((each) => each.trim());
  const codes = await Promise.all(
    commands.map((each) =>
      run({
        label: `Check: ${each}`,
        command: '/bin/sh',
        args: ['-c', each],
        env: {},
        outputMode: 'buffered',
      }),
    ),
  );
  const failures = commands.filter((_, at) => codes[at] !== 0);
  return {
    ...NO_TESTS,
    passed: commands.length - failures.length,
    failed: failures.length,
    failures,
  };
}

/** Whether the file contains every tag that is not negated. */
function mentionsAll(path: string, tags: string[]): boolean {
  const text = readFileSync(join(PROJECT, path), 'utf8');
  return tags
    .filter((tag) => !tag.startsWith('!'))
    .every((tag) => new RegExp(`'${tag}'|@module-tag ${tag}`).test(text));
}

async function runVitest({
  label,
  folders,
  tags,
  env = {},
  options = [],
}: {
  label: string;
  folders: string[];
  tags: string[];
  env?: Environment;
  options?: string[];
}): Promise<Count> {
  const reportFile = join(temporaryFolder, `${label}.json`);
  const paths = (filters.length ? filters : ['']).flatMap((filter) =>
    folders.flatMap((folder) => globSync(`${folder}**/*${filter}*.test.ts`, { cwd: PROJECT })),
  );
  // Avoids that Vitest imports every file to read its tags.
  const tagged = paths.filter((path) => mentionsAll(path, tags));
  if (!tagged.length) return NO_TESTS;
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...tagged,
    tags.length ? `--tags-filter=${tags.join(' && ')}` : null,
    ...options,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ].filter((argument) => argument !== null);
  const exitCode = await run({ label, command: process.execPath, args, env });
  return countOf({ label, reportFile, code: exitCode, read: countVitest });
}

async function runEndToEnd(): Promise<Count> {
  const label = 'End to end, in Chromium';
  const reportFile = join(temporaryFolder, 'playwright.json');
  try {
    if (!findTestChromium()) requireChromium();
    const args = [
      join('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      ...filters,
      '--reporter=list,json',
    ];
    const exitCode = await run({
      label,
      command: process.execPath,
      args,
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      },
    });
    return countOf({ label, reportFile, code: exitCode, read: countPlaywright });
  } catch (error) {
    const message = expectedErrorMessage(error);
    if (!message) throw error;
    console.error(message);
    return failedRun(label);
  }
}

type Environment = Record<string, string | undefined>;

function run({
  label,
  command,
  args,
  env,
  outputMode = 'streamed',
}: {
  label: string;
  command: string;
  args: string[];
  env: Environment;
  outputMode?: 'streamed' | 'buffered';
}): Promise<number> {
  const started = performance.now();
  const stream = outputMode === 'streamed' ? 'inherit' : 'pipe';
  if (stream === 'inherit') console.log(`\n── ${label}`);
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      TMPDIR: temporaryFolder,
      ...env,
    },
    stdio: ['ignore', stream, stream],
  });
  let buffered = '';
  for (const each of [child.stdout, child.stderr])
    each?.setEncoding('utf8').on('data', (text) => (buffered += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (stream === 'pipe') process.stdout.write(`\n── ${label}\n${buffered}`);
      console.log(
        `── ${label}: ${code === 0 ? 'done' : 'failed'} in ${Math.round((performance.now() - started) / 1000)} s`,
      );
      resolve(code ?? 1);
    });
  });
}

/**
 * A failed process without a failed test (an unhandled rejection, for example) counts as one
 * failure.
 */
function countOf({
  label,
  reportFile,
  code,
  read,
}: {
  label: string;
  reportFile: string;
  code: number;
  read: (report: any) => Count;
}): Count {
  try {
    const count = read(JSON.parse(readFileSync(reportFile, 'utf8')));
    if (code !== 0 && count.failed === 0)
      return { ...failedRun(label), passed: count.passed, skipped: count.skipped };
    return { ...count, failures: count.failures.map((failure) => `${label}: ${failure}`) };
  } catch {
    return failedRun(label);
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    /** The error of a file that did not load. */
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function countVitest(report: VitestReport): Count {
  for (const { name, startTime, endTime } of report.testResults)
    addTime(inProject(name), endTime - startTime);
  // A file that does not load, or whose beforeAll or afterAll fails, has no failed test.
  const failedFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(({ status }) => status === 'failed'),
  );
  const failedTests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${inProject(name)} › ${fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...failedFiles.map(
        ({ name, message }) => `${inProject(name)}: ${message.split('\n')[0] || 'a hook failed'}`,
      ),
      ...failedTests,
    ],
  };
}

const addTime = (file: string, ms: number) =>
  fileSeconds.set(file, (fileSeconds.get(file) ?? 0) + ms / 1000);

const SLOWEST_SHOWN = 10;
/** Limit for files of the first ring, so that people run it often. */
const MAX_FILE_SECONDS = 20;

function printAndSaveTimes() {
  const sorted = [...fileSeconds].toSorted(([, one], [, other]) => other - one);
  const line = ([file, seconds]: [string, number]) =>
    `  ${seconds.toFixed(1).padStart(6)} s  ${file}`;
  if (sorted.length > 1)
    console.log(['\nThe slowest files:', ...sorted.slice(0, SLOWEST_SHOWN).map(line)].join('\n'));
  const slow = ring !== 'first' ? [] : sorted.filter(([, seconds]) => seconds > MAX_FILE_SECONDS);
  if (slow.length)
    console.log(
      [
        `\nFiles over ${MAX_FILE_SECONDS} s, too slow for the first ring (docs/testing.md):`,
        ...slow.map(line),
      ].join('\n'),
    );
  const folder = join(PROJECT, '.matinee', 'test');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'times.json'), JSON.stringify(Object.fromEntries(sorted), null, 2));
}

const inProject = (path: string) => relative(PROJECT, path);

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; projectName: string; results: { duration: number }[] }[];
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

function countPlaywright(report: PlaywrightReport): Count {
  const { stats, errors } = report;
  addPlaywrightTimes(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    skipped: stats.skipped,
    failures: [
      ...failuresIn(report),
      ...errors.map(({ message = '' }) => message.replace(/\n.*/s, '')),
    ],
  };
}

function addPlaywrightTimes({ suites = [], specs = [] }: PlaywrightSuite) {
  for (const { file, tests } of specs)
    for (const { results } of tests)
      for (const { duration } of results) addTime(posix.join('tests/e2e', file), duration);
  suites.forEach(addPlaywrightTimes);
}

const failuresIn = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `${file}:${line} › ${title} (${projectName})`),
  ),
  ...suites.flatMap(failuresIn),
];

try {
  if (!TAGS[ring])
    throw new CommandError(`There is no test ring "${ring}". RING is first, deep or ci.`);
  const unknown = parts.find((name) => !PARTS.includes(name));
  if (unknown !== undefined)
    throw new CommandError(
      `There is no test part "${unknown}". The parts are ${PARTS.join(', ')}.`,
    );
  const total = await runParts();
  printAndSaveTimes();
  if (total.failures.length)
    console.log(['', ...total.failures.map((failure) => `✗ ${failure}`)].join('\n'));
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
  );
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  exitWithError(error);
} finally {
  rmSync(temporaryFolder, { recursive: true, force: true });
}
