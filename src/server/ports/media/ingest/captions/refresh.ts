import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageManifest } from '#domain/playlist.ts';
import { ownName } from '../language.ts';
import { MANIFEST, writeJson } from '../manifest.ts';

/** Puts new or mended captions into a package that was made already: nobody encodes a film again for a comma. */
export async function refreshCaptions(
  outDir: string,
  manifest: PackageManifest,
  read: { language: string; vtt: string }[],
): Promise<{ manifest: PackageManifest; isChanged: boolean }> {
  let isChanged = false;
  const captions = new Map(manifest.captions.map((caption) => [caption.language, caption]));
  await mkdir(join(outDir, 'captions'), { recursive: true });
  for (const { language, vtt } of read) {
    const uri = `captions/${language}.vtt`;
    if ((await readFile(join(outDir, uri), 'utf8').catch(() => '')) === vtt) continue;
    isChanged = true;
    await writeFile(join(outDir, uri), vtt);
    captions.set(language, { language, label: ownName(language), uri });
  }
  if (!isChanged) return { manifest, isChanged };
  // The name makes the package another one for an import, which keeps packages by what they are.
  const next = { ...manifest, captions: [...captions.values()] };
  await writeJson(join(outDir, `${MANIFEST}.new`), next);
  await rename(join(outDir, `${MANIFEST}.new`), join(outDir, MANIFEST));
  return { manifest: next, isChanged };
}
