import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import pMap from 'p-map';
import { UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import { MediaError } from '../../errors.ts';
import { inputArgs } from '../container.ts';
import { languageTag, nativeLanguageName, UNKNOWN_LANGUAGE } from '../language.ts';
import type { Source } from '../probe.ts';
import { flags, type RunOptions, runFfmpeg } from '../tools.ts';
import type { WorkFolder } from '../work-folder.ts';
import { convertCaptions } from './convert.ts';

export interface CaptionFile {
  language: string;
  file: string;
}

/** `vtt`: the content as WebVTT. */
export interface CaptionText {
  language: string;
  vtt: Buffer;
}

const MAX_BYTES = UPLOAD_MAX_BYTES.captions;
const CAPTION_EXTENSIONS = new Set(['.vtt', '.srt']);

/** Finds the caption files in the film's folder whose names begin with the film's name: `film.ta.vtt`, `film.pt-BR.srt`. */
export async function findCaptionFiles(film: string): Promise<CaptionFile[]> {
  const stem = basename(film, extname(film));
  const names = await readdir(dirname(film));
  const found = names.toSorted().flatMap((name) => {
    if (!name.startsWith(`${stem}.`) || !CAPTION_EXTENSIONS.has(extname(name).toLowerCase())) return [];
    const language = languageTag(name.slice(stem.length + 1, -extname(name).length));
    return language ? [{ language, file: join(dirname(film), name) }] : [];
  });
  return found.filter(({ language }, at) => found.findIndex((other) => other.language === language) === at);
}

/** Returns WebVTT. Runs before the film is encoded, so that a bad file fails early. Throws MediaError. */
export async function readCaptions(files: CaptionFile[]): Promise<CaptionText[]> {
  const languages = files.map(({ language }) => language);
  const duplicate = languages.find((language, at) => languages.indexOf(language) !== at);
  if (duplicate)
    throw new MediaError(`There are two caption files for ${nativeLanguageName(duplicate)} (${duplicate})`);
  return pMap(files, async ({ language, file }) => ({ language, vtt: await readCaption(language, file) }), {
    concurrency: 1,
  });
}

async function readCaption(language: string, file: string): Promise<Buffer> {
  const name = basename(file);
  const converted = await convertCaptions(await readSmallFile(file), language);
  if (converted === 'unknown encoding') throw new MediaError(`${name} is neither UTF-8 nor UTF-16; save it as UTF-8`);
  if (converted === 'no captions') throw new MediaError(`${name} has no captions in it; it must be WebVTT or SRT`);
  return converted;
}

async function readSmallFile(file: string): Promise<Buffer> {
  const wrapError = (error: Error) => {
    throw new MediaError(`Cannot read the caption file: ${error.message}`);
  };
  const { size } = await stat(file).catch(wrapError);
  if (size > MAX_BYTES) throw new MediaError(`${basename(file)} has more than ${MAX_BYTES / 1_000_000} MB`);
  return readFile(file).catch(wrapError);
}

/** Adds embedded subtitles in languages without a caption text. Skips forced ones and those of an unknown language. */
export async function writeCaptions({ dir }: WorkFolder, source: Source, captionTexts: CaptionText[], run: RunOptions) {
  const folder = join(dir, 'package', 'captions');
  await mkdir(folder, { recursive: true });
  const extracted = await extractSubtitles(dir, source, new Set(captionTexts.map(({ language }) => language)), run);
  return Promise.all(
    [...captionTexts, ...extracted].map(async ({ language, vtt }) => {
      await writeFile(join(folder, `${language}.vtt`), vtt);
      return { language, label: nativeLanguageName(language), uri: `captions/${language}.vtt` };
    }),
  );
}

async function extractSubtitles(dir: string, source: Source, excludedLanguages: Set<string>, run: RunOptions) {
  const selected = source.subtitles.filter(
    ({ language, isForced }) => language !== UNKNOWN_LANGUAGE && !isForced && !excludedLanguages.has(language),
  );
  if (selected.length === 0) return [];
  // One run for all subtitles, because each run reads the whole film.
  const limits = flags({ fs: MAX_BYTES, f: 'webvtt' });
  const outputs = selected.flatMap(({ index }) => ['-map', `0:${index}`, ...limits, `clear/${index}.vtt`]);
  await runFfmpeg([...inputArgs(source), ...outputs], { ...run, cwd: dir });
  const readExtracted = async ({ language, index }: { language: string; index: number }) => {
    const converted = await convertCaptions(await readFile(join(dir, 'clear', `${index}.vtt`)), language);
    return typeof converted === 'string' ? [] : [{ language, vtt: converted }];
  };
  return (await pMap(selected, readExtracted, { concurrency: 1 })).flat();
}
