/**
 * `npm run test:dates -- [unit|server|stores|rebuild|build|e2e,…] [filter] [--day <name,…>] [--zone
 * <zone,…>] [--list]` plays the first ring on several days, and today in other time zones
 * (docs/testing.md). Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommandError, exitWithError } from './command-error.ts';
import { dayVariables, DEFAULT_ZONE, OTHER_ZONES, type TestDay, testDays } from './test-days.ts';

const TEST_SCRIPT = fileURLToPath(new URL('./test.ts', import.meta.url));
const ALL_PARTS = 'unit,server,stores,rebuild,build,e2e';

interface DayResult {
  label: string;
  passed: number;
  failed: number;
  minutes: number;
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      day: { type: 'string' },
      zone: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  const [parts = ALL_PARTS, ...filters] = positionals;
  return {
    runs: runsOf(values.day?.split(','), values.zone?.split(',')),
    parts,
    filters,
    isList: values.list,
  };
}

/** All days and zones, or the chosen ones. A chosen day with chosen zones runs in each of them. */
function runsOf(dayNames: string[] | undefined, zones: string[] | undefined): TestDay[] {
  const today = { name: 'today', startsAt: new Date() };
  const days = testDays(today.startsAt);
  const unknown = dayNames?.find((name) => ![today, ...days].some((day) => day.name === name));
  if (unknown)
    throw new CommandError(
      `There is no day "${unknown}". The days are ${namesOf([today, ...days])}.`,
    );
  const chosen = [today, ...days].filter(({ name }) => dayNames?.includes(name));
  if (zones)
    return (dayNames ? chosen : [today]).flatMap((day) => zones.map((zone) => ({ ...day, zone })));
  if (dayNames) return chosen;
  return [...days, ...OTHER_ZONES.map((zone) => ({ ...today, zone }))];
}

const namesOf = (days: TestDay[]) => days.map(({ name }) => name).join(', ');
const labelOf = ({ name, startsAt, zone = DEFAULT_ZONE }: TestDay) =>
  `${name}, ${startsAt.toISOString()}, ${zone}`;

/** Prints the output of `npm test`, and reads the counts in its last line. */
async function runDay(day: TestDay, args: string[]): Promise<DayResult> {
  const label = labelOf(day);
  console.log(`\n━━ ${label}`);
  const began = performance.now();
  const child = spawn(process.execPath, [TEST_SCRIPT, ...args], {
    env: { ...process.env, ...dayVariables(day) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output = (output + text).slice(-1000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const counts = /^(\d+) passed, (\d+) failed/m.exec(output);
  const [passed, failed] = counts ? [Number(counts[1]), Number(counts[2])] : [0, 1];
  // A run without a failed test may fail too, for example if it ran no test.
  return {
    label,
    passed,
    failed: code === 0 ? failed : Math.max(1, failed),
    minutes: (performance.now() - began) / 60_000,
  };
}

async function run(): Promise<number> {
  const { runs, parts, filters, isList } = readOptions();
  if (isList) {
    for (const day of runs) console.log(labelOf(day));
    return 0;
  }
  const results: DayResult[] = [];
  for (const day of runs) results.push(await runDay(day, [parts, ...filters]));
  console.log();
  for (const { label, passed, failed, minutes } of results)
    console.log(`${label}: ${passed} passed, ${failed} failed in ${minutes.toFixed(1)} minutes`);
  const sum = (count: (result: DayResult) => number) =>
    results.reduce((total, each) => total + count(each), 0);
  const failed = sum((each) => each.failed);
  console.log(`\n${sum((each) => each.passed)} passed, ${failed} failed`);
  return failed ? 1 : 0;
}

process.exitCode = await run().catch(exitWithError);
