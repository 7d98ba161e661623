import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PICTURE_KINDS } from './images.ts';

export const ENCODED_FOLDER = 'encoded';
const MANIFEST_FILE = 'manifest.json';

export const PictureManifest = z.object({
  /**
   * Settings, sharp version and platform that encoded the files. Other values may give other bytes.
   */
  encoder: z.object({ encoding: z.unknown(), sharp: z.string(), platform: z.string() }),
  /**
   * By `pictureDigest`. A file with the digest of its source is not stored twice. The digests in
   * `files` are SHA-256 in hexadecimal, whole.
   */
  pictures: z.record(
    z.string(),
    z.object({
      kind: z.enum(PICTURE_KINDS),
      source: z.string(),
      sourceDigest: z.string(),
      files: z.record(z.string(), z.string()),
    }),
  ),
});
export type PictureManifest = z.infer<typeof PictureManifest>;

export const manifestFile = (folder: string): string => join(folder, ENCODED_FOLDER, MANIFEST_FILE);

export type EncodedPictures = ReturnType<typeof openEncodedPictures>;

/** Pictures that are shipped already encoded, so that no start encodes them again. */
export function openEncodedPictures(folder: string) {
  const { pictures } = PictureManifest.parse(
    JSON.parse(readFileSync(manifestFile(folder), 'utf8')),
  );
  return {
    /** Undefined if the set is not shipped, or not whole. */
    filesOf: (digest: string) => {
      const picture = pictures[digest];
      if (!picture) return undefined;
      const files = Object.entries(picture.files).map(([name, fileDigest]) => ({
        name,
        file:
          fileDigest === picture.sourceDigest
            ? join(folder, picture.source)
            : join(folder, ENCODED_FOLDER, digest, name),
      }));
      // Chosen: an incomplete set is encoded again, because a slow start is better than none.
      return files.every(({ file }) => existsSync(file)) ? files : undefined;
    },
  };
}
