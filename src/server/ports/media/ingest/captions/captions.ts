import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { decodeUnicode, decodeWindows1252 } from '../../../../text-encoding.ts';
import { MediaError } from '../../errors.ts';
import { inputArgs } from '../container.ts';
import { languageTag, nativeLanguageName, UNKNOWN_LANGUAGE } from '../language.ts';
import type { Source } from '../probe.ts';
import { type RunOptions, runFfmpeg } from '../tools.ts';
import type { WorkFolder } from '../work-folder.ts';
import { readSrt, readVtt, writeVtt } from './cues.ts';

export interface CaptionFile {
  language: string;
  file: string;
}

/** `vtt`: the content as WebVTT. */
export interface CaptionText {
  language: string;
  vtt: string;
}

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
  return Promise.all(files.map(async ({ language, file }) => ({ language, vtt: await readCaption(language, file) })));
}

async function readCaption(language: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new MediaError(`Cannot read the caption file: ${error.message}`);
  });
  const name = basename(file);
  const text = decodeCaption(bytes, language, name);
  const cues = text.startsWith('WEBVTT') ? readVtt(text) : readSrt(text);
  if (cues.length === 0) throw new MediaError(`${name} has no captions in it; it must be WebVTT or SRT`);
  return writeVtt(cues);
}

/** Languages whose letters Windows-1252 has. Old files in other languages use other code pages and would decode to nonsense. */
const WINDOWS_1252_LANGUAGES = new Set(
  'af ca da de en es et eu fi fo fr ga gl id is it lb ms nb nl nn no pt rm sq sv sw tl'.split(' '),
);

/** Throws MediaError if the encoding is unknown. */
export function decodeCaption(bytes: Buffer, language: string, name: string): string {
  const text = decodeUnicode(bytes);
  if (text !== null) return text;
  if (WINDOWS_1252_LANGUAGES.has(language.split('-')[0]!)) return decodeWindows1252(bytes);
  throw new MediaError(`${name} is neither UTF-8 nor UTF-16; save it as UTF-8`);
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
  const outputs = selected.flatMap(({ index }) => ['-map', `0:${index}`, '-f', 'webvtt', `clear/${index}.vtt`]);
  await runFfmpeg([...inputArgs(source), ...outputs], { ...run, cwd: dir });
  const texts = await Promise.all(
    selected.map(async ({ language, index }) => {
      const cues = readVtt(await readFile(join(dir, 'clear', `${index}.vtt`), 'utf8'));
      return cues.length > 0 ? [{ language, vtt: writeVtt(cues) }] : [];
    }),
  );
  return texts.flat();
}
