import { readFileSync, writeFileSync } from 'node:fs';

/** Reads the memory of a process in megabytes: now, and the peak since `resetPeak`. Linux only. */
export function processMemory(pid: number) {
  const read = (name: string) =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      )![1],
    ) / 1024;
  return {
    currentMb: () => read('VmRSS'),
    peakMb: () => read('VmHWM'),
    resetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  };
}
