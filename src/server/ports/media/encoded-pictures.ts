import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PICTURE_KINDS } from './images.ts';

/** Pictures that were encoded earlier and come in a folder of their own, so that no start encodes them again. */
export interface EncodedPictures {
  /** All files of a picture's set, by `pictureDigest`; undefined for a picture that was not encoded earlier. */
  filesOf: (digest: string) => { name: string; file: string }[] | undefined;
}

export const ENCODED_FOLDER = 'encoded';
const MANIFEST_FILE = 'manifest.json';

/** Digests are SHA-256 in hexadecimal; `source` is a path below the folder that holds `encoded/`. */
export const PictureManifest = z.object({
  /** What encoded the files: settings, version of sharp, platform. Other ones may give other bytes. */
  encoder: z.object({ encoding: z.unknown(), sharp: z.string(), platform: z.string() }),
  /** By `pictureDigest`. A file with the digest of its source is the source and is not stored a second time. */
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

/** Reads `<folder>/encoded/manifest.json`. */
export function openEncodedPictures(folder: string): EncodedPictures {
  const { pictures } = PictureManifest.parse(JSON.parse(readFileSync(manifestFile(folder), 'utf8')));
  return {
    filesOf: (digest) => {
      const picture = pictures[digest];
      if (!picture) return undefined;
      const files = Object.entries(picture.files).map(([name, fileDigest]) => ({
        name,
        file:
          fileDigest === picture.sourceDigest
            ? join(folder, picture.source)
            : join(folder, ENCODED_FOLDER, digest, name),
      }));
      // Chosen: a set that lost a file is encoded anew, since a slow start is better than none.
      return files.every(({ file }) => existsSync(file)) ? files : undefined;
    },
  };
}
