import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../../command-error.ts';

/** Of a process and all that it starts. Linux only. */
export interface ProcessFigures {
  seconds: number;
  /** At 10 and at 90 % of the time, and the highest: a memory that grows with the film shows. */
  memoryMb: { early: number; late: number; peak: number };
  peakDiskMb: number;
}

const SAMPLE_MS = 250;
const MEGABYTE = 1_000_000;

/** Runs a program to its end. Throws CommandError if it fails. */
export async function measureProcess(command: string[], folder: string): Promise<ProcessFigures> {
  const [program, ...args] = command;
  const child = spawn(program!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk).slice(-2000)));
  const started = performance.now();
  const memory: number[] = [];
  let peakDisk = 0;
  const timer = setInterval(() => {
    memory.push(memoryOf(child.pid!));
    void sizeOf(folder).then((bytes) => (peakDisk = Math.max(peakDisk, bytes)));
  }, SAMPLE_MS);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new CommandError(`${program} ended with ${code}: ${errors}`);
  peakDisk = Math.max(peakDisk, await sizeOf(folder));
  const seconds = (performance.now() - started) / 1000;
  const at = (share: number) => (memory[Math.floor(memory.length * share)] ?? 0) / MEGABYTE;
  return {
    seconds,
    memoryMb: { early: at(0.1), late: at(0.9), peak: Math.max(0, ...memory) / MEGABYTE },
    peakDiskMb: peakDisk / MEGABYTE,
  };
}

/** Bytes of a process and its descendants, without shared pages. */
function memoryOf(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isDescendant = (each: number): boolean => each === pid || (each > 1 && isDescendant(parents.get(each) ?? 0));
  return [...parents.keys()].filter(isDescendant).reduce((sum, each) => sum + privateBytes(each), 0);
}

const readProc = (pid: number | string, name: string) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};
const parentOf = (pid: string) => Number(/^PPid:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0);
const privateBytes = (pid: number) => 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0);

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (entry) => (entry.isFile() ? entry.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
