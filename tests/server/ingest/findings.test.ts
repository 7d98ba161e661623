import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';

const SECONDS = 25;
const MOVING = `testsrc2=s=160x90:r=25:d=${SECONDS}`;
const STEREO = `aevalsrc=0.3*sin(600*t)+0.05*random(0)|0.3*sin(900*t)+0.05*random(1):d=${SECONDS}:s=48000`;
const BLACK = 'drawbox=c=black:t=fill:enable=';

/** Pictures and sounds with one fault each, and its code; null has no fault. */
const PICTURES: [code: string | null, name: string, graph: string, args?: string[]][] = [
  [null, 'moving', MOVING],
  [null, 'dark', `${MOVING},eq=brightness=-0.4:contrast=0.4`],
  [null, 'fades from and to black', `${MOVING},fade=in:d=3,fade=out:st=22:d=3`],
  [null, 'black for five seconds', `${MOVING},${BLACK}'between(t,5,10)'`],
  [null, 'a cut in each half second', `${MOVING},negate=enable='lt(mod(t,1),0.5)'`],
  ['black-parts', 'black for twelve seconds', `${MOVING},${BLACK}'between(t,5,17)'`],
  [
    'frozen-parts',
    'still for twelve seconds',
    `${MOVING},loop=loop=300:size=1:start=125,trim=end=${SECONDS},setpts=N/25/TB`,
  ],
  ['flashes', 'five flashes in a second', `${MOVING},${BLACK}'between(t,8,10)*lt(mod(t,0.2),0.1)'`],
  [
    'bars',
    'bars above and below',
    `${MOVING},drawbox=h=12:c=black:t=fill,drawbox=y=78:h=12:c=black:t=fill`,
  ],
  [
    'interlaced-unmarked',
    'fields without a mark',
    `testsrc2=s=160x90:r=50:d=${SECONDS},scroll=horizontal=0.02,tinterlace=interleave_top,setfield=prog`,
  ],
  ['odd-aspect', 'a frame of television without a pixel shape', `testsrc2=s=720x576:r=5:d=2`],
];
const SOUNDS: [code: string | null, name: string, graph: string][] = [
  [null, 'stereo', STEREO],
  [null, 'loud', `${STEREO},alimiter=level_in=8:limit=0.99:level=false`],
  [null, 'a pause of ten seconds', `${STEREO},volume=0:enable='between(t,5,15)'`],
  [null, 'mono', `sine=f=440:d=${SECONDS}:r=48000`],
  ['silent-parts', 'a silence of 21 seconds', `${STEREO},volume=0:enable='between(t,2,23)'`],
  ['clipping', 'cut off peaks', `${STEREO},volume=12dB,aformat=sample_fmts=s16`],
  [
    'inverted-phase',
    'one channel inverted',
    `sine=f=440:d=${SECONDS}:r=48000,pan=stereo|c0=c0|c1=-1*c0`,
  ],
  [
    'identical-channels',
    'mono in two channels',
    `sine=f=440:d=${SECONDS}:r=48000,pan=stereo|c0=c0|c1=c0`,
  ],
  [
    'silent-channel',
    'only the left channel',
    `sine=f=440:d=${SECONDS}:r=48000,pan=stereo|c0=c0|c1=0*c0`,
  ],
];

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'what looks wrong' : NEEDS_FFMPEG,
  { tags: ['deep'], timeout: 120_000 },
  () => {
    let folder = '';
    beforeAll(async () => {
      folder = await aFolder();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    async function codesOf(name: string, picture: string, sound: string): Promise<string[]> {
      const source = join(folder, `${name}.mkv`);
      const inputs = [picture, sound].flatMap((graph) => ['-f', 'lavfi', '-i', graph]);
      const codecs = [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'pcm_s16le',
        '-shortest',
      ];
      await runTool('ffmpeg', ['-y', ...inputs, ...codecs, source]);
      const { findings } = await ingestFilm({
        source,
        outDir: join(folder, name),
        preset: 'ultrafast',
      });
      return findings.map(({ code }) => code);
    }

    test.each(PICTURES)('%s: a picture with %s', async (code, name, graph) =>
      expect(await codesOf(name, graph, STEREO)).toEqual(code ? [code] : []),
    );
    test.each(SOUNDS)('%s: a sound with %s', async (code, name, graph) =>
      expect(await codesOf(name, MOVING, graph)).toEqual(code ? [code] : []),
    );
  },
);
