import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { waitUntil } from '../server-process.ts';
import { type Call, isError, type Kind } from '../stress/calls.ts';
import { type Outcome, type FaultRun, runUnderLoad } from '../stress/stress-test.ts';
import type { StressRun } from '../stress/stress-run.ts';
import type { StressEnvironment } from '../stress/environment.ts';
import type { HighlyAvailableCluster } from './cluster.ts';
import type { Machine } from './machine.ts';

interface Fault {
  role: 'leader' | 'sync_standby';
  mayStayPrimary?: boolean;
  begin: (machine: Machine) => Promise<unknown>;
  end: (machine: Machine) => unknown;
}

const SWITCHOVER_COMMAND = 'patronictl -c /etc/patroni/config.yml switchover --force --leader';

const PID_FILE = '/var/lib/postgresql/15/cinema/postmaster.pid';

const FAULTS = {
  'primary killed': {
    role: 'leader',
    begin: (machine) => machine.kill(),
    end: (machine) => machine.boot(),
  },
  'primary frozen': {
    role: 'leader',
    begin: (machine) => machine.freeze(),
    end: (machine) => machine.unfreeze(),
  },
  'primary cut off': {
    role: 'leader',
    begin: (machine) => machine.disconnect(),
    end: (machine) => machine.reconnect(),
  },
  // Not a fault: an operator does this before maintenance.
  'primary handed over': {
    role: 'leader',
    begin: (machine) => machine.exec('postgres', `${SWITCHOVER_COMMAND} ${machine.name} cinema`),
    end: () => undefined,
  },
  'PostgreSQL killed': {
    role: 'leader',
    mayStayPrimary: true,
    begin: (machine) => machine.exec('postgres', `sh -c 'kill -9 $(head -1 ${PID_FILE})'`),
    end: () => undefined,
  },
  'replica frozen': {
    role: 'sync_standby',
    begin: (machine) => machine.freeze(),
    end: (machine) => machine.unfreeze(),
  },
} satisfies Record<string, Fault>;
export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** A finished failover. `endedAt` is when each server process wrote again. */
export interface Failover extends FaultRun {
  fault: Fault;
  failedMachine: string;
  newPrimary: string;
  writableSeconds: number;
  /** Time from the end of the fault until three members were healthy. */
  healthySeconds: number;
  /** Rows that the failed machine confirmed while another machine was the primary. Must be 0. */
  confirmedCount: number;
  refusedCount: number;
  longestSeconds: number;
}

/** Writes must work again within this time without an operator. */
const WRITABLE_WITHIN_SECONDS = 30;
/** Chosen: longer than a health check of HAProxy plus the pool timeout, shorter than a person waits. */
const RESPONSE_WITHIN_SECONDS = 15;
const FAULT_CONTINUES_MS = 5000;
const PAUSE_MS = 5000;
const TIMEOUT_MS = 120_000;
/** Calls whose success is a commit. */
const WRITE_CALLS: Kind[] = ['code', 'login', 'profile', 'book', 'play', 'record', 'renew'];
const FROM_STORAGE: Kind[] = ['picture', 'segment'];
const PROBE = 'failover_probe';

const isRefused = ({ kind, status, code, hasRetryAfter }: Call) =>
  !FROM_STORAGE.includes(kind) && status === 503 && code === 'database_away' && hasRetryAfter;

export interface Plan {
  count: number;
  viewers: number;
  faults: readonly FaultName[];
  log?: (line: string) => void;
}

/** Runs failovers under load, and checks the invariants of the stress test and of a failover. */
export async function runFailovers(
  environment: StressEnvironment<HighlyAvailableCluster>,
  { count, viewers, faults, log }: Plan,
): Promise<Outcome<Failover>> {
  const { cluster } = environment;
  await cluster.runSql(
    await cluster.machineOf('leader'),
    `set role cinema; create table ${PROBE} (at timestamptz)`,
  );
  const outcome = await runUnderLoad(
    environment,
    { viewers, skipsMailDelay: true },
    async (run) => {
      const failovers: Failover[] = [];
      for (let index = 0; index < count; index++) {
        await pause(PAUSE_MS);
        const failover = await runFailover(run, cluster, faults[index % faults.length]!);
        failovers.push(failover);
        log?.(formatRow(failover));
      }
      await pause(PAUSE_MS);
      return failovers;
    },
  );
  const violations = [
    ...outcome.violations,
    ...outcome.faults.flatMap(violationsOf),
    ...outcome.calls
      .filter(isHung)
      .map(
        ({ kind, startedAt, endedAt }) => `${kind} hung for ${inSeconds(endedAt - startedAt)} s`,
      ),
    ...environment.processes.flatMap(({ output }) => errorsIn(output())),
    ...cluster.machines.flatMap(({ restarts }) => restarts),
    ...(await findDifferences(cluster)),
  ];
  return { ...outcome, violations };
}

const errorsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line))
    .map((line) => `A server process logged an error: ${line.slice(0, 1000)}`);

const isHung = ({ startedAt, endedAt }: Call) =>
  endedAt - startedAt > RESPONSE_WITHIN_SECONDS * 1000;

