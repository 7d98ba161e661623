import { constants } from 'node:fs';
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CaptionFile, captionTrack } from './ingest/captions/captions.ts';
import { filesOf, type PackagedFilm, packageKeyOf } from './package-files.ts';

export type PackageBase = Pick<PackagedFilm, 'packageKey' | 'manifest' | 'keys'>;

/** A package with other captions. */
export interface CaptionVariant extends PackagedFilm {
  /** The key of the package with the same picture and sound. */
  baseKey: string;
  manifestText: string;
  /** The new captions, as WebVTT. */
  captionFiles: CaptionFile[];
}

/**
 * Sets captions, replaces those of the same language, and removes the languages in `removed`. The
 * files are WebVTT.
 */
export async function captionVariant(
  { packageKey, manifest, keys }: PackageBase,
  captionFiles: CaptionFile[],
  removed: string[] = [],
): Promise<CaptionVariant> {
  const captions = new Map(manifest.captions.map((caption) => [caption.language, caption]));
  for (const language of removed) captions.delete(language);
  for (const file of captionFiles) captions.set(file.language, await captionTrack(file));
  const changed = { ...manifest, captions: [...captions.values()] };
  const manifestText = `${JSON.stringify(changed, null, 1)}\n`;
  return {
    packageKey: packageKeyOf(manifestText, JSON.stringify(keys)),
    manifest: changed,
    keys,
    files: ['manifest.json', ...filesOf(changed)],
    baseKey: packageKey,
    manifestText,
    captionFiles,
  };
}

/**
 * Writes the variant to `folder`. Picture and sound are links to the files in `baseFolder`, so they
 * need no space.
 */
export async function writeVariant(
  variant: CaptionVariant,
  baseFolder: string,
  folder: string,
): Promise<void> {
  const captionFiles = new Map(
    variant.captionFiles.map(({ language, file }) => [`captions/${language}.vtt`, file]),
  );
  for (const name of variant.files) {
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    const captionFile = captionFiles.get(name);
    if (name === 'manifest.json') await writeFile(target, variant.manifestText);
    else if (captionFile) await copyFile(captionFile, target);
    else await linkOrCopy(join(baseFolder, name), target);
  }
}

/** Some file systems have no hard links. */
const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
