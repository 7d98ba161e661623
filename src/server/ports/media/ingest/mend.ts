import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caption, PackageManifest, Rendition } from '#domain/playlist.ts';
import { MediaError } from '../errors.ts';
import { readPackage } from '../package-files.ts';
import { parseJson } from '../../../parse-json.ts';
import type { WorkFolder } from './work-folder.ts';

/** Whether a package has all files that its manifest names, in full length. */
export async function isComplete(folder: string, manifest: PackageManifest): Promise<boolean> {
  try {
    const { keys } = await readPackage(folder);
    const found = await Promise.all(
      manifest.renditions.map((each) => isWhole(folder, each, keys.length)),
    );
    return found.every(Boolean);
  } catch (error) {
    if (error instanceof MediaError) return false;
    throw error;
  }
}

/** The results of the stages whose files an incomplete package still has. */
export async function finishedStages(
  folder: string,
  manifest: PackageManifest,
): Promise<Record<string, unknown>> {
  const keys = await readKeys(folder);
  const done: Record<string, unknown> = {};
  for (const rendition of manifest.renditions)
    if (await isWhole(folder, rendition, keys.length))
      done[rendition.name] = withOwnKeys(rendition, keys);
  const { poster, sprite } = manifest;
  if ((await hasFile(folder, poster)) && (await hasFile(folder, sprite.uri)))
    return { ...done, stills: { poster, sprite } };
  // The seek previews are made from the smallest picture before it is encrypted.
  delete done[smallestOf(manifest)];
  return done;
}

export const hasAv1 = ({ renditions }: PackageManifest): boolean =>
  renditions.some(({ codecs }) => codecs.startsWith('av01'));

/** Keeps the captions that were added to the package after it was made. */
export async function withExistingCaptions(
  { dir }: WorkFolder,
  {
    captions,
    existing,
    excludedLanguages = [],
  }: { captions: Caption[]; existing: PackageManifest | undefined; excludedLanguages?: string[] },
): Promise<Caption[]> {
  const languages = new Set([...excludedLanguages, ...captions.map(({ language }) => language)]);
  const others = existing?.captions.filter(({ language }) => !languages.has(language)) ?? [];
  const found = await Promise.all(others.map(({ uri }) => hasFile(join(dir, 'package'), uri)));
  return [...captions, ...others.filter((_, at) => found[at])];
}

const smallestOf = ({ renditions }: PackageManifest) =>
  renditions.findLast(({ kind }) => kind === 'video')?.name ?? '';

async function readKeys(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'keys.json'), 'utf8').catch(() => '');
  return (parseJson(text) as { keys?: string[] } | null)?.keys ?? [];
}

async function isWhole(
  folder: string,
  { init, segments }: Rendition,
  keyCount: number,
): Promise<boolean> {
  const found = await Promise.all(segments.map(({ uri, bytes }) => hasFile(folder, uri, bytes)));
  return (
    (await hasFile(folder, init)) &&
    found.every(Boolean) &&
    segments.every(({ keyIndex }) => keyIndex < keyCount)
  );
}

const hasFile = (folder: string, name: string, bytes?: number): Promise<boolean> =>
  stat(join(folder, name)).then(
    ({ size }) => (bytes === undefined ? size > 0 : size === bytes),
    () => false,
  );

/**
 * In the manifest, key indexes count through the whole film; in a stage, from its own first key.
 */
function withOwnKeys({ init, segments, bandwidth, codecs }: Rendition, keys: string[]) {
  const indexes = segments.map(({ keyIndex }) => keyIndex);
  const first = Math.min(...indexes);
  return {
    init,
    bandwidth,
    codecs,
    segments: segments.map((segment) => ({ ...segment, keyIndex: segment.keyIndex - first })),
    keys: keys.slice(first, Math.max(...indexes) + 1),
  };
}
