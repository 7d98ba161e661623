/**
 * `npm run test:mutations`: puts one mistake after another into a copy of the project, and tells which test notices it. The
 * first ring is asked first; the deep ring only about what the first ring missed. Exit code 1: the first ring missed more
 * than two mistakes, or both rings missed one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommandError, fail } from './failure.ts';
import { type Mutation, MUTATIONS } from './mutations.ts';

const HELP = `npm run test:mutations -- [options]

  --only <id,…>              these mutations (default: all)
  --ring first|deep|both|all the rings that are asked (default: both, one after the other); all: both at once
  --quick                    only the tests that each mutation names
  --list                     only list the mutations
With TEST_DATABASE_URL the server's tests run on that PostgreSQL: much quicker, and needed to notice a missing lock.`;

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Parts of the project that no test reads, or that are linked. */
const NOT_COPIED = new Set(['node_modules', '.git', 'dist', 'test-results', 'playwright-report']);
/** A mutation that loops for ever is noticed by this. */
const LONGEST_RUN_MS = 20 * 60_000;
const MOST_MISSED = 2;

const FILTERS = { first: ['--tags-filter=!deep'], deep: ['--tags-filter=deep'], all: [] };
type Ring = keyof typeof FILTERS;
const RINGS: Ring[] = ['first', 'deep', 'all'];

interface Verdict {
  mutation: Mutation;
  ring: Ring;
  /** The test that noticed it; null when none did. */
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
  if (!rings.length) throw new CommandError(`There is no ring "${ring}".\n\n${HELP}`);
  const wanted = only?.split(',');
  const unknown = wanted?.find((id) => !MUTATIONS.some((each) => each.id === id));
  if (unknown) throw new CommandError(`There is no mutation "${unknown}". List them with --list.`);
  return { ...values, rings, mutations: MUTATIONS.filter(({ id }) => !wanted || wanted.includes(id)) };
}

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'matinee-mutations-'));
  const filter = (path: string) => !NOT_COPIED.has(relative(PROJECT, path));
  cpSync(PROJECT, copy, { recursive: true, verbatimSymlinks: true, filter });
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Puts the mistake into the copy; gives what takes it out. */
function mutate(copy: string, { id, file, find, put }: Mutation): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new CommandError(`${id}: its text does not stand exactly once in ${file}`);
  writeFileSync(path, text.split(find).join(put));
  return () => writeFileSync(path, text);
}

/** A test that fails without a mistake would seem to notice every one. */
async function refuseFailing(copy: string, mutations: Mutation[], ring: Ring): Promise<void> {
  const files = new Set(mutations.flatMap(({ first }) => first.map((file) => `tests/${file}`)));
  const failure = await failureIn(copy, ['run', ...files], ring);
  if (failure) throw new CommandError(`A test fails already without a mutation: ${failure}`);
}

/** The tests that are named first, one file after another; if these notice nothing, all that import the changed file. */
async function judge(copy: string, mutation: Mutation, ring: Ring, isQuick: boolean): Promise<Verdict> {
  const began = performance.now();
  const restore = mutate(copy, mutation);
  const runs = [
    ...mutation.first.map((file) => ['run', `tests/${file}`]),
    ...(isQuick ? [] : [['related', mutation.file, '--run']]),
  ];
  let caughtBy: string | null = null;
  try {
    for (const args of runs) caughtBy ??= await failureIn(copy, args, ring);
    return { mutation, ring, caughtBy, seconds: Math.round((performance.now() - began) / 1000) };
  } finally {
    restore();
  }
}

interface Report {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** The first test that fails; null when all pass. */
async function failureIn(copy: string, args: string[], ring: Ring): Promise<string | null> {
  const file = join(copy, 'mutation-report.json');
  rmSync(file, { force: true });
  const options = ['--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${file}`];
  const code = await vitest(copy, [...args, ...FILTERS[ring], ...options]);
  if (code === 0) return null;
  if (code === null) return `no end after ${LONGEST_RUN_MS / 60_000} minutes`;
  if (!existsSync(file)) return 'the tests do not start';
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed');
    if (failed) return `${relative(copy, name)} › ${failed.fullName}`;
    if (status === 'failed' && !assertionResults.length) return `${relative(copy, name)} does not load`;
  }
  return 'an error outside the tests';
}

let running: ChildProcess | null = null;
const endRun = () => running && process.kill(-running.pid!, 'SIGKILL');

/** The exit code; null for a run that was ended because it took too long. */
function vitest(copy: string, args: string[]): Promise<number | null> {
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  // A process group of its own, so that what it has started ends with it.
  const child = spawn(process.execPath, [program, ...args], { cwd: copy, stdio: 'ignore', detached: true });
  running = child;
  const timer = setTimeout(endRun, LONGEST_RUN_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running = null;
      clearTimeout(timer);
      resolve(code);
    });
  });
}

const tell = ({ mutation, ring, caughtBy, seconds }: Verdict) =>
  console.log(`${mutation.id} (${ring}, ${seconds} s): ${caughtBy ? `caught by ${caughtBy}` : 'MISSED'}`);

function tellTable(mutations: Mutation[], verdicts: Verdict[], rings: Ring[]): void {
  const word = (id: string, ring: Ring) => {
    const verdict = verdicts.find((each) => each.mutation.id === id && each.ring === ring);
    return verdict ? (verdict.caughtBy ? 'caught' : 'missed') : '-';
  };
  console.log(
    `\n| part | mutation | ${rings.join(' | ')} | caught by |\n|---|---|${rings.map(() => '---|').join('')}---|`,
  );
  for (const { id, part } of mutations) {
    const by = verdicts.findLast(({ mutation, caughtBy }) => mutation.id === id && caughtBy)?.caughtBy ?? '';
    console.log(`| ${part} | ${id} | ${rings.map((ring) => word(id, ring)).join(' | ')} | ${by} |`);
  }
}

async function main(): Promise<void> {
  const { help, list, quick, rings, mutations } = readOptions();
  if (help) return console.log(HELP);
  if (list)
    return mutations.forEach(({ id, part, file, wrong }) => console.log(`${part}: ${id} (${file})\n  ${wrong}`));
  const copy = copyProject();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      endRun();
      rmSync(copy, { recursive: true, force: true });
      process.exit(130);
    });
  const verdicts: Verdict[] = [];
  const isCaught = ({ id }: Mutation) => verdicts.some((each) => each.mutation.id === id && each.caughtBy);
  try {
    await refuseFailing(copy, mutations, rings[0]!);
    for (const ring of rings)
      for (const mutation of mutations.filter((each) => !isCaught(each))) {
        const verdict = await judge(copy, mutation, ring, quick);
        verdicts.push(verdict);
        tell(verdict);
      }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  tellTable(mutations, verdicts, rings);
  const missedFirst = verdicts.filter(({ ring, caughtBy }) => ring === 'first' && !caughtBy).length;
  const missed = mutations.filter((each) => !isCaught(each)).length;
  console.log(
    `\n${mutations.length} mutations, ${missedFirst} missed by the first ring, ${missed} missed by all that was run`,
  );
  const isMissedByBoth = missed > 0 && !(rings.length === 1 && rings[0] === 'first');
  process.exitCode = missedFirst > MOST_MISSED || isMissedByBoth ? 1 : 0;
}

await main().catch(fail);
