/**
 * `npm run test:mutations`: applies one mutation at a time to a copy of the project, and prints
 * which test catches it. The deep ring runs only for mutations that the first ring missed. Exit
 * code 1: the first ring missed more than two mutations, or both rings missed one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommandError, exitWithError } from './command-error.ts';
import { type Mutation, MUTATIONS } from './mutations.ts';

const HELP = `npm run test:mutations -- [options]

  --only <id,…>              these mutations (default: all)
  --ring first|deep|both|all the test rings (default: both, one after the other); all: both at once
  --quick                    only the test files of each mutation
  --list                     only list the mutations
With TEST_DATABASE_URL the server tests run on that PostgreSQL: faster, and needed to catch missing locks.`;

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Tests do not read these folders. node_modules is linked. */
const NOT_COPIED = new Set(['node_modules', '.git', 'dist', 'test-results', 'playwright-report']);
/** Catches mutations that loop forever. */
const RUN_TIMEOUT_MS = 20 * 60_000;
const MAX_MISSED = 2;

const FILTERS = { first: ['--tags-filter=!deep'], deep: ['--tags-filter=deep'], all: [] };
type Ring = keyof typeof FILTERS;
const RINGS: Ring[] = ['first', 'deep', 'all'];

interface MutationResult {
  mutation: Mutation;
  ring: Ring;
  /** The failed test, or another failure of the run such as a timeout; null if all tests passed. */
  caughtBy: string | null;
  seconds: number;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      ring: { type: 'string', default: 'both' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, ring } = values;
  const rings = ring === 'both' ? RINGS.slice(0, 2) : RINGS.filter((each) => each === ring);
  const [firstRing] = rings;
  if (!firstRing) throw new CommandError(`There is no ring "${ring}".\n\n${HELP}`);
  const selected = only?.split(',');
  const unknown = selected?.find((id) => !MUTATIONS.some((each) => each.id === id));
  if (unknown) throw new CommandError(`There is no mutation "${unknown}". List them with --list.`);
  return {
    ...values,
    rings,
    firstRing,
    mutations: MUTATIONS.filter(({ id }) => !selected || selected.includes(id)),
  };
}

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'matinee-mutations-'));
  const filter = (path: string) => !NOT_COPIED.has(relative(PROJECT, path));
  cpSync(PROJECT, copy, { recursive: true, verbatimSymlinks: true, filter });
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Returns a function that undoes the mutation. */
function applyMutation(copy: string, { id, file, original, replacement }: Mutation): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(original).length !== 2)
    throw new CommandError(`${id}: its text does not occur exactly once in ${file}`);
  writeFileSync(path, text.split(original).join(replacement));
  return () => writeFileSync(path, text);
}

/** A test that fails without a mutation would seem to catch every mutation. */
async function assertTestsPass(copy: string, mutations: Mutation[], ring: Ring): Promise<void> {
  const files = new Set(
    mutations.flatMap(({ testFiles }) => testFiles.map((file) => `tests/${file}`)),
  );
  const failure = await findFailure(copy, ['run', ...files], ring);
  if (failure) throw new CommandError(`A test fails without any mutation: ${failure}`);
}

/**
 * Runs the named test files one after another; if all pass, every test that imports the changed
 * file.
 */
async function testMutation({
  copy,
  mutation,
  ring,
  isQuick,
}: {
  copy: string;
  mutation: Mutation;
  ring: Ring;
  isQuick: boolean;
}): Promise<MutationResult> {
  const startedAt = performance.now();
  const restore = applyMutation(copy, mutation);
  const runs = [
    ...mutation.testFiles.map((file) => ['run', `tests/${file}`]),
    isQuick ? null : ['related', mutation.file, '--run'],
  ].filter((run) => run !== null);
  let caughtBy: string | null = null;
  try {
    for (const args of runs) caughtBy ??= await findFailure(copy, args, ring);
    return {
      mutation,
      ring,
      caughtBy,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    };
  } finally {
    restore();
  }
}

interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

async function findFailure(copy: string, args: string[], ring: Ring): Promise<string | null> {
  const file = join(copy, 'mutation-report.json');
  rmSync(file, { force: true });
  const options = ['--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${file}`];
  const code = await runVitest(copy, [...args, ...FILTERS[ring], ...options]);
  if (code === 0) return null;
  if (code === null) return `timeout after ${RUN_TIMEOUT_MS / 60_000} minutes`;
  if (!existsSync(file)) return 'the tests did not start';
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed');
    if (failed) return `${relative(copy, name)} › ${failed.fullName}`;
    if (status === 'failed' && !assertionResults.length)
      return `${relative(copy, name)} does not load`;
  }
  return 'an error outside the tests';
}

let vitestProcess: ChildProcess | null = null;
const killVitest = () => vitestProcess?.pid && process.kill(-vitestProcess.pid, 'SIGKILL');

function runVitest(copy: string, args: string[]): Promise<number | null> {
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  // `detached` creates a process group, so that killVitest also kills the child processes.
  const child = spawn(process.execPath, [program, ...args], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  vitestProcess = child;
  const timer = setTimeout(killVitest, RUN_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      vitestProcess = null;
      clearTimeout(timer);
      resolve(code);
    });
  });
}

const printResult = ({ mutation, ring, caughtBy, seconds }: MutationResult) =>
  console.log(
    `${mutation.id} (${ring}, ${seconds} s): ${caughtBy ? `caught by ${caughtBy}` : 'MISSED'}`,
  );

function printTable(mutations: Mutation[], results: MutationResult[], rings: Ring[]): void {
  const outcomeOf = (id: string, ring: Ring) => {
    const result = results.find((each) => each.mutation.id === id && each.ring === ring);
    return result ? (result.caughtBy ? 'caught' : 'missed') : '-';
  };
  console.log(
    `\n| part | mutation | ${rings.join(' | ')} | caught by |\n|---|---|${rings.map(() => '---|').join('')}---|`,
  );
  for (const { id, part } of mutations) {
    const by =
      results.findLast(({ mutation, caughtBy }) => mutation.id === id && caughtBy)?.caughtBy ?? '';
    console.log(
      `| ${part} | ${id} | ${rings.map((ring) => outcomeOf(id, ring)).join(' | ')} | ${by} |`,
    );
  }
}

async function main(): Promise<void> {
  const { help, list, quick, rings, firstRing, mutations } = readOptions();
  if (help) return console.log(HELP);
  if (list)
    return mutations.forEach(({ id, part, file, effect }) =>
      console.log(`${part}: ${id} (${file})\n  ${effect}`),
    );
  const copy = copyProject();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      killVitest();
      rmSync(copy, { recursive: true, force: true });
      process.exit(130);
    });
  const results: MutationResult[] = [];
  const isCaught = ({ id }: Mutation) =>
    results.some((each) => each.mutation.id === id && each.caughtBy);
  try {
    await assertTestsPass(copy, mutations, firstRing);
    for (const ring of rings)
      for (const mutation of mutations.filter((each) => !isCaught(each))) {
        const result = await testMutation({ copy, mutation, ring, isQuick: quick });
        results.push(result);
        printResult(result);
      }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  printTable(mutations, results, rings);
  const missedFirst = results.filter(({ ring, caughtBy }) => ring === 'first' && !caughtBy).length;
  const missed = mutations.filter((each) => !isCaught(each)).length;
  console.log(
    `\n${mutations.length} mutations, ${missedFirst} missed by the first ring, ${missed} missed by all rings that ran`,
  );
  const hasUncaughtMutation = missed > 0 && !(rings.length === 1 && rings[0] === 'first');
  process.exitCode = missedFirst > MAX_MISSED || hasUncaughtMutation ? 1 : 0;
}

await main().catch(exitWithError);