async function runFailover(
  run: StressRun,
  cluster: HighlyAvailableCluster,
  name: FaultName,
): Promise<Failover> {
  const fault: Fault = FAULTS[name];
  const machine = await cluster.machineOf(fault.role);
  const probe = await aProbe(cluster, machine);
  const startedAt = performance.now();
  await fault.begin(machine);
  const begunAt = performance.now();
  probe.start();
  const endedAt = await waitUntilWritten(run, begunAt);
  const primary = await cluster.machineOf('leader');
  await pause(FAULT_CONTINUES_MS);
  const endingAt = performance.now();
  await fault.end(machine);
  const returnedAt = performance.now();
  await cluster.waitUntilHealthy();
  const healthyAt = performance.now();
  const confirmedCount = await probe.stop();
  const calls = run.calls.filter((call) => call.endedAt >= startedAt && call.startedAt <= endedAt);
  return {
    name,
    fault,
    begin: () => fault.begin(machine),
    end: async () => fault.end(machine),
    affects: isRefused,
    startedAt,
    endedAt,
    beginMs: begunAt - startedAt,
    endMs: returnedAt - endingAt,
    failedMachine: machine.name,
    newPrimary: primary.name,
    writableSeconds: (endedAt - startedAt) / 1000,
    healthySeconds: (healthyAt - endingAt) / 1000,
    confirmedCount: primary === machine ? 0 : confirmedCount,
    refusedCount: calls.filter(isError).length,
    longestSeconds: Math.max(0, ...calls.map((call) => call.endedAt - call.startedAt)) / 1000,
  };
}

/** Waits until each server process completed a write call that started after `since`. Returns that time. */
const waitUntilWritten = (run: StressRun, since: number): Promise<number> => {
  const processIndexes = run.environment.processes.map((_, index) => index);
  return waitUntil(
    'each server process writes again',
    async () => {
      const writes = run.calls.filter(
        ({ kind, status, startedAt }) =>
          startedAt > since && status >= 200 && status < 300 && WRITE_CALLS.includes(kind),
      );
      const firsts = processIndexes.map((index) => writes.find(({ process }) => process === index));
      return (
        firsts.every((each) => each !== undefined) &&
        Math.max(...firsts.map(({ endedAt }) => endedAt))
      );
    },
    TIMEOUT_MS,
  );
};

/**
 * Writes directly to the failed machine, without HAProxy: over a connection from before the fault, and over new local
 * connections. `stop` returns the number of confirmed rows.
 */
async function aProbe({ runSql, urlOf }: HighlyAvailableCluster, machine: Machine) {
  const insert = `insert into ${PROBE} values (now())`;
  const client = new pg.Client({ connectionString: urlOf(machine) });
  client.on('error', () => undefined);
  await client.connect();
  let [confirmedCount, isStopped] = [0, false];
  const countIfConfirmed = (writing: Promise<unknown>) =>
    writing.then(
      () => void confirmedCount++,
      () => undefined,
    );
  const writeRepeatedly = async () => {
    while (!isStopped) {
      await countIfConfirmed(runSql(machine, insert, { withinMs: 2000 }));
      await pause(200);
    }
  };
  let writing: Promise<void> | undefined;
  return {
    start() {
      void countIfConfirmed(client.query(insert));
      writing = writeRepeatedly();
    },
    async stop() {
      isStopped = true;
      await writing;
      // `end` could wait forever for the failed machine.
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      return confirmedCount;
    },
  };
}

const violationsOf = ({
  name,
  fault,
  failedMachine,
  newPrimary,
  writableSeconds,
  confirmedCount,
}: Failover): string[] => [
  ...(writableSeconds > WRITABLE_WITHIN_SECONDS
    ? [`${name}: no writes for ${writableSeconds.toFixed(1)} s`]
    : []),
  ...(confirmedCount && failedMachine !== newPrimary
    ? [
        `${name}: ${failedMachine} confirmed ${confirmedCount} rows, although it was not the primary`,
      ]
    : []),
  ...(failedMachine === newPrimary && !fault.mayStayPrimary
    ? [`${name}: ${failedMachine} stayed the primary`]
    : []),
];

const CONTENT_DIGESTS = `select (select md5(string_agg(o::text, ',' order by movie_order_id)) from orders o) || ' '
  || (select md5(string_agg(i::text, ',' order by invoice_no)) from invoices i) || ' '
  || (select md5(string_agg(p::text, ',' order by movie_play_id)) from movie_plays p) || ' '
  || (select count(*) from ${PROBE})`;

async function findDifferences(cluster: HighlyAvailableCluster): Promise<string[]> {
  await cluster.waitUntilHealthy();
  const read = () =>
    Promise.all(cluster.machines.map((machine) => cluster.runSql(machine, CONTENT_DIGESTS)));
  const isSame = await waitUntil(
    'all machines hold the same data',
    async () => new Set(await read()).size === 1,
  ).catch(() => false);
  return isSame ? [] : [`The machines hold different data: ${(await read()).join(' | ')}`];
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);

const cells = (...all: (string | number)[]) =>
  all.map((each, index) => String(each).padEnd(index ? 10 : 22)).join('');
const HEADER = cells(
  'fault',
  'machine',
  'primary',
  'writable',
  'healthy',
  'refused',
  'longest',
  'confirmed',
);
const formatRow = (failover: Failover) =>
  cells(
    failover.name,
    failover.failedMachine,
    failover.newPrimary,
    `${failover.writableSeconds.toFixed(1)} s`,
    `${failover.healthySeconds.toFixed(1)} s`,
    failover.refusedCount,
    `${failover.longestSeconds.toFixed(1)} s`,
    failover.confirmedCount,
  );

/**
 * One row for each failover. writable: time until each server process wrote again. healthy: time from the end of the fault until
 * three members were healthy. refused: calls that failed. longest: the longest call. confirmed: rows that the failed machine
 * confirmed.
 */
export const formatTable = (failovers: Failover[]): string =>
  [HEADER, ...failovers.map(formatRow)].join('\n');
