import { parseArgs } from 'node:util';
import type { CaptionFile } from '#server/ports/media/ingest/captions/captions.ts';
import { languageTag } from '#server/ports/media/ingest/language.ts';
import type { Settings } from '#server/ports/media/ingest/settings.ts';
import { CommandError } from './failure.ts';

export const USAGE = `Makes streaming packages of films. Run again, it goes on where it stopped.

  npm run ingest -- film.mov
  npm run ingest -- folder/ another.mkv --out packages

  --out packages           the folder of the packages, or s3://bucket/prefix to bring them into a storage as well
  --folder packages        with s3://: where the packages are made and stay, for the import needs their keys
  --captions ta=film.srt   a WebVTT or SRT file and its language, of one film; may be given more than once.
                           Files beside a film that are named after it (film.ta.srt) are taken by themselves
  --language ta            what is spoken, where the film does not say it
  --loudness=-23           LUFS that the sound is brought to
  --segments-per-key 15    how many four-second segments share a key
  --crf 22                 picture quality (lower is better and larger)
  --preset medium          x264 preset
  --tune animation         x264 tuning, for drawn films
  --audio-kbps 128         sound bit rate

A storage is named by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, unless it is Amazon's, AWS_ENDPOINT_URL.
Exit code: 0 when every film was made, 2 when one could not be, 1 when the work could not go on.`;

export interface Wishes {
  paths: string[];
  /** Where packages are made. */
  folder: string;
  storage: { bucket: string; prefix: string } | null;
  captions: CaptionFile[];
  settings: Partial<Settings>;
}

const FOLDER = 'packages';
type NumberName = 'loudness' | 'segments-per-key' | 'crf' | 'audio-kbps';

function parseArguments() {
  const text = { type: 'string' } as const;
  return parseArgs({
    allowPositionals: true,
    options: {
      out: text,
      folder: text,
      captions: { type: 'string', multiple: true },
      language: text,
      loudness: text,
      'segments-per-key': text,
      crf: text,
      preset: text,
      tune: text,
      'audio-kbps': text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** What the command line asks for; null when it asks for help. Throws CommandError. */
export function readWishes(): Wishes | null {
  const { values, positionals: paths } = parseArguments();
  if (values.help) return null;
  if (paths.length === 0) throw new CommandError('Name at least one film or folder; --help says how');
  const number = (name: NumberName, least: number, most: number) => wholeNumber(name, values[name], least, most);
  const out = values.out ?? FOLDER;
  const storage = readStorage(out);
  return {
    paths,
    folder: storage ? (values.folder ?? FOLDER) : out,
    storage,
    captions: (values.captions ?? []).map(readCaption),
    settings: {
      language: values.language === undefined ? undefined : language('language', values.language),
      loudness: number('loudness', -40, -10),
      segmentsPerKey: number('segments-per-key', 1, 10_000),
      crf: number('crf', 0, 51),
      preset: values.preset,
      tune: values.tune,
      audioKbps: number('audio-kbps', 16, 512),
    },
  };
}

function readStorage(out: string): Wishes['storage'] {
  if (!out.startsWith('s3:')) return null;
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(out) ?? [];
  if (!bucket) throw new CommandError(`--out takes a folder or s3://bucket/prefix, not "${out}"`);
  return { bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') };
}

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
  throw new CommandError(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}

function language(name: string, text: string): string {
  const tag = languageTag(text);
  if (tag) return tag;
  throw new CommandError(`--${name} takes a language such as ta or pt-BR, not "${text}"`);
}

function readCaption(text: string): CaptionFile {
  const cut = text.indexOf('=');
  if (cut < 1) throw new CommandError(`--captions takes language=file, for example en=film.en.srt, not "${text}"`);
  return { language: language('captions', text.slice(0, cut)), file: text.slice(cut + 1) };
}
