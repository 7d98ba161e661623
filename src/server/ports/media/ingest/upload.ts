import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Objects } from '../objects.ts';
import { readPackage } from '../package-files.ts';

const TYPES: Record<string, string> = {
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};
const AT_ONCE = 4;
/** A package has its address from its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Brings a package into a storage, to `packages/{packageKey}/`, where the house's signed addresses look for it through a CDN.
 * What is there already stays, so a broken upload goes on. Gives the folder's name.
 */
// Chosen: the keys are never uploaded. A storage that a CDN reads must not hold what opens the segments.
export async function uploadPackage(
  objects: Objects,
  folder: string,
  prefix: string,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<string> {
  const { packageKey, files } = await readPackage(folder);
  const place = [prefix, 'packages', packageKey].filter(Boolean).join('/');
  const there = new Map((await objects.list(`${place}/`)).map(({ key, etag }) => [key, etag]));
  let seen = 0;

  await severalAtOnce(files, async (name) => {
    const body = await readFile(join(folder, name));
    const key = `${place}/${name}`;
    const isThere = there.get(key) === createHash('md5').update(body).digest('hex');
    if (!isThere) await objects.put(key, body, { type: TYPES[extname(name)] ?? BYTES, cacheControl: FOR_EVER });
    onProgress(++seen / files.length);
  });
  return place;
}

const BYTES = 'application/octet-stream';

async function severalAtOnce(names: string[], send: (name: string) => Promise<void>): Promise<void> {
  const left = [...names];
  const worker = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await send(name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
