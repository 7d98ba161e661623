import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caption, PackageManifest, Rendition } from '#domain/playlist.ts';
import { MediaError } from '../errors.ts';
import type { Protected } from './protect.ts';
import type { Making, Parts } from './stages.ts';

export const MANIFEST = 'manifest.json';
export const KEYS = 'keys.json';
const PRIVATE = 0o600;

/** Puts `manifest.json` and `keys.json` beside the parts of a film. */
export async function writeManifest(
  { work, ladder, tracks }: Making,
  { seconds, stills, pictures, sounds }: Parts,
  captions: Caption[],
  madeFrom: string,
): Promise<PackageManifest> {
  const keys: string[] = [];
  const take = (part: Protected) => numbered(part, keys);
  const renditions: Rendition[] = [
    ...ladder.map(({ name, width, height }) => {
      return { name, kind: 'video' as const, width, height, ...take(pictures.get(name)!) };
    }),
    ...tracks.map(({ name, language }) => ({ name, kind: 'audio' as const, language, ...take(sounds.get(name)!) })),
  ];
  const manifest: PackageManifest = { version: 1, madeFrom, durationSeconds: seconds, renditions, captions, ...stills };
  const folder = join(work.dir, 'package');
  await writeJson(join(folder, MANIFEST), manifest);
  await writeJson(join(folder, KEYS), { keys }, PRIVATE);
  return manifest;
}

/** A rendition whose keys are counted through the whole film; they are added to `keys`. */
function numbered({ keys: own, segments, ...part }: Protected, keys: string[]): Omit<Protected, 'keys'> {
  const first = keys.length;
  keys.push(...own);
  return { ...part, segments: segments.map((segment) => ({ ...segment, keyIndex: first + segment.keyIndex })) };
}

export const writeJson = (file: string, value: unknown, mode?: number) =>
  writeFile(file, `${JSON.stringify(value, null, 1)}\n`, { mode });

/** The package that is in a folder already, when it was made from the same; null for an empty folder or none. Throws MediaError. */
export async function packageAt(folder: string, madeFrom: string): Promise<PackageManifest | null> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new MediaError(`${folder} is not a folder`);
  });
  if (entries.length === 0) return null;
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as PackageManifest;
  if (manifest.madeFrom === madeFrom) return manifest;
  throw new MediaError(
    `${folder} is not empty: it holds another film, or this one with other settings. Remove it, or choose another --out`,
  );
}
