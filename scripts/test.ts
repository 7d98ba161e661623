/**
 * `npm test`: the first ring, everything that a change can break. `npm run test:deep` (RING=deep): what is rare, long or timed.
 * RING=ci: the first ring, and of the deep one what needs neither a browser nor minutes (tag `release`).
 * `npm test -- unit|server|stores|rebuild|build|e2e|check [filter]`: one part. docs/testing.md says what is in which ring. Says where
 * the time went, and ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findForTests, needChromium } from './chromium.ts';
import { hasCluster } from '../tests/support/siege/cluster.ts';
import { CommandError, fail, sentenceFor } from './failure.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Node's compile cache, which the processes of the tests share. */
const COMPILED = join(PROJECT, 'node_modules', '.cache', 'matinee', 'compiled');
const VITEST_PARTS = ['unit', 'server', 'stores', 'rebuild', 'build'];
const PARTS = ['check', ...VITEST_PARTS, 'e2e'];

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Told once more at the end, where nobody has to look for them. */
  failures: string[];
}
const NONE: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };
const broken = (label: string): Count => ({
  ...NONE,
  failed: 1,
  failures: [`${label}: ended without saying what failed`],
});

/** As tests/support/databases.ts chooses. */
const isOnPostgres = process.env['TEST_DATABASE_URL'] ?? hasCluster;
const reports = mkdtempSync(join(tmpdir(), 'matinee-reports-'));
const ring = process.env['RING'] ?? 'first';
const isDeep = ring === 'deep';
/** Tags of the tests that Vitest runs. `embedded`: those that also run on the embedded database when the tests run on PostgreSQL. */
const TAGS: Record<string, { usual: string[]; embedded?: string[] }> = {
  first: { usual: ['!deep'] },
  deep: { usual: ['deep'], embedded: ['databases'] },
  ci: { usual: ['!release'], embedded: ['databases', '!deep'] },
};
const [part, ...filters] = process.argv.slice(2);
/** Seconds of each file of tests, as it ran; files run beside each other. */
const times = new Map<string, number>();

async function runParts(): Promise<Count> {
  const isWanted = (name: string) => !part || part === name;
  const folders = VITEST_PARTS.filter(isWanted).map((name) => `tests/${name}/`);
  const { usual, embedded } = TAGS[ring]!;
  // At once: the longest check uses one core.
  const counts = await Promise.all([
    isWanted('check') && !isDeep ? check() : NONE,
    folders.length ? vitest('Tests', folders, usual) : NONE,
  ]);
  if (folders.length && embedded && isOnPostgres)
    counts.push(await vitest('On the embedded database', folders, embedded, { TEST_DATABASE_URL: '' }));
  if (isWanted('e2e')) counts.push(await endToEnd());
  return counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
      failures: [...sum.failures, ...each.failures],
    }),
    NONE,
  );
}

/** The commands of `npm run check`, all at once: each uses one core. Each counts as one. */
async function check(): Promise<Count> {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { check: string } };
  const commands = scripts.check.split('&&').map((each) => each.trim());
  const codes = await Promise.all(
    commands.map((each) => run(`Check: ${each}`, '/bin/sh', ['-c', each], {}, 'at its end')),
  );
  const failures = commands.filter((_, at) => codes[at] !== 0);
  return { ...NONE, passed: commands.length - failures.length, failed: failures.length, failures };
}

/** Whether a file's text has every tag that a filter asks for. */
function mentionsAll(path: string, tags: string[]): boolean {
  const text = readFileSync(join(PROJECT, path), 'utf8');
  return tags
    .filter((tag) => !tag.startsWith('!'))
    .every((tag) => new RegExp(`'${tag}'|@module-tag ${tag}`).test(text));
}

async function vitest(label: string, folders: string[], tags: string[], env: Environment = {}): Promise<Count> {
  const file = join(reports, `${label}.json`);
  const paths = (filters.length ? filters : ['']).flatMap((filter) =>
    folders.flatMap((folder) => globSync(`${folder}**/*${filter}*.test.ts`, { cwd: PROJECT })),
  );
  // Vitest would import every file to learn its tags.
  const tagged = paths.filter((path) => mentionsAll(path, tags));
  if (!tagged.length) return NONE;
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...tagged,
    ...(tags.length ? [`--tags-filter=${tags.join(' && ')}`] : []),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const code = await run(label, process.execPath, args, env);
  return countOf(label, file, code, readVitest);
}

