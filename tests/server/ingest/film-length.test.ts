import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm, type IngestResult } from '#server/ports/media/ingest/film.ts';
import { describeFinding, type FindingCode } from '#server/ports/media/ingest/findings.ts';
import { pictureFilter } from '#server/ports/media/ingest/picture.ts';
import { probe } from '#server/ports/media/ingest/probe.ts';
import {
  aFolder,
  hasFfmpeg,
  lavfiInput,
  NEEDS_FFMPEG,
  QUICK,
  runTool,
  tone,
} from '../../support/ingest/clips.ts';
import { openPackage } from '../../support/ingest/package-reader.ts';

const picture = (seconds: number, rate = 25) =>
  lavfiInput(`testsrc2=s=160x90:r=${rate}:d=${seconds}`);
const ONE_GROUP = ['-g', '9999', '-sc_threshold', '0'];

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'the length of a film' : NEEDS_FFMPEG,
  { tags: ['deep'] },
  () => {
    let folder = '';
    beforeAll(async () => {
      folder = await aFolder();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const make = async (name: string, args: string[]) => {
      await runTool('ffmpeg', ['-y', ...args, join(folder, name)]);
      return join(folder, name);
    };
    const packageOf = (source: string) => `${source}.package`;
    const ingest = (source: string, accept: FindingCode[] = []) =>
      ingestFilm({ source, outDir: packageOf(source), preset: 'ultrafast', accept });
    const sentences = ({ findings }: IngestResult) => findings.map(describeFinding);
    const renditionLengths = async (source: string) => {
      const film = await openPackage(packageOf(source));
      return Promise.all(
        film.manifest.renditions.map(async (each) => (await film.probe(each)).seconds),
      );
    };
    const expectLength = async (source: string, seconds: number) => {
      for (const found of await renditionLengths(source))
        expect(Math.abs(found - seconds)).toBeLessThan(0.1);
    };

    test('a preset that reorders pictures makes the same length', async () => {
      const source = await make('reordered.mp4', [...picture(4), ...tone(440, 4), ...QUICK]);
      const { findings } = await ingestFilm({
        source,
        outDir: packageOf(source),
        preset: 'veryfast',
      });
      expect(findings).toEqual([]);
      const film = await openPackage(packageOf(source));
      expect(await film.probe(film.rendition('90p'))).toMatchObject({ nb_read_frames: '100' });
    });

    test('the last picture stays while the sound ends', async () => {
      const source = await make('short-tail.mp4', [...picture(4), ...tone(440, 4.8), ...QUICK]);
      const result = await ingest(source);
      expect(sentences(result)).toEqual([
        'The picture ends 0.8 s before the sound. The last picture stays until the sound ends.',
      ]);
      await expectLength(source, 4.8);
    });

    test('a picture that ends long before the sound stops the film until it is accepted', async () => {
      const source = await make('long-tail.mkv', [...picture(3), ...tone(440, 9), ...QUICK]);
      await expect(ingest(source)).rejects.toThrow(
        'The picture ends at 0:03, 6 s before the sound. Export the film again, or its last picture stays until the sound ends. ' +
          'If this is intended, accept it: --accept picture-ends-early',
      );
      expect((await ingest(source, ['picture-ends-early'])).manifest.durationSeconds).toBeCloseTo(
        9,
        0,
      );
      await expectLength(source, 9);
    });

    test('a sound that ends before the picture is told', async () => {
      const source = await make('quiet-end.mp4', [...picture(6), ...tone(440, 3), ...QUICK]);
      expect(sentences(await ingest(source))).toEqual([
        'The sound ends at 0:03, 3 s before the picture. The rest is silent.',
      ]);
      await expectLength(source, 6);
    });

    test('missing pictures and sounds in the middle are told', async () => {
      const holes = [
        '-vf',
        "select='not(between(t,2,5))'",
        '-af',
        "aselect='not(between(t,2,5))'",
        '-fps_mode',
        'vfr',
      ];
      const source = await make('hole.mkv', [...picture(8), ...tone(440, 8), ...holes, ...QUICK]);
      expect(sentences(await ingest(source))).toEqual([
        'The picture stands still once, for 3 s together, first at 0:02: the file has no frames there.',
        'The sound is missing once, for 3 s together, first at 0:02. These parts are silent.',
      ]);
      await expectLength(source, 8);
    });

    test('a recording without a length in its header is measured', async () => {
      const live = [
        '-c:v',
        'libvpx',
        '-deadline',
        'realtime',
        '-c:a',
        'libopus',
        '-f',
        'webm',
        '-live',
        '1',
      ];
      const source = await make('recorder.webm', [...picture(3), ...tone(440, 3), ...live]);
      expect((await ingest(source)).manifest.durationSeconds).toBeCloseTo(3, 0);
      await expectLength(source, 3);
    });

    test.each([
      ['raw.h264', ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2']],
      ['raw.hevc', ['-c:v', 'libx265', '-x265-params', 'log-level=none']],
      ['raw.m2v', ['-c:v', 'mpeg2video']],
    ])('the picture stream %s is a film', async (name, codec) => {
      const source = await make(name, [...picture(3, 24), ...codec]);
      const { manifest } = await ingest(source);
      expect(manifest.renditions[0]).toMatchObject({ kind: 'video', frameRate: 24 });
      await expectLength(source, 3);
    });

    test('time stamps that wrap or jump do not change the length', async () => {
      const copy = [
        '-i',
        await make('plain.mkv', [...picture(4), ...tone(440, 4), ...QUICK]),
        '-c',
        'copy',
      ];
      const wrapped = await make('wrapped.ts', [...copy, '-output_ts_offset', '95440.2']);
      await ingest(wrapped);
      await expectLength(wrapped, 4);
      const parts = [
        await make('late.ts', [...copy, '-output_ts_offset', '5000']),
        await make('early.ts', copy),
      ];
      const joined = join(folder, 'jump.ts');
      await writeFile(
        joined,
        Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))),
      );
      await ingest(joined);
      await expectLength(joined, 8);
    });

    test.each(['one-frame.mkv', 'one-frame.mp4'])(
      '%s is refused as a still picture',
      async (name) => {
        const source = await make(name, [...picture(1), '-frames:v', '1', ...QUICK]);
        await expect(ingest(source)).rejects.toThrow(
          `${name} is a still picture: it has only one frame`,
        );
      },
    );

    test.each([
      ['one-group.ts', [...picture(6), ...tone(440, 6), ...QUICK, ...ONE_GROUP]],
      [
        'late-subtitle.mkv',
        [...picture(6), '-i', 'SUBTITLE', ...QUICK, '-metadata:s:s:0', 'language=eng'],
      ],
    ])('%s has a poster and seek previews', async (name, args) => {
      const subtitle = join(folder, 'credits.srt');
      await writeFile(subtitle, '1\n00:01:00,000 --> 00:01:01,000\nSee our site\n');
      const source = await make(
        name,
        args.map((each) => (each === 'SUBTITLE' ? subtitle : each)),
      );
      await ingest(source);
      for (const still of ['poster.jpg', 'sprite.webp'])
        expect((await stat(join(packageOf(source), still))).size).toBeGreaterThan(100);
      await expectLength(source, 6);
    });

    test('a change of the picture size computes every frame once', async () => {
      const parts = [await make('large.ts', [...picture(4), ...QUICK]), join(folder, 'small.ts')];
      const small = [
        ...lavfiInput('testsrc2=s=128x72:r=25:d=4'),
        ...QUICK,
        '-output_ts_offset',
        '4',
      ];
      await make('small.ts', small);
      const source = join(folder, 'size-change.ts');
      await writeFile(
        source,
        Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))),
      );
      await ingest(source);
      await expectLength(source, 8);
      const filter = pictureFilter(await probe(source), { width: 160, height: 90 });
      const output = ['-vf', filter, '-fps_mode', 'passthrough', '-f', 'framecrc', 'pipe:1'];
      const lines = String(await runTool('ffmpeg', ['-i', source, ...output])).split('\n');
      expect(
        Math.abs(lines.filter((line) => line.startsWith('0,')).length - 200),
      ).toBeLessThanOrEqual(2);
    });
  },
);
