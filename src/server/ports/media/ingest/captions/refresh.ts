import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageManifest } from '#domain/playlist.ts';
import { fileDigest } from '../../file-digest.ts';
import { MANIFEST_FILE, writeJson } from '../manifest.ts';
import { type CaptionFile, captionTrack } from './captions.ts';

/** Adds, corrects and removes captions of a finished package, without encoding the film again. */
export async function refreshCaptions(
  outDir: string,
  manifest: PackageManifest,
  { files, excludedLanguages }: { files: CaptionFile[]; excludedLanguages: string[] },
) {
  let isChanged = false;
  const captions = new Map(manifest.captions.map((caption) => [caption.language, caption]));
  for (const language of excludedLanguages) isChanged = captions.delete(language) || isChanged;
  await mkdir(join(outDir, 'captions'), { recursive: true });
  for (const { language, file } of files) {
    const uri = `captions/${language}.vtt`;
    const digestBefore = await fileDigest(join(outDir, uri)).catch(() => null);
    if (digestBefore === (await fileDigest(file))) continue;
    isChanged = true;
    await copyFile(file, join(outDir, uri));
    captions.set(language, await captionTrack({ language, file }));
  }
  if (!isChanged) return { manifest, isChanged };
  // The digests in the manifest give the package a new key, so an import stores it as a new
  // package.
  const newManifest = { ...manifest, captions: [...captions.values()] };
  await writeJson(join(outDir, `${MANIFEST_FILE}.new`), newManifest);
  await rename(join(outDir, `${MANIFEST_FILE}.new`), join(outDir, MANIFEST_FILE));
  return { manifest: newManifest, isChanged };
}
