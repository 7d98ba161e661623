import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, isError } from './calls.ts';
import type { Cluster } from './cluster.ts';
import { type Fault, faultsOf } from './faults.ts';
import { brokenLaws, onTheWay, type State } from './laws.ts';
import { passLettersTime, readBooks, readLedger } from './ledger.ts';
import type { Stage } from './stage.ts';
import type { Town } from './town.ts';
import { aVisitor } from './viewer.ts';

export interface Plan {
  /** Of load. */
  seconds: number;
  viewers: number;
  /** How long a part is away, and how long all are there between two faults. */
  awaySeconds: number;
  calmSeconds: number;
  /** What is staged instead of everything that can fail, once. */
  faults?: Fault[];
  /** Part of the names of the faults that are staged; all of them, unless said. */
  only?: string;
  /** Does not sit out the minutes after which a letter is tried again. */
  isHurried?: boolean;
  say?: (line: string) => void;
}

/** A fault as it went. Times are `performance.now()`. */
export interface Staged extends Fault {
  from: number;
  to: number;
  /** What going took (the last answers of a process that is told to stop), and coming back (its start). */
  goingMs: number;
  comingMs: number;
}

export interface Outcome<One extends Staged = Staged> extends State {
  calls: Call[];
  faults: One[];
  /** Laws that are broken; none may be. */
  broken: string[];
  /** How long after the load's end everything that was on its way had arrived. */
  settledMs: number;
  seconds: number;
}

/**
 * After a part is back: connections that were kept to the one that fell are found dead on their next use, a process that has
 * just begun is asked before its first connection stands, and on two cores with all this load each may take a second.
 */
export const GRACE_MS = 4000;
/** After the load: a letter that found no mail server is tried again two minutes later. */
const SETTLES_WITHIN_MS = 180_000;

/** Viewers at a house whose parts fail in turn; what became of it. */
export function besiege(town: Town<Cluster>, plan: Plan): Promise<Outcome> {
  const end = performance.now() + plan.seconds * 1000;
  return underLoad(town, plan, async () => {
    const faults = await stageFaults(town, plan, end);
    await pause(Math.max(0, end - performance.now()));
    return faults;
  });
}

/** Viewers who buy and watch for as long as `stageAll` takes, and whether every law held. */
export async function underLoad<One extends Staged>(
  town: Town,
  { viewers: count, isHurried }: Pick<Plan, 'viewers' | 'isHurried'>,
  stageAll: (stage: Stage) => Promise<One[]>,
): Promise<Outcome<One>> {
  const began = performance.now();
  let areFaultsOver = false;
  const acknowledged = { orders: [], sessions: [], places: new Map() };
  const stage: Stage = { town, calls: [], purchases: [], acknowledged, stuck: [], isOver: () => areFaultsOver };
  const viewers = Array.from({ length: count }, () => aVisitor(stage));
  const staging = stageAll(stage).finally(() => (areFaultsOver = true));
  const [faults] = await Promise.all([staging, ...viewers]);
  const ended = performance.now();
  const settled = await settle(town, isHurried);
  const state: State = {
    books: await readBooks(town),
    ledger: await readLedger(town),
    purchases: stage.purchases,
    acknowledged,
    letters: (await town.bank.inbox()).filter(({ channel }) => channel === 'email').map(({ to }) => to),
  };
  const broken = [
    ...brokenLaws(state),
    ...stage.stuck.map((what) => `Somebody waited in vain for ${what}`),
    ...strays(stage.calls, faults),
    ...town.processes.flatMap(({ falls }, index) => falls.map((fall) => `Process ${index + 1} fell: ${fall}`)),
    ...(settled === null ? ['Something is still on its way'] : []),
  ];
  const seconds = (ended - began) / 1000;
  return { ...state, calls: stage.calls, faults, broken, settledMs: settled ?? Infinity, seconds };
}

/** One part after another goes away and comes back, round and round; the first round is always whole. */
async function stageFaults(
  town: Town<Cluster>,
  { awaySeconds, calmSeconds, faults = faultsOf(town), only = '', say }: Plan,
  end: number,
): Promise<Staged[]> {
  const staged: Staged[] = [];
  const whole = (awaySeconds + calmSeconds) * 1000;
  await pause(calmSeconds * 1000);
  for (const [index, fault] of rounds(faults.filter(({ name }) => name.includes(only)))) {
    if (index > 0 && performance.now() + whole > end) break;
    const one = await stageFault(fault, awaySeconds);
    staged.push(one);
    say?.(`${fault.name}: away for ${((one.to - one.from) / 1000).toFixed(1)} s`);
    await pause(calmSeconds * 1000);
  }
  return staged;
}

async function stageFault(fault: Fault, awaySeconds: number): Promise<Staged> {
  const from = performance.now();
  await fault.begin();
  const gone = performance.now();
  await pause(awaySeconds * 1000);
  const coming = performance.now();
  await fault.end();
  const to = performance.now();
  return { ...fault, from, to, goingMs: gone - from, comingMs: to - coming };
}

function* rounds(faults: Fault[]): Generator<[number, Fault]> {
  for (let round = 0; ; round++) for (const fault of faults) yield [round, fault];
}

export const isWhile = ({ from, to }: Staged, call: Call) => call.to >= from && call.from <= to + GRACE_MS;

/** The fault that explains an error; the newest, where the grace of an older one lasts still. */
export const causeOf = (call: Call, faults: Staged[]): Staged | undefined =>
  faults.findLast((fault) => fault.concerns(call) && isWhile(fault, call));

/** Errors that no fault explains. */
function strays(calls: Call[], faults: Staged[]): string[] {
  return calls
    .filter((call) => isError(call) && !causeOf(call, faults))
    .map((call) => {
      const during = faults.find((fault) => isWhile(fault, call))?.name ?? 'no fault';
      return `${call.kind} at process ${call.process + 1} heard ${call.status} ${call.code} (${during})`;
    });
}

/** Milliseconds until nothing was on its way any more, or null. */
async function settle(town: Town, isHurried = false): Promise<number | null> {
  const from = performance.now();
  if (isHurried) await passLettersTime(town);
  while (performance.now() < from + SETTLES_WITHIN_MS) {
    if (onTheWay({ books: await readBooks(town), ledger: await readLedger(town) }) === 0)
      return performance.now() - from;
    await pause(250);
  }
  return null;
}
