import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { acceptsConnections, pgBin } from '../debian-services.ts';
import { PROJECT } from '../project.ts';
import { aFreePort, waitUntil } from '../server-process.ts';
import { aMachine, aNetwork, type Machine } from './machine.ts';

export const TEMPLATES = 'scripts/high-availability';
const HAPROXY = '/usr/sbin/haproxy';
const REQUIRED_PROGRAMS: Record<string, string | undefined> = {
  postgresql: pgBin('initdb'),
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: HAPROXY,
  iproute2: '/usr/sbin/ip',
};
const MACHINE_NAMES = ['node1', 'node2', 'node3'];
const PASSWORD = 'of-a-test';
const STARTS_WITHIN_MS = 120_000;
const RECOVERS_WITHIN_MS = 180_000;

/** Returns what this machine lacks for a cluster, or null. */
export function missingRequirement(): string | null {
  const missing = Object.keys(REQUIRED_PROGRAMS).filter(
    (name) => !existsSync(REQUIRED_PROGRAMS[name] ?? ''),
  );
  if (missing.length) return `needs Debian's ${missing.join(', ')}`;
  return userInfo().uid === 0 ? null : 'needs root, for network namespaces';
}

export const template = (name: string) => readFileSync(join(PROJECT, TEMPLATES, name), 'utf8');

/** Fills the placeholders of a template, as `sed -f values.sed` does, and replaces other texts of the template. */
function fill(name: string, values: Record<string, string>): string {
  const text = Object.entries(values).reduce(
    (result, [from, to]) => result.replaceAll(from, to),
    template(name),
  );
  const unfilled = /@[A-Z_0-9]+@/.exec(text);
  if (unfilled) throw new Error(`${name} has no value for ${unfilled[0]}`);
  return text;
}

export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  timeline?: number;
  lag?: number | 'unknown';
}

const COUNT_STREAMING_REPLICAS = `select count(*) from pg_stat_replication where state = 'streaming'`;
const isRunning = ({ state }: Member) => state === 'running' || state === 'streaming';
const isHealthy = (members: Member[]) =>
  members.length === MACHINE_NAMES.length &&
  members.every((each) => isRunning(each) && each.timeline === members[0]!.timeline) &&
  members.every(
    ({ role, lag }) => role === 'leader' || (typeof lag === 'number' && lag < 2 ** 20),
  ) &&
  ['leader', 'sync_standby'].every((expectedRole) =>
    members.some(({ role }) => role === expectedRole),
  );

/**
 * Three machines with PostgreSQL, Patroni and etcd behind HAProxy, configured by the templates of docs/high-availability.md.
 * `logs`: the folder for the log of each program.
 */
