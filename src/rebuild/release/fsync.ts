import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

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

/** The folders below one and the files that are new in them, itself last; what is linked was brought to the disk before. */
export function newBelow(dir: string): string[] {
  const inside = readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return newBelow(path);
    return entry.isFile() && statSync(path).nlink === 1 ? [path] : [];
  });
  return [...inside, dir];
}
