import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageManifest } from '#domain/playlist.ts';
import { nativeLanguageName } from '../language.ts';
import { MANIFEST_FILE, writeJson } from '../manifest.ts';
import type { CaptionText } from './captions.ts';

/** Adds new or corrected captions to a finished package, without encoding the film again. */
export async function refreshCaptions(outDir: string, manifest: PackageManifest, captionTexts: CaptionText[]) {
  let isChanged = false;
  const captions = new Map(manifest.captions.map((caption) => [caption.language, caption]));
  await mkdir(join(outDir, 'captions'), { recursive: true });
  for (const { language, vtt } of captionTexts) {
    const uri = `captions/${language}.vtt`;
    if (
      await readFile(join(outDir, uri)).then(
        (before) => before.equals(vtt),
        () => false,
      )
    )
      continue;
    isChanged = true;
    await writeFile(join(outDir, uri), vtt);
    captions.set(language, { language, label: nativeLanguageName(language), uri });
  }
  if (!isChanged) return { manifest, isChanged };
  // The changed manifest gives the package a new key, so an import stores it as a new package.
  const newManifest = { ...manifest, captions: [...captions.values()] };
  await writeJson(join(outDir, `${MANIFEST_FILE}.new`), newManifest);
  await rename(join(outDir, `${MANIFEST_FILE}.new`), join(outDir, MANIFEST_FILE));
  return { manifest: newManifest, isChanged };
}
