import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ObjectStorage } from '../object-storage.ts';
import { readPackage } from '../package-files.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};
const CONCURRENCY = 4;
/** The address of a package changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Uploads to `packages/{packageKey}/` and returns that folder key. Skips uploaded files, so that an upload can continue. */
// Chosen: keys are never uploaded. A storage behind a CDN must not hold what decrypts the segments.
export async function uploadPackage(
  objects: ObjectStorage,
  folder: string,
  prefix: string,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<string> {
  const { packageKey, files } = await readPackage(folder);
  const folderKey = [prefix, 'packages', packageKey].filter(Boolean).join('/');
  const existingTags = new Map((await objects.list(`${folderKey}/`)).map(({ key, etag }) => [key, etag]));
  let doneCount = 0;

  await forEachConcurrently(files, async (name) => {
    const body = await readFile(join(folder, name));
    const key = `${folderKey}/${name}`;
    const isUploaded = existingTags.get(key) === createHash('md5').update(body).digest('hex');
    if (!isUploaded)
      await objects.put(key, body, {
        type: CONTENT_TYPES[extname(name)] ?? DEFAULT_CONTENT_TYPE,
        cacheControl: IMMUTABLE,
      });
    onProgress(++doneCount / files.length);
  });
  return folderKey;
}

const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

async function forEachConcurrently(names: string[], upload: (name: string) => Promise<void>): Promise<void> {
  const queue = [...names];
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await upload(name);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
