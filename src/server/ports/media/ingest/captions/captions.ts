import { access, constants, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import pMap from 'p-map';
import type { Caption } from '#domain/playlist.ts';
import { UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import { MediaError } from '../../errors.ts';
import { clockArgs } from '../clock.ts';
import type { Finding } from '../findings.ts';
import { inputArgs } from '../container.ts';
import { languageTag, nativeLanguageName } from '../language.ts';
import type { Source } from '../probe.ts';
import { flags, type RunOptions, runFfmpeg } from '../tools.ts';
import type { WorkFolder } from '../work-folder.ts';
import { convertCaptions } from './convert.ts';
import { type CaptionEncoding, usualEncoding } from './encodings.ts';
import { findingsOfCaptions } from './report.ts';
import type { CaptionProblem } from './report.ts';

export interface CaptionFile {
  language: string;
  file: string;
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

export interface ConvertedCaptions {
  files: CaptionFile[];
  findings: Finding[];
}

/**
 * Converts the files to WebVTT in `folder`. Runs before the film is encoded, so that a bad file fails early. Returns the new files.
 * Throws MediaError.
 */
export async function readCaptions(
  files: CaptionFile[],
  folder: string,
  encoding?: CaptionEncoding,
): Promise<ConvertedCaptions> {
  const languages = files.map(({ language }) => language);
  const duplicate = languages.find((language, at) => languages.indexOf(language) !== at);
  if (duplicate)
    throw new MediaError(`There are two caption files for ${nativeLanguageName(duplicate)} (${duplicate})`);
  const converted = await pMap(files, (file) => readCaption(file, folder, encoding), { concurrency: 1 });
  return {
    files: converted.map(({ language, file }) => ({ language, file })),
    findings: converted.flatMap(({ findings }) => findings),
  };
}

async function readCaption({ language, file }: CaptionFile, folder: string, encoding?: CaptionEncoding) {
  const to = join(folder, `${language}.vtt`);
  await checkSize(file);
  const report = await convertCaptions({ from: file, to, language, encoding });
  if (report.problem) throw new MediaError(problemText(report.problem, basename(file), language));
  return { language, file: to, findings: findingsOfCaptions(report, { language, file: basename(file) }) };
}

const problemText = (problem: CaptionProblem, name: string, language: string) =>
  problem === 'no captions'
    ? `${name} has no captions in it; it must be WebVTT or SRT`
    : `${name} is neither UTF-8 nor UTF-16; save it as UTF-8, or name its encoding, for example ` +
      `--caption-encoding ${usualEncoding(language)}`;

async function checkSize(file: string): Promise<void> {
  const wrapError = (error: Error) => {
    throw new MediaError(`Cannot read the caption file: ${error.message}`);
  };
  const entry = await stat(file).catch(wrapError);
  if (!entry.isFile()) throw new MediaError(`${basename(file)} is not a file`);
  if (entry.size > MAX_BYTES) throw new MediaError(`${basename(file)} has more than ${MAX_BYTES / 1_000_000} MB`);
  await access(file, constants.R_OK).catch(wrapError);
}

/** Adds embedded subtitles in languages without a caption file. */
export async function writeCaptions({ dir }: WorkFolder, source: Source, files: CaptionFile[], run: RunOptions) {
  const folder = join(dir, 'package', 'captions');
  await mkdir(folder, { recursive: true });
  for (const { language, file } of files) await copyFile(file, join(folder, `${language}.vtt`));
  const fileLanguages = files.map(({ language }) => language);
  const extracted = await extractSubtitles(dir, source, new Set(fileLanguages), run);
  const languages = [...fileLanguages, ...extracted.map(({ language }) => language)];
  return { captions: languages.map(captionTrack), findings: extracted.flatMap(({ findings }) => findings) };
}

export const captionTrack = (language: string): Caption => ({
  language,
  label: nativeLanguageName(language),
  uri: `captions/${language}.vtt`,
});

/** Returns the languages that were added. */
async function extractSubtitles(dir: string, source: Source, excludedLanguages: Set<string>, run: RunOptions) {
  const selected = source.subtitles.filter(({ language }) => !excludedLanguages.has(language));
  if (selected.length === 0) return [];
  // One run for all subtitles, because each run reads the whole film.
  const limits = flags({ fs: MAX_BYTES, f: 'webvtt' });
  const outputs = selected.flatMap(({ index }) => ['-map', `0:${index}`, ...limits, `clear/${index}.vtt`]);
  await runFfmpeg([...inputArgs(source), ...outputs, ...clockArgs(source)], { ...run, cwd: dir });
  const convertExtracted = async ({ language, index }: { language: string; index: number }) => {
    const to = join(dir, 'package', 'captions', `${language}.vtt`);
    const report = await convertCaptions({ from: join(dir, 'clear', `${index}.vtt`), to, language });
    if (report.problem) await rm(to);
    return report.problem ? [] : [{ language, findings: findingsOfCaptions(report, { language, file: null }) }];
  };
  return (await pMap(selected, convertExtracted, { concurrency: 1 })).flat();
}
