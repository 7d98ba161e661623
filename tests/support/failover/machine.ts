import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { execCommand } from '../debian-services.ts';

/** Private folders of each machine, with their owner. Machines share all other folders. */
const PRIVATE_FOLDERS = {
  '/var/lib/postgresql': 'postgres',
  '/run/postgresql': 'postgres',
  '/var/lib/etcd': 'etcd',
  '/etc/patroni': 'root',
};
const PRIVATE_FILES = ['/etc/default/etcd'];
/** The default `RestartSec` of systemd. */
const RESTART_AFTER_MS = 100;
const MAX_SIGNAL_ROUNDS = 100;

const ip = (...args: string[]) => execCommand('ip', args);

export async function aNetwork() {
  const name = `mat${randomBytes(3).toString('hex')}`;
  const prefix = `10.213.${randomInt(1, 250)}`;
  await ip('link', 'add', name, 'type', 'bridge');
  await ip('link', 'set', name, 'up');
  await ip('address', 'add', `${prefix}.1/24`, 'dev', name);
  return { name, prefix, range: `${prefix}.0/24`, drop: () => ip('link', 'delete', name) };
}
export type Network = Awaited<ReturnType<typeof aNetwork>>;

function readUnit(unit: string) {
  const text = readFileSync(`/lib/systemd/system/${unit}.service`, 'utf8');
  const all = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value]) => value!);
  const [command] = all('ExecStart');
  const [user] = all('User');
  const files = all('EnvironmentFile').map((each) => each.replace(/^-/, '').replace('%p', unit));
  return {
    command: command!,
    user: user!,
    environment: all('Environment').filter((each) => !each.includes('%')),
    files,
  };
}

/**
 * Simulates a computer: a network namespace with a veth pair to the bridge, private folders and processes. Runs the units of the
 * Debian packages and restarts them as systemd does. Needs root.
 */
export async function aMachine(network: Network, name: string, number: number, logFolder?: string) {
  const [namespace, hostLink] = [`${network.name}n${number}`, `${network.name}v${number}`];
  const address = `${network.prefix}.1${number}`;
  const folder = await mkdtemp(join(tmpdir(), 'matinee-machine-'));
  const logs = logFolder ?? join(folder, 'log');
  mkdirSync(logs, { recursive: true });
  for (const [path, owner] of Object.entries(PRIVATE_FOLDERS)) {
    mkdirSync(join(folder, path), { recursive: true, mode: 0o755 });
    execFileSync('chown', [`${owner}:`, join(folder, path)]);
  }
  for (const path of PRIVATE_FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  await ip('netns', 'add', namespace);
  await ip('link', 'add', hostLink, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await ip('link', 'set', hostLink, 'master', network.name, 'up');
  await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  for (const link of ['lo', 'eth0']) await ip('-n', namespace, 'link', 'set', link, 'up');

  const binds = [...Object.keys(PRIVATE_FOLDERS), ...PRIVATE_FILES].map(
    (path) => `mount --bind '${join(folder, path)}' '${path}'`,
  );
  const inside = (user: string, command: string, before: string[] = []) => {
    const as = `setpriv --reuid=${user} --regid=${user} --init-groups --`;
    const script = [...binds, ...before, `exec ${as} ${command}`].join(' && ');
    return ['netns', 'exec', namespace, 'sh', '-c', script];
  };

  const units = new Set<string>();
  const restarts: string[] = [];
  let isRunning = false;

  function startUnit(unit: string): ChildProcess {
    const { command, user, environment, files } = readUnit(unit);
    const sourced = files.map((file) => `if [ -f ${file} ]; then . ${file}; fi`);
    const settings = ['set -a', ...environment, ...sourced, 'set +a'];
    const log = openSync(join(logs, `${name}-${unit}.log`), 'a');
    const child = spawn('ip', inside(user, command, settings), {
      stdio: ['ignore', log, log],
      cwd: '/',
    });
    closeSync(log);
    child.once('exit', (code, signal) => {
      if (!isRunning) return;
      restarts.push(`${unit} of ${name} exited with ${code ?? signal}`);
      setTimeout(() => isRunning && startUnit(unit), RESTART_AFTER_MS);
    });
    return child;
  }

  const processes = async () =>
    (await ip('netns', 'pids', namespace)).stdout.split('\n').filter(Boolean).map(Number);
  /** Signals all processes, including those that start meanwhile. */
  async function signalAll(signal: NodeJS.Signals) {
    const signalled = new Set<number>();
    for (let count = 0; count < MAX_SIGNAL_ROUNDS; count++) {
      const remaining = (await processes()).filter((each) => !signalled.has(each));
      if (!remaining.length) return;
      for (const each of remaining) {
        signalled.add(each);
        try {
          process.kill(each, signal);
        } catch {}
      }
    }
  }

  const machine = {
    name,
    address,
    restarts,
    write(path: string, text: string, { owner = 'root', mode = 0o644 } = {}) {
      writeFileSync(join(folder, path), text, { mode });
      execFileSync('chown', [`${owner}:`, join(folder, path)]);
    },
    async start(...names: string[]) {
      isRunning = true;
      for (const each of names) units.add(each);
      for (const each of units) startUnit(each);
    },
    /** Simulates a power loss: `kill -9` of all processes. */
    async kill() {
      isRunning = false;
      await signalAll('SIGKILL');
    },
    boot: () => machine.start(),
    freeze: () => signalAll('SIGSTOP'),
    unfreeze: () => signalAll('SIGCONT'),
    /** Disconnects the network. The machine keeps running. */
    disconnect: () => ip('link', 'set', hostLink, 'down'),
    reconnect: () => ip('link', 'set', hostLink, 'up'),
    async exec(
      user: string,
      command: string,
      { input = '', withinMs = 20_000 } = {},
    ): Promise<string> {
      const child = spawn('ip', inside(user, command), {
        stdio: ['pipe', 'pipe', 'pipe'],
        cwd: '/',
      });
      let [output, errors] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (output += chunk));
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
      child.stdin.on('error', () => undefined).end(input);
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      const [code] = (await once(child, 'close')) as [number | null];
      clearTimeout(timer);
      if (code !== 0)
        throw new Error(`${command} on ${name} exited with ${code ?? 'a timeout'}: ${errors}`);
      return output;
    },
    log: (unit: string) => readFileSync(join(logs, `${name}-${unit}.log`), 'utf8'),
    async drop() {
      await machine.kill();
      while ((await processes()).length) await pause(20);
      await ip('link', 'delete', hostLink);
      await ip('netns', 'delete', namespace);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return machine;
}
export type Machine = Awaited<ReturnType<typeof aMachine>>;
