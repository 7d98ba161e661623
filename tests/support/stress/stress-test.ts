import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, isError } from './calls.ts';
import type { PostgresCluster } from './postgres-cluster.ts';
import { type Fault, faultsOf } from './faults.ts';
import { violatedInvariants, countPending, type State } from './invariants.ts';
import { skipMailRetryDelay, readServerRecords, readProviderRecords } from './records.ts';
import type { StressRun } from './stress-run.ts';
import type { StressEnvironment } from './environment.ts';
import { longBlocks, type ResourceSample, sampleResources } from './resources.ts';
import { simulateViewer } from './simulated-viewer.ts';

export interface StressPlan {
  seconds: number;
  viewers: number;
  /** How long a fault lasts, and how long all parts work between two faults. */
  faultSeconds: number;
  pauseSeconds: number;
  /** Default: the faults of faults.ts. */
  faults?: Fault[];
  /** Runs only faults whose name contains this text. */
  nameFilter?: string;
  /** Skips the two minutes before a mail is retried. */
  skipsMailDelay?: boolean;
  log?: (line: string) => void;
}

export interface FaultRun extends Fault {
  startedAt: number;
  endedAt: number;
  /** Duration of `begin` (for example the last responses of a stopping process) and of `end` (for example its start). */
  beginMs: number;
  endMs: number;
}

export interface Outcome<Run extends FaultRun = FaultRun> extends State {
  calls: Call[];
  faults: Run[];
  resources: ResourceSample[];
  violations: string[];
  /** Time from the end of the load until nothing was pending. */
  settledMs: number;
  seconds: number;
}

/**
 * Errors shortly after a fault still belong to it: pooled connections to the failed part break on their next use, and a new
 * process gets requests before its first connection is open. On two cores under load each may take a second.
 */
export const GRACE_MS = 4000;
/** A failed mail is retried after two minutes. */
const SETTLES_WITHIN_MS = 180_000;

export async function runStressTest(
  environment: StressEnvironment<PostgresCluster>,
  plan: StressPlan,
): Promise<Outcome> {
  const end = performance.now() + plan.seconds * 1000;
  const outcome = await runUnderLoad(environment, plan, async () => {
    const faults = await runAllFaults(environment, plan, end);
    await pause(Math.max(0, end - performance.now()));
    return faults;
  });
  return { ...outcome, violations: [...outcome.violations, ...longBlocks(outcome.resources)] };
}

/** Runs simulated viewers until `runFaults` resolves, then checks every invariant. */
export async function runUnderLoad<Run extends FaultRun>(
  environment: StressEnvironment,
  { viewers: count, skipsMailDelay }: Pick<StressPlan, 'viewers' | 'skipsMailDelay'>,
  runFaults: (run: StressRun) => Promise<Run[]>,
): Promise<Outcome<Run>> {
  const startedAt = performance.now();
  let areFaultsOver = false;
  const acknowledged = { orders: [], playbackSessions: [], seekMinutes: new Map() };
  const run: StressRun = {
    environment,
    calls: [],
    purchases: [],
    acknowledged,
    timeouts: [],
    isFinished: () => areFaultsOver,
  };
  const viewers = Array.from({ length: count }, () => simulateViewer(run));
  const faultsRunning = runFaults(run).finally(() => (areFaultsOver = true));
  const sampling = sampleResources(environment, run.isFinished);
  const [faults] = await Promise.all([faultsRunning, ...viewers]);
  const endedAt = performance.now();
  const resources = await sampling;
  const settledMs = await settle(environment, skipsMailDelay);
  const state: State = {
    records: await readServerRecords(environment),
    providerRecords: await readProviderRecords(environment),
    purchases: run.purchases,
    acknowledged,
    mailRecipients: (await environment.sandboxServer.readInbox())
      .filter(({ channel }) => channel === 'email')
      .map(({ to }) => to),
  };
  const violations = [
    ...violatedInvariants(state),
    ...run.timeouts.map((goal) => `A viewer waited in vain ${goal}`),
    ...unexplainedErrors(run.calls, faults),
    ...environment.processes.flatMap(({ crashes }, index) =>
      crashes.map((crash) => `Process ${index + 1} crashed: ${crash}`),
    ),
    ...(settledMs === null ? ['Webhooks, mails or refunds are still pending'] : []),
  ];
  const seconds = (endedAt - startedAt) / 1000;
  return {
    ...state,
    calls: run.calls,
    faults,
    resources,
    violations,
    settledMs: settledMs ?? Infinity,
    seconds,
  };
}

/** Repeats all faults until `end`. The first round always completes. */
async function runAllFaults(
  environment: StressEnvironment<PostgresCluster>,
  { faultSeconds, pauseSeconds, faults = faultsOf(environment), nameFilter = '', log }: StressPlan,
  end: number,
): Promise<FaultRun[]> {
  const faultRuns: FaultRun[] = [];
  const faultAndPauseMs = (faultSeconds + pauseSeconds) * 1000;
  await pause(pauseSeconds * 1000);
  for (const [round, fault] of rounds(faults.filter(({ name }) => name.includes(nameFilter)))) {
    if (round > 0 && performance.now() + faultAndPauseMs > end) break;
    const faultRun = await runFault(fault, faultSeconds);
    faultRuns.push(faultRun);
    log?.(`${fault.name}: lasted ${((faultRun.endedAt - faultRun.startedAt) / 1000).toFixed(1)} s`);
    await pause(pauseSeconds * 1000);
  }
  return faultRuns;
}

async function runFault(fault: Fault, faultSeconds: number): Promise<FaultRun> {
  const startedAt = performance.now();
  await fault.begin();
  const begunAt = performance.now();
  await pause(faultSeconds * 1000);
  const endingAt = performance.now();
  await fault.end();
  const endedAt = performance.now();
  return { ...fault, startedAt, endedAt, beginMs: begunAt - startedAt, endMs: endedAt - endingAt };
}

function* rounds(faults: Fault[]): Generator<[number, Fault]> {
  for (let round = 0; ; round++) for (const fault of faults) yield [round, fault];
}

export const isDuring = ({ startedAt, endedAt }: FaultRun, call: Call) =>
  call.endedAt >= startedAt && call.startedAt <= endedAt + GRACE_MS;

/** Returns the newest fault that explains the error. */
export const causeOf = (call: Call, faults: FaultRun[]): FaultRun | undefined =>
  faults.findLast((fault) => fault.affects(call) && isDuring(fault, call));

function unexplainedErrors(calls: Call[], faults: FaultRun[]): string[] {
  return calls
    .filter((call) => isError(call) && !causeOf(call, faults))
    .map((call) => {
      const during = faults.find((fault) => isDuring(fault, call))?.name ?? 'no fault';
      return `${call.kind} at process ${call.process + 1} got ${call.status} ${call.code} (${during})`;
    });
}

/** Waits until nothing is pending. Returns the milliseconds, or null after the time limit. */
async function settle(
  environment: StressEnvironment,
  skipsMailDelay = false,
): Promise<number | null> {
  const startedAt = performance.now();
  if (skipsMailDelay) await skipMailRetryDelay(environment);
  while (performance.now() < startedAt + SETTLES_WITHIN_MS) {
    if (
      countPending({
        records: await readServerRecords(environment),
        providerRecords: await readProviderRecords(environment),
      }) === 0
    )
      return performance.now() - startedAt;
    await pause(250);
  }
  return null;
}
