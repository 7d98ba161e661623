import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { until } from '../server-process.ts';
import { type Call, isError, type Kind } from '../siege/calls.ts';
import { type Outcome, type Staged, underLoad } from '../siege/siege.ts';
import type { Stage } from '../siege/stage.ts';
import type { Town } from '../siege/town.ts';
import type { HighlyAvailableCluster } from './cluster.ts';
import type { Machine } from './machine.ts';

interface Fault {
  of: 'leader' | 'sync_standby';
  /** Whether the machine may be the primary afterwards. */
  mayStay?: boolean;
  begin: (machine: Machine) => Promise<unknown>;
  end: (machine: Machine) => unknown;
}

const HAND_OVER = 'patronictl -c /etc/patroni/config.yml switchover --force --leader';

const PID_FILE = '/var/lib/postgresql/15/cinema/postmaster.pid';

const FAULTS = {
  'primary killed': { of: 'leader', begin: (machine) => machine.kill(), end: (machine) => machine.boot() },
  'primary frozen': { of: 'leader', begin: (machine) => machine.freeze(), end: (machine) => machine.thaw() },
  'primary cut off': { of: 'leader', begin: (machine) => machine.cut(), end: (machine) => machine.join() },
  // No fault: what an operator does before maintenance.
  'primary handed over': {
    of: 'leader',
    begin: (machine) => machine.exec('postgres', `${HAND_OVER} ${machine.name} cinema`),
    end: () => undefined,
  },
  // Patroni starts it again at once.
  'PostgreSQL killed': {
    of: 'leader',
    mayStay: true,
    begin: (machine) => machine.exec('postgres', `sh -c 'kill -9 $(head -1 ${PID_FILE})'`),
    end: () => undefined,
  },
  'replica frozen': { of: 'sync_standby', begin: (machine) => machine.freeze(), end: (machine) => machine.thaw() },
} satisfies Record<string, Fault>;
export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** A failover as it went; `to` is when each server process had written again. */
export interface Failover extends Staged {
  fault: Fault;
  /** The machine that failed, and the primary after it. */
  failed: string;
  primary: string;
  /** Until each server process had written again. */
  writableSeconds: number;
  /** From the return of the failed machine until three members were healthy. */
  healthySeconds: number;
  /** Rows that the failed machine confirmed while another was primary. None may be. */
  confirmed: number;
  /** Calls that were refused, and the longest call. */
  refused: number;
  longestSeconds: number;
}

/** The specification of this test: service is back within this time, without hands. */
const WRITABLE_WITHIN_SECONDS = 30;
/** Chosen: longer than a check of HAProxy and a wait for the pool take together, shorter than a person waits. */
const ANSWERED_WITHIN_SECONDS = 15;
const AWAY_AFTER_MS = 5000;
const CALM_MS = 5000;
const GIVES_UP_MS = 120_000;
/** Calls whose success is a commit. */
const WRITING: Kind[] = ['code', 'login', 'profile', 'book', 'play', 'record', 'renew'];
const FROM_STORAGE: Kind[] = ['picture', 'segment'];
const PROBE = 'failover_probe';

const isRefused = ({ kind, status, code, hasRetryAfter }: Call) =>
  !FROM_STORAGE.includes(kind) && status === 503 && code === 'database_away' && hasRetryAfter;

export interface Plan {
  count: number;
  viewers: number;
  /** In turn. */
  faults: readonly FaultName[];
  say?: (line: string) => void;
}

/** One failover after another under load, and the laws that are broken: those of the siege, and those of a failover. */
export async function failOver(
  town: Town<HighlyAvailableCluster>,
  { count, viewers, faults, say }: Plan,
): Promise<Outcome<Failover>> {
  const { cluster } = town;
  await cluster.ask(await cluster.machineOf('leader'), `set role cinema; create table ${PROBE} (at timestamptz)`);
  const outcome = await underLoad(town, { viewers, isHurried: true }, async (stage) => {
    const staged: Failover[] = [];
    for (let index = 0; index < count; index++) {
      await pause(CALM_MS);
      const one = await oneFailover(stage, cluster, faults[index % faults.length]!);
      staged.push(one);
      say?.(lineOf(one));
    }
    await pause(CALM_MS);
    return staged;
  });
  const broken = [
    ...outcome.broken,
    ...outcome.faults.flatMap(brokenBy),
    ...outcome.calls.filter(isHung).map(({ kind, from, to }) => `${kind} hung for ${inSeconds(to - from)} s`),
    ...town.processes.flatMap(({ output }) => errorsIn(output())),
    ...cluster.machines.flatMap(({ restarts }) => restarts),
    ...(await differences(cluster)),
  ];
  return { ...outcome, broken };
}

/** A database that is away is a warning. */
const errorsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line))
    .map((line) => `A server process logged an error: ${line.slice(0, 1000)}`);

const isHung = ({ from, to }: Call) => to - from > ANSWERED_WITHIN_SECONDS * 1000;

