/**
 * `npm test`: everything. `npm test -- unit|server|stores|rebuild|build|e2e|check [filter]`: one part.
 * With TEST_DATABASE_URL the server's tests run a second time, on that PostgreSQL. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findForTests, needChromium } from './chromium.ts';
import { CommandError, fail, sentenceFor } from './failure.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
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

const reports = mkdtempSync(join(tmpdir(), 'matinee-reports-'));
const [part, ...filters] = process.argv.slice(2);

async function runParts(): Promise<Count> {
  const isWanted = (name: string) => !part || part === name;
  const folders = VITEST_PARTS.filter(isWanted).map((name) => `tests/${name}/`);
  const postgres = process.env['TEST_DATABASE_URL'];
  const counts: Count[] = [];
  if (isWanted('check')) counts.push(await check());
  if (folders.length) counts.push(await vitest('Tests', folders, {}));
  if (postgres && isWanted('server'))
    counts.push(
      await vitest('Server tests on PostgreSQL', ['tests/server/'], { TEST_DATABASE_URL: postgres }, WITHOUT_DATABASE),
    );
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

/** Packaging films and speaking to providers would be the same a second time. */
const WITHOUT_DATABASE = ['tests/server/ingest/**', 'tests/server/ports/**'];

async function vitest(label: string, folders: string[], env: Environment, left: string[] = []): Promise<Count> {
  const file = join(reports, `${label}.json`);
  const paths = filters.length
    ? folders.flatMap((folder) =>
        filters.flatMap((filter) => globSync(`${folder}**/*${filter}*.test.ts`, { cwd: PROJECT })),
      )
    : folders;
  if (!paths.length) return NONE;
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...paths,
    ...left.map((each) => `--exclude=${each}`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const code = await run(label, process.execPath, args, { TEST_DATABASE_URL: undefined, ...env });
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
      TEST_DATABASE_URL: undefined,
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
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
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
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

function readVitest(report: VitestReport): Count {
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

const inProject = (path: string) => relative(PROJECT, path);

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { file: string; line: number; title: string; tests: { status: string; projectName: string }[] }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

function readPlaywright(report: PlaywrightReport): Count {
  const { stats, errors } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    skipped: stats.skipped,
    failures: [...unexpectedIn(report), ...errors.map(({ message = '' }) => message.split('\n')[0]!)],
  };
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
  if (part && !PARTS.includes(part))
    throw new CommandError(`There is no part "${part}" of the tests; there are ${PARTS.join(', ')}.`);
  const total = await runParts();
  if (total.failures.length) console.log(['', ...total.failures.map((failure) => `✗ ${failure}`)].join('\n'));
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  fail(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
