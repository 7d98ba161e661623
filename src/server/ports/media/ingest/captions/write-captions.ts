import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import type { PackageManifest } from '#domain/playlist.ts';
import type { Finding } from '../findings.ts';
import type { Source } from '../probe.ts';
import type { RunOptions } from '../tools.ts';
import type { WorkFolder } from '../work-folder.ts';
import { type CaptionFile, captionTrack } from './captions.ts';
import { extractSubtitles } from './subtitles.ts';

/** Adds embedded subtitles in languages without a caption file. */
export async function writeCaptions(
  { dir }: WorkFolder,
  source: Source,
  { files, excludedLanguages }: { files: CaptionFile[]; excludedLanguages: string[] },
  run: RunOptions,
) {
  const folder = join(dir, 'package', 'captions');
  await mkdir(folder, { recursive: true });
  for (const { language, file } of files) await copyFile(file, join(folder, `${language}.vtt`));
  const fileLanguages = files.map(({ language }) => language);
  const extracted = await extractSubtitles({
    dir,
    source,
    excludedLanguages: new Set([...fileLanguages, ...excludedLanguages]),
    run,
  });
  const extractedLanguages = extracted.flatMap(({ language }) => language ?? []);
  const languages = [...fileLanguages, ...extractedLanguages];
  const written = languages.map((language) => ({
    language,
    file: join(folder, `${language}.vtt`),
  }));
  return {
    captions: await pMap(written, captionTrack),
    findings: extracted.flatMap(({ findings }) => findings),
  };
}

/** Captions of an existing package that came from a file which is gone. */
export function captionsWithoutFile(
  { captions }: PackageManifest,
  {
    files,
    source: { subtitles },
    excludedLanguages,
  }: { files: CaptionFile[]; source: Source; excludedLanguages: string[] },
): Finding[] {
  const known = new Set([
    ...excludedLanguages,
    ...[...files, ...subtitles].map(({ language }) => language),
  ]);
  const languages = captions
    .map(({ language }) => language)
    .filter((language) => !known.has(language));
  return languages.length > 0 ? [{ code: 'captions-without-file', values: { languages } }] : [];
}
