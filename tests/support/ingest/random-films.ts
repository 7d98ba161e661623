import { readFile, writeFile } from 'node:fs/promises';
import fc from '../fast-check.ts';
import { runTool } from './clips.ts';

/** A film in Matroska. Each sound has a tone of its own, by which it is found in the package. */
export interface RandomFilm {
  pictures: { size: string; isDefault: boolean }[];
  hasCover: boolean;
  pictureSeconds: number;
  sounds: RandomSound[];
  subtitles: RandomSubtitle[];
}

interface RandomSound {
  codec: 'aac' | 'pcm_s16le' | 'ac3';
  layout: 'mono' | 'stereo' | '5.1';
  language: string | null;
  mark: 'comment' | 'visual_impaired' | null;
  start: number;
  seconds: number;
  isDefault: boolean;
  isUndecodable: boolean;
}

interface RandomSubtitle {
  language: string | null;
  isForced: boolean;
  isBitmap: boolean;
}

const LANGUAGES = [null, 'eng', 'tam'];

const sound: fc.Arbitrary<RandomSound> = fc.record({
  codec: fc.constantFrom('aac', 'pcm_s16le', 'ac3'),
  layout: fc.constantFrom('mono', 'stereo', '5.1'),
  language: fc.constantFrom(...LANGUAGES),
  mark: fc.constantFrom(null, null, 'comment', 'visual_impaired'),
  start: fc.constantFrom(0, 0, 0.4),
  seconds: fc.constantFrom(2, 2, 2, 1.5, 3),
  isDefault: fc.boolean(),
  isUndecodable: fc.constantFrom(false, false, false, true),
});

export const aRandomFilm: fc.Arbitrary<RandomFilm> = fc.record({
  pictures: fc.array(
    fc.record({ size: fc.constantFrom('160x90', '96x54', '128x96'), isDefault: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  hasCover: fc.boolean(),
  pictureSeconds: fc.constantFrom(2, 2, 2.6),
  sounds: fc.array(sound, { maxLength: 4 }),
  subtitles: fc.array(
    fc.record({
      language: fc.constantFrom(...LANGUAGES),
      isForced: fc.boolean(),
      isBitmap: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

/** Hz, by the position of the sound. */
export const TONES = [400, 700, 1100, 1600];

const SUBTITLE = '1\n00:00:00,200 --> 00:00:01,500\nWords\n';

/** Writes the film. */
export async function writeRandomFilm(film: RandomFilm, file: string): Promise<void> {
  await writeFile(`${file}.srt`, SUBTITLE);
  if (film.hasCover)
    await runTool('ffmpeg', [
      '-y',
      '-f',
      'lavfi',
      '-i',
      'color=red:s=320x320',
      '-frames:v',
      '1',
      `${file}.png`,
    ]);
  const inputs = [
    ...film.pictures.flatMap(({ size }) =>
      lavfi(`testsrc2=s=${size}:r=25:d=${film.pictureSeconds}`),
    ),
    ...film.sounds.flatMap((each, at) => soundInput(each, TONES[at]!)),
    ...film.subtitles.flatMap(() => ['-i', `${file}.srt`]),
  ];
  const count = film.pictures.length + film.sounds.length + film.subtitles.length;
  const maps = Array.from({ length: count }, (_, at) => ['-map', String(at)]).flat();
  const options = [
    ...film.pictures.flatMap(({ isDefault }, at) => [
      `-disposition:v:${at}`,
      isDefault ? 'default' : '0',
    ]),
    ...film.sounds.flatMap(soundOptions),
    ...film.subtitles.flatMap(subtitleOptions),
    ...(film.hasCover ? ['-attach', `${file}.png`, '-metadata:s:t', 'mimetype=image/png'] : []),
  ];
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:s', 'srt'];
  await runTool('ffmpeg', ['-y', ...inputs, ...maps, ...picture, ...options, file]);
  await renameCodecs(film, file);
}

const lavfi = (graph: string) => ['-f', 'lavfi', '-i', graph];

const soundInput = ({ layout, start, seconds }: RandomSound, hertz: number) => {
  const graph = `sine=f=${hertz}:r=48000:d=${seconds},volume=0.5,aformat=channel_layouts=${layout}`;
  return ['-itsoffset', String(start), ...lavfi(graph)];
};

function soundOptions({ codec, language, mark, isDefault }: RandomSound, at: number): string[] {
  const marks = [...(isDefault ? ['default'] : []), ...(mark ? [mark] : [])].join('+') || '0';
  return [
    `-c:a:${at}`,
    codec,
    `-disposition:a:${at}`,
    marks,
    ...(language ? [`-metadata:s:a:${at}`, `language=${language}`] : []),
  ];
}

const subtitleOptions = ({ language, isForced }: RandomSubtitle, at: number): string[] => [
  `-disposition:s:${at}`,
  isForced ? 'forced' : '0',
  ...(language ? [`-metadata:s:s:${at}`, `language=${language}`] : []),
];

const SOUND_CODES = { aac: 'A_AAC', pcm_s16le: 'A_PCM/INT/LIT', ac3: 'A_AC3' };

/** Gives tracks the code of another codec, in the order of the file: a sound that no ffmpeg knows, and subtitles of pictures. */
async function renameCodecs({ sounds, subtitles }: RandomFilm, file: string): Promise<void> {
  const bytes = await readFile(file);
  let position = 0;
  const rename = (from: string, to: string | null) => {
    position = bytes.indexOf(from, position) + from.length;
    if (to) bytes.write(to.padEnd(from.length, '\0'), position - from.length, 'latin1');
  };
  for (const { codec, isUndecodable } of sounds)
    rename(SOUND_CODES[codec], isUndecodable ? 'A_XYZ' : null);
  for (const { isBitmap } of subtitles) rename('S_TEXT/UTF8', isBitmap ? 'S_HDMV/PGS' : null);
  await writeFile(file, bytes);
}