async function oneFailover(stage: Stage, cluster: HighlyAvailableCluster, name: FaultName): Promise<Failover> {
  const fault: Fault = FAULTS[name];
  const machine = await cluster.machineOf(fault.of);
  const probe = await aProbe(cluster, machine);
  const from = performance.now();
  await fault.begin(machine);
  const gone = performance.now();
  probe.start();
  const to = await untilWritten(stage, gone);
  const primary = await cluster.machineOf('leader');
  await pause(AWAY_AFTER_MS);
  const coming = performance.now();
  await fault.end(machine);
  const came = performance.now();
  await cluster.untilHealthy();
  const healthy = performance.now();
  const confirmed = await probe.stop();
  const calls = stage.calls.filter((call) => call.to >= from && call.from <= to);
  return {
    name,
    fault,
    begin: () => fault.begin(machine),
    end: async () => fault.end(machine),
    concerns: isRefused,
    from,
    to,
    goingMs: gone - from,
    comingMs: came - coming,
    failed: machine.name,
    primary: primary.name,
    writableSeconds: (to - from) / 1000,
    healthySeconds: (healthy - coming) / 1000,
    confirmed: primary === machine ? 0 : confirmed,
    refused: calls.filter(isError).length,
    longestSeconds: Math.max(0, ...calls.map((call) => call.to - call.from)) / 1000,
  };
}

/** When each server process had answered a writing call that was begun after `since`. */
const untilWritten = (stage: Stage, since: number): Promise<number> => {
  const all = stage.town.processes.map((_, index) => index);
  return until(
    'each server process writes again',
    async () => {
      const fresh = stage.calls.filter(
        ({ kind, status, from }) => from > since && status >= 200 && status < 300 && WRITING.includes(kind),
      );
      const firsts = all.map((index) => fresh.find(({ process }) => process === index));
      return firsts.every((each) => each !== undefined) && Math.max(...firsts.map(({ to }) => to));
    },
    GIVES_UP_MS,
  );
};

/**
 * Writes on the failed machine itself, past HAProxy: over a connection from before the fault, and over new ones made on the machine.
 * `stop` gives how many rows were confirmed.
 */
async function aProbe({ ask, urlOf }: HighlyAvailableCluster, machine: Machine) {
  const insert = `insert into ${PROBE} values (now())`;
  const client = new pg.Client({ connectionString: urlOf(machine) });
  client.on('error', () => undefined);
  await client.connect();
  let [confirmed, isOver] = [0, false];
  const note = (writing: Promise<unknown>) =>
    writing.then(
      () => void confirmed++,
      () => undefined,
    );
  const writeAgainAndAgain = async () => {
    while (!isOver) {
      await note(ask(machine, insert, { withinMs: 2000 }));
      await pause(200);
    }
  };
  let writing: Promise<void> | undefined;
  return {
    start() {
      void note(client.query(insert));
      writing = writeAgainAndAgain();
    },
    async stop() {
      isOver = true;
      await writing;
      // Its socket may be waiting for a machine that forgot it.
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      return confirmed;
    },
  };
}

const brokenBy = ({ name, fault, failed, primary, writableSeconds, confirmed }: Failover): string[] => [
  ...(writableSeconds > WRITABLE_WITHIN_SECONDS ? [`${name}: no writes for ${writableSeconds.toFixed(1)} s`] : []),
  ...(confirmed && failed !== primary
    ? [`${name}: ${failed} confirmed ${confirmed} rows, though it was no primary`]
    : []),
  ...(failed === primary && !fault.mayStay ? [`${name}: ${failed} stayed the primary`] : []),
];

const CONTENTS = `select (select md5(string_agg(o::text, ',' order by movie_order_id)) from orders o) || ' '
  || (select md5(string_agg(i::text, ',' order by invoice_no)) from invoices i) || ' '
  || (select md5(string_agg(p::text, ',' order by movie_play_id)) from movie_plays p) || ' '
  || (select count(*) from ${PROBE})`;

/** Whether all machines hold the same orders, invoices and plays in the end. */
async function differences(cluster: HighlyAvailableCluster): Promise<string[]> {
  await cluster.untilHealthy();
  const read = () => Promise.all(cluster.machines.map((machine) => cluster.ask(machine, CONTENTS)));
  const isSame = await until('all machines hold the same', async () => new Set(await read()).size === 1).catch(
    () => false,
  );
  return isSame ? [] : [`The machines hold different data: ${(await read()).join(' | ')}`];
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);

const cells = (...all: (string | number)[]) => all.map((each, at) => String(each).padEnd(at ? 10 : 22)).join('');
const HEADER = cells('fault', 'machine', 'primary', 'writable', 'healthy', 'refused', 'longest', 'confirmed');
const lineOf = (one: Failover) =>
  cells(
    one.name,
    one.failed,
    one.primary,
    `${one.writableSeconds.toFixed(1)} s`,
    `${one.healthySeconds.toFixed(1)} s`,
    one.refused,
    `${one.longestSeconds.toFixed(1)} s`,
    one.confirmed,
  );

/**
 * A row for each failover. writable: from the fault until each server process has written. healthy: from the machine's return until
 * three members are healthy. refused: calls answered 503. longest: a call. confirmed: rows that the failed machine confirmed, past HAProxy.
 */
export const tableOf = (failovers: Failover[]): string => [HEADER, ...failovers.map(lineOf)].join('\n');
