import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RebuildRunningError } from './errors.ts';

const RETRY_MS = 200;

/**
 * Locks a data folder and returns the function that releases the lock. If another process holds the
 * lock, waits or throws RebuildRunningError. The lock of a dead process is removed, even if another
 * process has its pid by now.
 */
export async function acquireLock(
  dataDir: string,
  { wait = false }: { wait?: boolean } = {},
): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'rebuild.lock');
  const ownHolder = `${process.pid} ${startTicksOf(process.pid) ?? ''}`;
  for (;;) {
    if (tryCreateLock(file, ownHolder)) return () => removeLock(file, ownHolder);
    const holder = readHolder(file);
    if (holder === null) continue;
    if (!isAlive(holder)) removeLock(file, holder);
    else if (wait) await pause(RETRY_MS);
    else
      throw new RebuildRunningError(
        `Process ${holder.split(' ')[0]} is rebuilding the site or rolling it back (${file})`,
      );
  }
}

/** Writes a complete file and then links it, so that no process reads a lock without a holder. */
function tryCreateLock(file: string, holder: string): boolean {
  const tempFile = `${file}.${process.pid}`;
  writeFileSync(tempFile, holder);
  try {
    linkSync(tempFile, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(tempFile, { force: true });
  }
}

/** Removes the lock if this holder still has it, and restores the lock of another holder. */
function removeLock(file: string, holder: string): void {
  const tempFile = `${file}.${process.pid}.old`;
  try {
    renameSync(file, tempFile);
    if (readFileSync(tempFile, 'utf8') !== holder) linkSync(tempFile, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(tempFile, { force: true });
  }
}

function readHolder(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** `holder`: pid and start ticks, `4711 823112`. */
function isAlive(holder: string): boolean {
  const [pid, startTicks] = holder.split(' ');
  if (!Number(pid) || !isRunning(Number(pid))) return false;
  const currentTicks = startTicksOf(Number(pid));
  return !startTicks || currentTicks === null || startTicks === currentTicks;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the process's start time in clock ticks since boot (proc(5), field 22); null outside
 * Linux.
 */
function startTicksOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
