import { access, constants, copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pMap from 'p-map';
import type { Caption, PackageManifest } from '#domain/playlist.ts';
import { UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import { MediaError } from '../../errors.ts';
import { fileDigest } from '../../file-digest.ts';
import { clockArgs } from '../clock.ts';
import type { Finding } from '../findings.ts';
import { inputArgs } from '../container.ts';
import { nativeLanguageName } from '../language.ts';
import type { Source } from '../probe.ts';
import { flags, type RunOptions, runFfmpeg } from '../tools.ts';
import type { WorkFolder } from '../work-folder.ts';
import { convertCaptions } from './convert.ts';
import { type CaptionEncoding, usualEncoding } from './encodings.ts';
import { convertForeignFormat } from './foreign-formats.ts';
import { findingsOfCaptions } from './report.ts';
import type { CaptionProblem } from './report.ts';

export interface CaptionFile {
  language: string;
  file: string;
}

const MAX_BYTES = UPLOAD_MAX_BYTES.captions;
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
  const from = await convertForeignFormat(file, folder, encoding);
  if (from === null) throw new MediaError(problemText('unknown encoding', basename(file), language));
  const report = await convertCaptions({ from, to, language, encoding });
  if (report.problem) throw new MediaError(problemText(report.problem, basename(file), language));
  return { language, file: to, findings: findingsOfCaptions(report, { language, file: basename(file) }) };
}

const problemText = (problem: CaptionProblem, name: string, language: string) =>
  problem === 'no captions'
    ? `${name} has no captions in it; it must be WebVTT, SRT, SBV, SubStation Alpha, SAMI or SCC`
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
  const extracted = await extractSubtitles(dir, source, new Set([...fileLanguages, ...excludedLanguages]), run);
  const extractedLanguages = extracted.flatMap(({ language }) => language ?? []);
  const languages = [...fileLanguages, ...extractedLanguages];
  const written = languages.map((language) => ({ language, file: join(folder, `${language}.vtt`) }));
  return { captions: await pMap(written, captionTrack), findings: extracted.flatMap(({ findings }) => findings) };
}

/** `file` has the captions as WebVTT. */
export async function captionTrack({ language, file }: CaptionFile): Promise<Caption> {
  const sha256 = Buffer.from(await fileDigest(file), 'hex').toString('base64url');
  return { language, label: nativeLanguageName(language), uri: `captions/${language}.vtt`, sha256 };
}

/** Captions of an existing package that came from a file which is gone. */
export function captionsWithoutFile(
  { captions }: PackageManifest,
  files: CaptionFile[],
  { subtitles }: Source,
  excludedLanguages: string[],
): Finding[] {
  const known = new Set([...excludedLanguages, ...[...files, ...subtitles].map(({ language }) => language)]);
  const languages = captions.map(({ language }) => language).filter((language) => !known.has(language));
  return languages.length > 0 ? [{ code: 'captions-without-file', values: { languages } }] : [];
}

/** Subtitles in the film whose language has a caption file. */
export function replacedSubtitles({ subtitles }: Source, files: CaptionFile[]): Finding[] {
  const replaced = subtitles.filter(({ language }) => files.some((file) => file.language === language));
  if (replaced.length === 0) return [];
  return [
    streamFinding(
      'subtitles-replaced',
      replaced.map(({ index }) => index),
    ),
  ];
}

const streamFinding = (code: 'subtitles-empty' | 'subtitles-replaced', streams: number[]): Finding => ({
  code,
  values: { streams },
});

/** Returns the languages that were added; null for a track without captions. */
async function extractSubtitles(dir: string, source: Source, excludedLanguages: Set<string>, run: RunOptions) {
  const selected = source.subtitles.filter(({ language }) => !excludedLanguages.has(language));
  if (selected.length === 0) return [];
  // One run for all subtitles, because each run reads the whole film.
  // SRT keeps positions, as ffmpeg writes it.
  const limits = flags({ fs: MAX_BYTES, f: 'srt' });
  const outputs = selected.flatMap(({ index }) => ['-map', `0:${index}`, ...limits, `clear/${index}.srt`]);
  await runFfmpeg([...inputArgs(source), ...outputs, ...clockArgs(source)], { ...run, cwd: dir });
  const convertExtracted = async ({ language, index }: { language: string; index: number }) => {
    const to = join(dir, 'package', 'captions', `${language}.vtt`);
    const report = await convertCaptions({ from: join(dir, 'clear', `${index}.srt`), to, language });
    if (report.problem) await rm(to);
    if (report.problem) return { language: null, findings: [streamFinding('subtitles-empty', [index])] };
    return { language, findings: findingsOfCaptions(report, { language, file: null }) };
  };
  return pMap(selected, convertExtracted, { concurrency: 1 });
}
