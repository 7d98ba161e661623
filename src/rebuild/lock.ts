import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RebuildRunning } from './errors.ts';

const LOOK_AGAIN_MS = 200;

/**
 * Takes the lock of a data folder; gives what lets go of it. Whoever comes second leaves with RebuildRunning, or waits. The
 * lock of a process that is no more is nobody's.
 */
export async function lock(dataDir: string, { wait = false }: { wait?: boolean } = {}): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'rebuild.lock');
  for (;;) {
    if (take(file)) return () => rmSync(file, { force: true });
    const holder = holderOf(file);
    if (holder === null || !isAlive(holder)) rmSync(file, { force: true });
    else if (wait) await pause(LOOK_AGAIN_MS);
    else throw new RebuildRunning(`Process ${holder} is rebuilding the site already`);
  }
}

/** A link is made whole or not at all: a lock never stands without its holder's name. */
function take(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function holderOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
