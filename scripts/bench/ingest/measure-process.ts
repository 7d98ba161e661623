import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../../command-error.ts';

/** Of a process and all that it starts. Linux only. */
export interface ProcessFigures {
  seconds: number;
  /** Of all processors. Other programs of the machine change it less than the time. */
  processorSeconds: number;
  peakMemoryMb: number;
  peakDiskMb: number;
}

const SAMPLE_MS = 250;
const MEGABYTE = 1_000_000;
const TICKS_PER_SECOND = 100;

/** Runs a program to its end. Throws CommandError if it fails. */
export async function measureProcess(
  [program, ...args]: [program: string, ...args: string[]],
  folder: string,
): Promise<ProcessFigures> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk).slice(-2000)));
  const started = performance.now();
  const peak = { memory: 0, ticks: 0, disk: 0 };
  const timer = setInterval(() => {
    const pids = processTree(child.pid!);
    peak.memory = Math.max(peak.memory, sum(pids.map(privateBytes)));
    peak.ticks = Math.max(peak.ticks, sum(pids.map(processorTicks)));
    void sizeOf(folder).then((bytes) => (peak.disk = Math.max(peak.disk, bytes)));
  }, SAMPLE_MS);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new CommandError(`${program} ended with ${code}: ${errors}`);
  peak.disk = Math.max(peak.disk, await sizeOf(folder));
  return {
    seconds: (performance.now() - started) / 1000,
    processorSeconds: peak.ticks / TICKS_PER_SECOND,
    peakMemoryMb: peak.memory / MEGABYTE,
    peakDiskMb: peak.disk / MEGABYTE,
  };
}

const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);

/** A process and its descendants. */
function processTree(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isDescendant = (each: number): boolean =>
    each === pid || (each > 1 && isDescendant(parents.get(each) ?? 0));
  return [...parents.keys()].filter(isDescendant);
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
/** Without shared pages. */
const privateBytes = (pid: number) =>
  1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0);

/**
 * User and system time of the process and of its children that have ended: fields 14 to 17 of
 * `stat`, after the name in brackets.
 */
function processorTicks(pid: number): number {
  const text = readProc(pid, 'stat');
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
  return sum(fields.slice(11, 15).map(Number));
}

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
  return sum(sizes);
}