export async function aHighlyAvailableCluster({ logs }: { logs?: string | undefined } = {}) {
  if (logs) mkdirSync(logs, { recursive: true });
  const network = await aNetwork();
  const machines: Machine[] = [];
  for (const [index, name] of MACHINE_NAMES.entries())
    machines.push(await aMachine(network, name, index + 1, logs));
  const shared = {
    ...Object.fromEntries(
      machines.map(({ address }, index) => [`@ADDRESS_${index + 1}@`, address]),
    ),
    '@NETWORK@': network.range,
    '@CINEMA_PASSWORD@': PASSWORD,
    '@REPLICATION_PASSWORD@': PASSWORD,
    '@REWIND_PASSWORD@': PASSWORD,
    '@PATRONI_PASSWORD@': PASSWORD,
  };
  for (const machine of machines) {
    const values = { ...shared, '@NAME@': machine.name, '@ADDRESS@': machine.address };
    // The watchdog must not restart the computer that runs the tests.
    const testValues = {
      'mode: automatic': 'mode: off',
      '/usr/lib/postgresql/15/bin': join(pgBin('initdb')!, '..'),
    };
    machine.write('/etc/default/etcd', fill('etcd', values));
    machine.write('/etc/patroni/config.yml', fill('patroni.yml', { ...values, ...testValues }), {
      owner: 'postgres',
      mode: 0o600,
    });
  }
  const proxy = await aHaProxy(shared, logs);

  async function members(): Promise<Member[]> {
    for (const { address } of machines) {
      const signal = AbortSignal.timeout(2000);
      const reply = await fetch(`http://${address}:8008/cluster`, { signal })
        .then((response) => response.json() as Promise<{ members?: Member[] }>)
        .catch(() => null);
      if (reply?.members?.length) return reply.members;
    }
    return [];
  }
  async function machineOf(role: Member['role']): Promise<Machine> {
    const found = await waitUntil(`there is a ${role}`, async () =>
      (await members()).find((each) => each.role === role),
    );
    return machines.find(({ name }) => name === found.name)!;
  }
  /** Runs SQL on a machine's own PostgreSQL as its administrator. Returns the rows as text. */
  const runSql = (machine: Machine, sql: string, { database = 'cinema', withinMs = 20_000 } = {}) =>
    machine.exec('postgres', `psql -qtAX -v ON_ERROR_STOP=1 -d ${database}`, {
      input: sql,
      withinMs,
    });

  /** Also queries the primary: Patroni reports a member until its lease ends, even if its PostgreSQL stopped or restarts. */
  async function areHealthy(): Promise<boolean> {
    if (!isHealthy(await members())) return false;
    const streamingCount = await runSql(await machineOf('leader'), COUNT_STREAMING_REPLICAS, {
      database: 'postgres',
    }).catch(() => null);
    return streamingCount !== null && Number(streamingCount) === machines.length - 1;
  }
  const waitUntilHealthy = () =>
    waitUntil('three members are healthy', areHealthy, RECOVERS_WITHIN_MS);

  const cluster = {
    url: proxy.url,
    processSettings: { DATABASE_READ_URL: proxy.readUrl },
    machines,
    members,
    machineOf,
    urlOf: ({ address }: Machine) => urlAt(address, 5432),
    runSql,
    waitUntilHealthy,
    async drop() {
      proxy.stop();
      for (const machine of machines) await machine.drop();
      await network.drop();
    },
  };
  try {
    await Promise.all(machines.map((machine) => machine.start('etcd', 'patroni')));
    await waitUntil('three members are healthy', areHealthy, STARTS_WITHIN_MS);
    await runSql(await machineOf('leader'), fill('create-database.sql', shared), {
      database: 'postgres',
    });
    await waitUntil('HAProxy reaches the primary', () => acceptsConnections(proxy.url));
    return cluster;
  } catch (error) {
    const logTail = machines.map((machine) => machine.log('patroni').slice(-2000)).join('\n');
    await cluster.drop();
    throw new Error(`The cluster did not start:\n${logTail}`, { cause: error });
  }
}
export type HighlyAvailableCluster = Awaited<ReturnType<typeof aHighlyAvailableCluster>>;

const urlAt = (host: string, port: number) =>
  `postgres://cinema:${PASSWORD}@${host}:${port}/cinema`;

async function aHaProxy(values: Record<string, string>, logs?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-haproxy-'));
  const config = join(folder, 'haproxy.cfg');
  const [port, readPort, statsPort] = [await aFreePort(), await aFreePort(), await aFreePort()];
  const ports = { ':6432': `:${port}`, ':6433': `:${readPort}`, ':8404': `:${statsPort}` };
  writeFileSync(config, fill('haproxy.cfg', { ...values, ...ports }));
  const log = logs ? openSync(join(logs, 'haproxy.log'), 'a') : ('ignore' as const);
  const child = spawn(HAPROXY, ['-W', '-f', config], { stdio: ['ignore', log, log] });
  return {
    url: urlAt('127.0.0.1', port),
    readUrl: urlAt('127.0.0.1', readPort),
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
