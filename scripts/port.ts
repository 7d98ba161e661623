import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Config } from '#server/config/config.ts';

/**
 * Rejects with the error of `listen` if the port is in use. Called before the database is opened.
 */
export const probePort = ({
  port,
  host,
  passedSocket,
}: Pick<Config, 'port' | 'host' | 'passedSocket'>) =>
  new Promise<void>((resolve, reject) => {
    if (passedSocket !== null) return resolve();
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

export function portTakenMessage(port: number, setting?: string): string {
  const listener = findListener(port);
  const program = listener
    ? `process ${listener.pid}${listener.command && ` (${listener.command})`}`
    : 'a process that this user cannot see';
  return `The port ${port} is in use by ${program}. Stop that process${setting ? `, or set ${setting} to another port` : ''}.`;
}

interface Listener {
  pid: number;
  command: string;
}

/** Null if the operating system does not show the process, for example of another user. */
export function findListener(port: number): Listener | null {
  try {
    const pid =
      process.platform === 'linux'
        ? pidByProc(port)
        : Number(firstOutputLine('lsof', `-tiTCP:${port}`, '-sTCP:LISTEN'));
    return pid ? { pid, command: commandOf(pid) } : null;
  } catch {
    return null;
  }
}

/** Empty if the command does not exist. */
const firstOutputLine = (command: string, ...args: string[]) =>
  (spawnSync(command, args, { encoding: 'utf8' }).stdout ?? '').replace(/\n.*/s, '').trim();

const commandOf = (pid: number) =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    : firstOutputLine('ps', '-o', 'args=', '-p', String(pid));

const LISTENING = '0A';

/**
 * Reads /proc, because servers often lack lsof: /proc/net has the sockets of a port, /proc/<pid>/fd
 * those of a process.
 */
function pidByProc(port: number): number | undefined {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, address, , state]) => state === LISTENING && address?.endsWith(end))
      .map((fields) => `socket:[${fields[9]}]`),
  );
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => pid && hasSocket(pid, sockets));
}

function hasSocket(pid: number, sockets: string[]): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((file) => sockets.includes(readlinkSync(`${folder}/${file}`)));
  } catch {
    return false; // the process ended meanwhile, or belongs to another user
  }
}
