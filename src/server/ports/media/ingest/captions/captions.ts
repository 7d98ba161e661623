import { access, constants, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { option, sentence } from '#domain/format/sentence.ts';
import pMap from 'p-map';
import type { Caption } from '#domain/playlist.ts';
import { UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import { MediaError } from '../../errors.ts';
import { fileDigest } from '../../file-digest.ts';
import type { Finding } from '../findings.ts';
import { nativeLanguageName } from '../language.ts';
import { convertCaptions } from './convert.ts';
import { type CaptionEncoding, usualEncoding } from './encodings.ts';
import { convertForeignFormat } from './foreign-formats.ts';
import { type CaptionProblem, findingsOfCaptions } from './report.ts';

export interface CaptionFile {
  language: string;
  file: string;
}

const MAX_BYTES = UPLOAD_MAX_BYTES.captions;

interface CaptionOptions {
  /** Of files that are neither UTF-8 nor UTF-16. */
  encoding?: CaptionEncoding | undefined;
  /** Null if the film does not say its length. */
  filmSeconds: number | null;
}

export interface ConvertedCaptions {
  files: CaptionFile[];
  findings: Finding[];
}

/**
 * Converts the files to WebVTT in `folder`. Runs before the film is encoded, so that a bad file
 * fails early. Returns the new files. Throws MediaError.
 */
export async function readCaptions(
  files: CaptionFile[],
  folder: string,
  options: CaptionOptions,
): Promise<ConvertedCaptions> {
  const languages = files.map(({ language }) => language);
  const duplicate = languages.find((language, at) => languages.indexOf(language) !== at);
  if (duplicate)
    throw new MediaError(
      `There are two caption files for ${nativeLanguageName(duplicate)} (${duplicate})`,
    );
  const converted = await pMap(files, (file) => readCaption(file, folder, options), {
    concurrency: 1,
  });
  return {
    files: converted.map(({ language, file }) => ({ language, file })),
    findings: converted.flatMap(({ findings }) => findings),
  };
}

async function readCaption(
  { language, file }: CaptionFile,
  folder: string,
  { encoding, filmSeconds }: CaptionOptions,
) {
  const to = join(folder, `${language}.vtt`);
  await checkSize(file);
  const from = await convertForeignFormat(file, folder, encoding);
  if (from === null)
    throw new MediaError(problemText('unknown encoding', basename(file), language));
  const report = await convertCaptions({ from, to, language, encoding });
  if (report.problem) throw new MediaError(problemText(report.problem, basename(file), language));
  return {
    language,
    file: to,
    findings: findingsOfCaptions(report, { language, file: basename(file) }, filmSeconds),
  };
}

const problemText = (problem: CaptionProblem, name: string, language: string) =>
  problem === 'no captions'
    ? `${name} has no captions in it; it must be WebVTT, SRT, SBV, SubStation Alpha, SAMI or SCC`
    : sentence`${name} is neither UTF-8 nor UTF-16; save it as UTF-8, or name its encoding, for example ${option('caption-encoding', usualEncoding(language))}`;

async function checkSize(file: string): Promise<void> {
  const wrapError = (error: Error) => {
    throw new MediaError(`Cannot read the caption file: ${error.message}`);
  };
  const entry = await stat(file).catch(wrapError);
  if (!entry.isFile()) throw new MediaError(`${basename(file)} is not a file`);
  if (entry.size > MAX_BYTES)
    throw new MediaError(`${basename(file)} has more than ${MAX_BYTES / 1_000_000} MB`);
  await access(file, constants.R_OK).catch(wrapError);
}

/** `file` has the captions as WebVTT. */
export async function captionTrack({ language, file }: CaptionFile): Promise<Caption> {
  const sha256 = Buffer.from(await fileDigest(file), 'hex').toString('base64url');
  return { language, label: nativeLanguageName(language), uri: `captions/${language}.vtt`, sha256 };
}
