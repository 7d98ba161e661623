import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Caption } from '#domain/playlist.ts';
import { decodeUnicode, decodeWindows1252 } from '../../../../text-encoding.ts';
import { MediaError } from '../../errors.ts';
import { languageTag, ownName, UNKNOWN_LANGUAGE } from '../language.ts';
import type { Source } from '../probe.ts';
import { inputArgs, type RunOptions, runFfmpeg } from '../tools.ts';
import type { Work } from '../work.ts';
import { readSrt, readVtt, writeVtt } from './cues.ts';

export interface CaptionFile {
  language: string;
  file: string;
}

const KINDS = new Set(['.vtt', '.srt']);

/** Caption files that lie beside a film and are named after it: `film.ta.vtt`, `film.pt-BR.srt`. */
export async function captionsBeside(film: string): Promise<CaptionFile[]> {
  const stem = basename(film, extname(film));
  const names = await readdir(dirname(film));
  const found = names.toSorted().flatMap((name) => {
    if (!name.startsWith(`${stem}.`) || !KINDS.has(extname(name).toLowerCase())) return [];
    const language = languageTag(name.slice(stem.length + 1, -extname(name).length));
    return language ? [{ language, file: join(dirname(film), name) }] : [];
  });
  return found.filter(({ language }, at) => found.findIndex((other) => other.language === language) === at);
}

/** The caption files as WebVTT. Read before a film is made, so that a wrong one is told at once. Throws MediaError. */
export async function readCaptions(files: CaptionFile[]): Promise<{ language: string; vtt: string }[]> {
  const languages = files.map(({ language }) => language);
  const twice = languages.find((language, at) => languages.indexOf(language) !== at);
  if (twice) throw new MediaError(`There are two caption files for ${ownName(twice)} (${twice})`);
  return Promise.all(files.map(async ({ language, file }) => ({ language, vtt: await readCaption(language, file) })));
}

async function readCaption(language: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new MediaError(`There is no caption file ${file}`);
  });
  const name = basename(file);
  const text = decodeCaption(bytes, language, name);
  const cues = text.startsWith('WEBVTT') ? readVtt(text) : readSrt(text);
  if (cues.length === 0) throw new MediaError(`${name} has no captions in it; it must be WebVTT or SRT`);
  return writeVtt(cues);
}

/** Languages that Windows-1252 can write; in any other an old file is in another code page, and would come out as nonsense. */
const WINDOWS_1252 = new Set(
  'af ca da de en es et eu fi fo fr ga gl id is it lb ms nb nl nn no pt rm sq sv sw tl'.split(' '),
);

/** The text of a caption file. Throws MediaError when its encoding cannot be told. */
export function decodeCaption(bytes: Buffer, language: string, name: string): string {
  const text = decodeUnicode(bytes);
  if (text !== null) return text;
  if (WINDOWS_1252.has(language.split('-')[0]!)) return decodeWindows1252(bytes);
  throw new MediaError(`${name} is neither UTF-8 nor UTF-16; save it as UTF-8`);
}

/** Writes the captions of a film into its package: the files, and the text subtitles of the film itself in other languages. */
export async function keepCaptions(
  { dir }: Work,
  source: Source,
  read: { language: string; vtt: string }[],
  run: RunOptions,
): Promise<Caption[]> {
  const folder = join(dir, 'package', 'captions');
  await mkdir(folder, { recursive: true });
  const inside = await embedded(dir, source, new Set(read.map(({ language }) => language)), run);
  return Promise.all(
    [...read, ...inside].map(async ({ language, vtt }) => {
      await writeFile(join(folder, `${language}.vtt`), vtt);
      return { language, label: ownName(language), uri: `captions/${language}.vtt` };
    }),
  );
}

async function embedded(dir: string, source: Source, taken: Set<string>, run: RunOptions) {
  const wanted = source.subtitles.filter(
    ({ language, isForced }) => language !== UNKNOWN_LANGUAGE && !isForced && !taken.has(language),
  );
  if (wanted.length === 0) return [];
  // One run for all of them: it reads the whole film.
  const outputs = wanted.flatMap(({ index }) => ['-map', `0:${index}`, '-f', 'webvtt', `clear/${index}.vtt`]);
  await runFfmpeg([...inputArgs(source.file), ...outputs], { ...run, cwd: dir });
  const texts = await Promise.all(
    wanted.map(async ({ language, index }) => {
      const cues = readVtt(await readFile(join(dir, 'clear', `${index}.vtt`), 'utf8'));
      return cues.length > 0 ? [{ language, vtt: writeVtt(cues) }] : [];
    }),
  );
  return texts.flat();
}