async function endToEnd(): Promise<Count> {
  const label = 'End to end, in Chromium';
  const file = join(reports, 'playwright.json');
  try {
    if (!findForTests()) needChromium();
    const args = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...filters, '--reporter=list,json'];
    const code = await run(label, process.execPath, args, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    return countOf(label, file, code, readPlaywright);
  } catch (error) {
    const sentence = sentenceFor(error);
    if (!sentence) throw error;
    console.error(sentence);
    return broken(label);
  }
}

type Environment = Record<string, string | undefined>;

function run(
  label: string,
  command: string,
  args: string[],
  env: Environment,
  tells: 'at once' | 'at its end' = 'at once',
): Promise<number> {
  const started = performance.now();
  const stream = tells === 'at once' ? 'inherit' : 'pipe';
  if (stream === 'inherit') console.log(`\n── ${label}`);
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', stream, stream],
  });
  let told = '';
  for (const each of [child.stdout, child.stderr]) each?.setEncoding('utf8').on('data', (text) => (told += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (stream === 'pipe') process.stdout.write(`\n── ${label}\n${told}`);
      console.log(
        `── ${label}: ${code === 0 ? 'done' : 'failed'} in ${Math.round((performance.now() - started) / 1000)} s`,
      );
      resolve(code ?? 1);
    });
  });
}

/** A run that ended badly without a failed test (a file that does not load, an unhandled rejection) counts as one failure. */
function countOf(label: string, file: string, code: number, read: (report: any) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')));
    if (code !== 0 && count.failed === 0) return { ...broken(label), passed: count.passed, skipped: count.skipped };
    return { ...count, failures: count.failures.map((failure) => `${label}: ${failure}`) };
  } catch {
    return broken(label);
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
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function readVitest(report: VitestReport): Count {
  for (const { name, startTime, endTime } of report.testResults) addTime(inProject(name), endTime - startTime);
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${inProject(name)} › ${fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...unloaded.map(({ name }) => inProject(name)), ...failed],
  };
}

const addTime = (file: string, ms: number) => times.set(file, (times.get(file) ?? 0) + ms / 1000);

const SHOWN = 10;
/** Of the first ring: what takes longer keeps people from running it. */
const MOST_SECONDS = 20;

function tellTimes() {
  const sorted = [...times].toSorted(([, one], [, other]) => other - one);
  const line = ([file, seconds]: [string, number]) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`;
  if (sorted.length > 1) console.log(['\nThe slowest files:', ...sorted.slice(0, SHOWN).map(line)].join('\n'));
  const slow = ring !== 'first' ? [] : sorted.filter(([, seconds]) => seconds > MOST_SECONDS);
  if (slow.length)
    console.log(
      [`\nLonger than ${MOST_SECONDS} s, too long for the first ring (docs/testing.md):`, ...slow.map(line)].join('\n'),
    );
  const all = join(PROJECT, '.matinee', 'test');
  mkdirSync(all, { recursive: true });
  writeFileSync(join(all, 'times.json'), JSON.stringify(Object.fromEntries(sorted), null, 2));
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

function readPlaywright(report: PlaywrightReport): Count {
  const { stats, errors } = report;
  readTimes(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    skipped: stats.skipped,
    failures: [...unexpectedIn(report), ...errors.map(({ message = '' }) => message.split('\n')[0]!)],
  };
}

function readTimes({ suites = [], specs = [] }: PlaywrightSuite) {
  for (const { file, tests } of specs)
    for (const { results } of tests)
      for (const { duration } of results) addTime(posix.join('tests/e2e', file), duration);
  suites.forEach(readTimes);
}

const unexpectedIn = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `${file}:${line} › ${title} (${projectName})`),
  ),
  ...suites.flatMap(unexpectedIn),
];

try {
  if (!TAGS[ring]) throw new CommandError(`There is no ring "${ring}" of the tests; there are first, deep and ci.`);
  if (part && !PARTS.includes(part))
    throw new CommandError(`There is no part "${part}" of the tests; there are ${PARTS.join(', ')}.`);
  const total = await runParts();
  tellTimes();
  if (total.failures.length) console.log(['', ...total.failures.map((failure) => `✗ ${failure}`)].join('\n'));
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  fail(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
