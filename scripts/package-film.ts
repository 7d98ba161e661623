import { parseArgs } from 'node:util';
import { packageFilm } from '#server/ports/media/packager.ts';
import type { CaptionSource, PackageProgress } from '#server/ports/media/packager.ts';

const USAGE = `Makes a streaming package of a film.

  node scripts/package-film.ts film.mp4 outDir [options]

  --captions en=film.en.vtt   a WebVTT file and its language; may be given more than once
  --segments-per-key 15       how many four-second segments share a key
  --crf 22                    picture quality (lower is better and larger)
  --preset medium             x264 preset
  --tune animation            x264 tuning, for drawn films
  --audio-kbps 128            sound bit rate`;

const STAGES = { encode: 'Encoding', encrypt: 'Encrypting', stills: 'Poster and sprite', done: 'Done' };

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      captions: { type: 'string', multiple: true, default: [] },
      'segments-per-key': { type: 'string' },
      crf: { type: 'string' },
      preset: { type: 'string' },
      tune: { type: 'string' },
      'audio-kbps': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const [source, outDir, ...rest] = positionals;
  if (!source || !outDir || rest.length > 0) throw new Error(`Name one film and one folder.\n\n${USAGE}`);
  return {
    source,
    outDir,
    captions: values.captions.map(readCaption),
    segmentsPerKey: wholeNumber('segments-per-key', values['segments-per-key'], 1, 10_000),
    crf: wholeNumber('crf', values.crf, 0, 51),
    preset: values.preset,
    tune: values.tune,
    audioKbps: wholeNumber('audio-kbps', values['audio-kbps'], 16, 512),
  };
}

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}

function readCaption(text: string): CaptionSource {
  const cut = text.indexOf('=');
  if (cut < 1) throw new Error(`--captions takes language=file, for example en=film.en.vtt, not "${text}"`);
  const language = text.slice(0, cut);
  return { language, label: ownName(language), file: text.slice(cut + 1) };
}

function ownName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

let lastLine = '';

function printProgress({ stage, fraction }: PackageProgress): void {
  const line = stage === 'encode' ? `${STAGES[stage]} ${Math.floor(fraction * 20) * 5}%` : STAGES[stage];
  if (line !== lastLine) console.log(line);
  lastLine = line;
}

async function main(): Promise<void> {
  const wanted = readArguments();
  if (!wanted) {
    console.log(USAGE);
    return;
  }
  const manifest = await packageFilm({ ...wanted, onProgress: printProgress });
  const names = manifest.renditions.map((rendition) => rendition.name).join(', ');
  console.log(`${wanted.outDir}: ${manifest.durationSeconds} s, ${names}`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
