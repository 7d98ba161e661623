import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { displaySpace } from '#domain/format/bytes.ts';
import { MediaError } from '../errors.ts';

export interface SpaceNeeds {
  /** Of each rendition, pictures and sounds. */
  kbps: number[];
  seconds: number;
}

const BYTES_PER_KILOBIT = 125;
/** Containers, stills, captions, and the smallest picture, which stays unencrypted for a while. */
const OVERHEAD = 1.1;

/**
 * The largest size of the working folder: all renditions. A segment is removed when it is
 * encrypted.
 */
// Chosen: the peak rate of each rendition for the whole film. Films need about half of it, and a
// full disk costs hours of encoding.
export function neededBytes({ kbps, seconds }: SpaceNeeds): number {
  const sum = kbps.reduce((total, each) => total + each, 0);
  return Math.ceil(sum * seconds * BYTES_PER_KILOBIT * OVERHEAD);
}

/** Throws MediaError if the disk lacks the space that the folder still needs. */
export async function checkSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const message = findSpaceProblem({ needed, used: await bytesIn(folder), free: bavail * bsize });
  if (message)
    throw new MediaError(
      `${message} in ${folder}. Free some space, or choose another folder (--out)`,
    );
}

/** `used` by an earlier run of the same film. Undefined if the space suffices. */
export function findSpaceProblem({
  needed,
  used,
  free,
}: Record<'needed' | 'used' | 'free', number>): string | undefined {
  const missing = needed - used;
  return missing > free
    ? `This film needs up to ${displaySpace(missing)} of space, and only ${displaySpace(free)} are free`
    : undefined;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
