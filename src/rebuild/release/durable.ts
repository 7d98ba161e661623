import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

const AT_ONCE = 8;

/** Brings files and folders to the disk, so that a loss of power after the switch finds them whole. */
export async function settle(paths: Iterable<string>): Promise<void> {
  const waiting = [...paths].values();
  const next = async () => {
    for (const path of waiting) {
      const handle = await open(path, 'r');
      await handle.sync().finally(() => handle.close());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

export function settleNow(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
