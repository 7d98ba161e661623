import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookUp } from '#domain/existing.ts';
import type { Caption, PackageManifest, Rendition } from '#domain/playlist.ts';
import { PRIVATE_FILE } from '../../../private-files.ts';
import { MediaError } from '../errors.ts';
import { framesPerSecond } from './frame-rate.ts';
import type { EncryptedRendition } from './encrypt-rendition.ts';
import type { IngestJob } from './rendition.ts';
import type { StageResults } from './stages.ts';

export const MANIFEST_FILE = 'manifest.json';
const KEYS_FILE = 'keys.json';

export async function writeManifest(
  { work, source, ladder, tracks }: IngestJob,
  {
    stageResults: { seconds, stills, videoRenditions, audioRenditions },
    captions,
    digest,
  }: { stageResults: StageResults; captions: Caption[]; digest: string },
): Promise<PackageManifest> {
  const keys: string[] = [];
  const withFilmKeys = (part: EncryptedRendition) => renumberKeys(part, keys);
  const renditions: Rendition[] = [
    ...ladder.map(({ name, width, height }) => {
      const frameRate = framesPerSecond(source.rate);
      return {
        name,
        kind: 'video' as const,
        width,
        height,
        frameRate,
        ...withFilmKeys(lookUp(videoRenditions, name)),
      };
    }),
    ...tracks.map(({ name, language, role, label }) => ({
      name,
      kind: 'audio' as const,
      language,
      role: role ?? undefined,
      label,
      ...withFilmKeys(lookUp(audioRenditions, name)),
    })),
  ];
  const manifest: PackageManifest = {
    version: 1,
    madeFrom: digest,
    durationSeconds: seconds,
    renditions,
    captions,
    ...stills,
  };
  const folder = join(work.dir, 'package');
  await writeJson(join(folder, MANIFEST_FILE), manifest);
  await writeJson(join(folder, KEYS_FILE), { keys }, PRIVATE_FILE);
  return manifest;
}

/** Makes key indexes count through the whole film; adds the keys of the rendition to `keys`. */
function renumberKeys(
  { keys: renditionKeys, segments, ...part }: EncryptedRendition,
  keys: string[],
) {
  const firstIndex = keys.length;
  keys.push(...renditionKeys);
  return {
    ...part,
    segments: segments.map((segment) => ({ ...segment, keyIndex: firstIndex + segment.keyIndex })),
  };
}

export const writeJson = (file: string, value: unknown, mode?: number) =>
  writeFile(file, `${JSON.stringify(value, null, 1)}\n`, { mode });

/**
 * Null for a missing or empty folder. Throws MediaError if the folder holds anything else than this
 * package.
 */
export async function readExistingPackage(
  folder: string,
  digest: string,
): Promise<PackageManifest | null> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new MediaError(`${folder} is not a folder`);
  });
  if (entries.length === 0) return null;
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as PackageManifest;
  if (manifest.madeFrom === digest) return manifest;
  throw new MediaError(
    `${folder} is not empty: it holds another film, or this one with other settings. Remove it, or choose another --out`,
  );
}
