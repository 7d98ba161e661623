import { readFileSync } from 'node:fs';
import { cacheControlOf, contentTypeOf } from '../../site/content-types.ts';
import type { ObjectStorage } from '../media/object-storage.ts';
import type { UploadTarget } from './publisher.ts';

/**
 * Publishes to an S3-compatible bucket below a prefix (`''` or `site/`). Each object key is the
 * file's public path.
 */
export function bucketTarget(objects: ObjectStorage, prefix: string): UploadTarget {
  return {
    read: async (path) => (await objects.get(prefix + path))?.toString('utf8') ?? null,
    async put(path, file) {
      const body = new Uint8Array(readFileSync(file));
      await objects.put(prefix + path, body, {
        type: contentTypeOf(path),
        cacheControl: cacheControlOf(path),
      });
      return body.length;
    },
    remove: (path) => objects.remove(prefix + path),
    list: async () =>
      new Map(
        (await objects.list(prefix)).map(
          ({ key, etag }) => [key.slice(prefix.length), etag] as const,
        ),
      ),
  };
}
