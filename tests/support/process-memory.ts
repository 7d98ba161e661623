import { readFileSync, writeFileSync } from 'node:fs';

/** Megabytes: what a process holds, and the most that it held since `forget`. Linux alone tells both. */
export function memoryOf(pid: number) {
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  return {
    now: () => read('VmRSS'),
    most: () => read('VmHWM'),
    forget: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  };
}
