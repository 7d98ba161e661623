/**
 * `npm test`: everything. `npm test -- unit|server|stores|rebuild|build|e2e|check [filter]`: one part.
 * With TEST_DATABASE_URL the server's tests run a second time, on that PostgreSQL. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needChromium } from './chromium.ts';
import { CommandError, fail, sentenceFor } from './failure.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const VITEST_PARTS = ['unit', 'server', 'stores', 'rebuild', 'build'];
const PARTS = ['check', ...VITEST_PARTS, 'e2e'];

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}
const NONE: Count = { passed: 0, failed: 0, skipped: 0 };
const BROKEN: Count = { ...NONE, failed: 1 };

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
    }),
    NONE,
  );
}

/** The commands of `npm run check`, one after another; each counts as one. */
async function check(): Promise<Count> {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { check: string } };
  let count = NONE;
  for (const command of scripts.check.split('&&').map((each) => each.trim())) {
    const isClean = (await run(`Check: ${command}`, '/bin/sh', ['-c', command], {})) === 0;
    count = isClean ? { ...count, passed: count.passed + 1 } : { ...count, failed: count.failed + 1 };
  }
  return count;
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
  return countOf(file, code, readVitest);
}

async function endToEnd(): Promise<Count> {
  const file = join(reports, 'playwright.json');
  try {
    const CHROMIUM = needChromium();
    const args = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...filters, '--reporter=list,json'];
    const code = await run('End to end, in Chromium', process.execPath, args, {
      CHROMIUM,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      TEST_DATABASE_URL: undefined,
    });
    return countOf(file, code, readPlaywright);
  } catch (error) {
    const sentence = sentenceFor(error);
    if (!sentence) throw error;
    console.error(sentence);
    return BROKEN;
  }
}

type Environment = Record<string, string | undefined>;

function run(label: string, command: string, args: string[], env: Environment): Promise<number> {
  const started = performance.now();
  console.log(`\n── ${label}`);
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      console.log(
        `── ${label}: ${code === 0 ? 'done' : 'failed'} in ${Math.round((performance.now() - started) / 1000)} s`,
      );
      resolve(code ?? 1);
    });
  });
}

/** A run that ended badly without a failed test (a file that does not load, an unhandled rejection) counts as one failure. */
function countOf(file: string, code: number, read: (report: any) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')));
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } catch {
    return BROKEN;
  }
}

function readVitest(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}): Count {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const readPlaywright = ({
  stats,
  errors,
}: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}): Count => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
  skipped: stats.skipped,
});

try {
  if (part && !PARTS.includes(part))
    throw new CommandError(`There is no part "${part}" of the tests; there are ${PARTS.join(', ')}.`);
  const total = await runParts();
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  fail(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
