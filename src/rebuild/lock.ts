import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RebuildRunning } from './errors.ts';

const LOOK_AGAIN_MS = 200;

/**
 * Takes the lock of a data folder; gives what lets go of it. Whoever comes second leaves with RebuildRunning, or waits. The
 * lock of a process that is no more is nobody's, also where another one has its number by now.
 */
export async function lock(dataDir: string, { wait = false }: { wait?: boolean } = {}): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'rebuild.lock');
  const mine = `${process.pid} ${beganAt(process.pid) ?? ''}`;
  for (;;) {
    if (take(file, mine)) return () => letGo(file, mine);
    const holder = holderOf(file);
    if (holder === null) continue;
    if (!isAlive(holder)) letGo(file, holder);
    else if (wait) await pause(LOOK_AGAIN_MS);
    else throw new RebuildRunning(`Process ${holder.split(' ')[0]} is rebuilding the site already (${file})`);
  }
}

/** A link is made whole or not at all: a lock never stands without its holder's name. */
function take(file: string, mine: string): boolean {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, mine);
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes this holder's lock away, and not that of one who took it meanwhile. */
function letGo(file: string, holder: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function holderOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the process that wrote this is there: `4711 823112`, its number and when it began. */
function isAlive(holder: string): boolean {
  const [pid, began] = holder.split(' ');
  if (!Number(pid) || !isRunning(Number(pid))) return false;
  const now = beganAt(Number(pid));
  return !began || now === null || began === now;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in ticks since the machine did; null where the system does not tell (Linux does: proc(5), field 22). */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
