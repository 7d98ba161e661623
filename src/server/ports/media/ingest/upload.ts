import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { CACHE_FOREVER, contentTypeOf } from '../../../site/content-types.ts';
import type { ObjectStorage } from '../object-storage.ts';
import { readPackage } from '../package-files.ts';

const CONCURRENCY = 4;

/**
 * Uploads to `packages/{packageKey}/` and returns that folder key. Skips uploaded files, so that an
 * upload can continue.
 */
// Chosen: the decryption keys (keys.json) are never uploaded, because a CDN could serve them from
// the storage.
export async function uploadPackage({
  objects,
  folder,
  prefix,
  onProgress = () => undefined,
}: {
  objects: ObjectStorage;
  folder: string;
  prefix: string;
  onProgress?: (fraction: number) => void;
}): Promise<string> {
  const { packageKey, files } = await readPackage(folder);
  const folderKey = [prefix, 'packages', packageKey].filter(Boolean).join('/');
  const existingTags = new Map(
    (await objects.list(`${folderKey}/`)).map(({ key, etag }) => [key, etag]),
  );
  let doneCount = 0;

  const uploadOnce = async (name: string) => {
    const body = await readFile(join(folder, name));
    const key = `${folderKey}/${name}`;
    const isUploaded = existingTags.get(key) === createHash('md5').update(body).digest('hex');
    if (!isUploaded)
      await objects.put(key, body, { type: contentTypeOf(name), cacheControl: CACHE_FOREVER });
    onProgress(++doneCount / files.length);
  };
  await pMap(files, uploadOnce, { concurrency: CONCURRENCY });
  return folderKey;
}
