import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { probe } from '#server/ports/media/ingest/probe.ts';
import {
  aClip,
  aFolder,
  CLIPS,
  hasFfmpeg,
  NEEDS_FFMPEG,
  runTool,
} from '../../support/ingest/clips.ts';
import { type OpenedPackage, openPackage } from '../../support/ingest/package-reader.ts';

/** Expected results: size of the largest rendition, frame rate, seconds, and names of the renditions. */
const EXPECTED: Record<string, { size: string; rate: string; seconds: number; names: string }> = {
  'plain.mp4': { size: '640x270', rate: '24000/1001', seconds: 9, names: '270p 240p audio' },
  'thirty.mp4': { size: '320x180', rate: '30000/1001', seconds: 2, names: '180p audio' },
  'fifty.mp4': { size: '320x180', rate: '25/1', seconds: 2, names: '180p audio' },
  'slow.mkv': { size: '320x180', rate: '15/1', seconds: 2, names: '180p audio' },
  'changing.mkv': { size: '320x180', rate: '30/1', seconds: 3, names: '180p audio' },
  'old-colours.mkv': { size: '320x180', rate: '25/1', seconds: 2, names: '180p audio' },
  'ten-bit.mkv': { size: '320x180', rate: '25/1', seconds: 2, names: '180p audio' },
  'hdr.mkv': { size: '320x180', rate: '24/1', seconds: 2, names: '180p audio' },
  'turned.mp4': { size: '180x320', rate: '25/1', seconds: 2, names: '180p audio' },
  'interlaced.mpg': { size: '352x288', rate: '25/1', seconds: 2, names: '288p 240p audio' },
  'odd.mkv': { size: '320x180', rate: '25/1', seconds: 2, names: '180p audio' },
  'tall.mkv': { size: '240x426', rate: '25/1', seconds: 2, names: '240p audio' },
  'narrow-pixels.mkv': { size: '512x288', rate: '25/1', seconds: 2, names: '288p 240p audio' },
  'languages.mkv': {
    size: '320x180',
    rate: '25/1',
    seconds: 3,
    names: '180p audio-ta audio-en audio-en-alternative',
  },
};

/** A file extension with the demuxer that opens it, and ffmpeg's arguments where the extension does not say enough. */
const CONTAINERS: Record<string, { demuxer: string; args?: string[] }> = {
  mp4: { demuxer: 'mov' },
  mov: { demuxer: 'mov' },
  '3gp': { demuxer: 'mov', args: ['-an'] },
  mkv: { demuxer: 'matroska' },
  webm: { demuxer: 'matroska', args: ['-c:v', 'libvpx', '-deadline', 'realtime'] },
  avi: { demuxer: 'avi' },
  flv: { demuxer: 'flv' },
  wmv: { demuxer: 'asf' },
  ts: { demuxer: 'mpegts' },
  m2ts: { demuxer: 'mpegts' },
  mpg: { demuxer: 'mpeg' },
  vob: { demuxer: 'mpeg' },
  ogv: { demuxer: 'ogg', args: ['-c:v', 'libtheora'] },
  mxf: { demuxer: 'mxf' },
  nut: { demuxer: 'nut' },
  dv: { demuxer: 'dv', args: ['-s', '720x576', '-pix_fmt', 'yuv420p'] },
  y4m: { demuxer: 'yuv4mpegpipe', args: ['-an'] },
};

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'unusual sources' : NEEDS_FFMPEG,
  { tags: ['deep', 'release'] },
  () => {
    let folder = '';
    const packages = new Map<string, OpenedPackage>();
    beforeAll(async () => {
      folder = await aFolder();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const packageOf = async (name: string): Promise<OpenedPackage> => {
      if (!packages.has(name)) {
        const outDir = join(folder, `${name}.package`);
        await ingestFilm({
          source: await aClip(folder, name),
          outDir,
          preset: 'ultrafast',
          segmentsPerKey: 1,
        });
        packages.set(name, await openPackage(outDir));
      }
      return packages.get(name)!;
    };

    test('every clip has an expectation', () =>
      expect(Object.keys(EXPECTED)).toEqual(Object.keys(CLIPS)));

    test.each(Object.entries(EXPECTED))('%s', async (name, { size, rate, seconds, names }) => {
      const film = await packageOf(name);
      const { renditions, durationSeconds } = film.manifest;
      expect(renditions.map((each) => each.name).join(' ')).toBe(names);
      expect(durationSeconds).toBeCloseTo(seconds, 0);
      for (const rendition of renditions) {
        const probed = await film.probe(rendition);
        const total = rendition.segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
        expect(total).toBeCloseTo(durationSeconds, 1);
        expect(probed.seconds, rendition.name).toBeCloseTo(durationSeconds, 1);
        if (rendition.kind === 'audio') {
          expect(probed).toMatchObject({ codec_name: 'aac', channels: 2, sample_rate: '48000' });
          continue;
        }
        expect(probed).toMatchObject({
          codec_name: 'h264',
          pix_fmt: 'yuv420p',
          r_frame_rate: rate,
          sample_aspect_ratio: '1:1',
          color_space: 'bt709',
          color_transfer: 'bt709',
          color_primaries: 'bt709',
          color_range: 'tv',
          width: rendition.width,
          height: rendition.height,
          field_order: 'progressive',
        });
        const [frames = 0, per = 1] = rate.split('/').map(Number);
        expect(
          Math.abs(Number(probed['nb_read_frames']) - (durationSeconds * frames) / per),
        ).toBeLessThanOrEqual(1);
      }
      const [largest] = renditions;
      expect(largest?.kind === 'video' && `${largest.width}x${largest.height}`).toBe(size);
    });

    test.each(Object.entries(CONTAINERS))(
      '%s is recognised',
      async (extension, { demuxer, args = [] }) => {
        const file = join(folder, `container.${extension}`);
        const sources = [
          '-f',
          'lavfi',
          '-i',
          'testsrc2=s=352x288:r=25:d=2',
          '-f',
          'lavfi',
          '-i',
          'sine=d=2:r=48000',
        ];
        await runTool('ffmpeg', [...sources, '-ac', '2', ...args, file]);
        expect(await probe(file)).toMatchObject({ demuxer });
      },
    );

    const expectNear = (found: number[], expected: number[], tolerance = 8) =>
      expect(
        found.map((value, at) => Math.abs(value - expected[at]!) <= tolerance),
        `${found} for ${expected}`,
      ).toEqual([true, true, true]);

    test.each(['old-colours.mkv', 'ten-bit.mkv'])('%s keeps its colours', async (name) => {
      const film = await packageOf(name);
      expectNear(await film.colourAt(film.rendition('180p'), 0.25, 0.5), [255, 0, 0]);
      expectNear(await film.colourAt(film.rendition('180p'), 0.75, 0.5), [0, 0, 255]);
    });

    test('a rotated film is turned upright', async () => {
      const film = await packageOf('turned.mp4');
      const ends = [
        await film.colourAt(film.rendition('180p'), 0.5, 0.25),
        await film.colourAt(film.rendition('180p'), 0.5, 0.75),
      ];
      expect(ends.map(([red, , blue]) => (red! > blue! ? 'red' : 'blue'))).toEqual(['red', 'blue']);
    });

    test('HDR becomes SDR, and grey stays grey', async () => {
      const film = await packageOf('hdr.mkv');
      const [red = 0, green = 0, blue = 0] = await film.colourAt(film.rendition('180p'), 0.5, 0.5);
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(10);
      // Half of the PQ scale is paper white at 92 cd/m²; without tone mapping it would be a dull 128.
      expect(green).toBeGreaterThan(160);
      expect(green).toBeLessThan(240);
    });

    test('interlaced video becomes progressive', async () => {
      const film = await packageOf('interlaced.mpg');
      expect(await film.interlacedShare(film.rendition('288p'))).toBeLessThan(0.1);
    });

    test('every track is kept, at the same loudness; a second one of a language is named as another track', async () => {
      const film = await packageOf('languages.mkv');
      const languages = film.manifest.renditions.flatMap((each) =>
        each.kind === 'audio' ? [each.language] : [],
      );
      expect(languages).toEqual(['ta', 'en', 'en']);
      for (const name of ['audio-ta', 'audio-en', 'audio-en-alternative'])
        expect(Math.abs((await film.loudness(film.rendition(name))) + 23), name).toBeLessThan(1);
    });

    test('embedded text subtitles become captions; a caption file is preferred', async () => {
      const line = (text: string) => `1\n00:00:00,500 --> 00:00:01,000\n${text}\n`;
      await writeFile(join(folder, 'inside.ta.srt'), line('வணக்கம்'));
      await writeFile(join(folder, 'inside.en.srt'), line('Hello'));
      await writeFile(join(folder, 'subtitled.en.srt'), line('Good day'));
      const inputs = ['slow.mkv', 'inside.ta.srt', 'inside.en.srt'].flatMap((name) => [
        '-i',
        join(folder, name),
      ]);
      const languages = ['-metadata:s:s:0', 'language=tam', '-metadata:s:s:1', 'language=eng'];
      const source = join(folder, 'subtitled.mkv');
      await packageOf('slow.mkv');
      await runTool('ffmpeg', [
        ...inputs,
        '-map',
        '0',
        '-map',
        '1',
        '-map',
        '2',
        '-c',
        'copy',
        ...languages,
        source,
      ]);
      const outDir = join(folder, 'subtitled.package');
      const { manifest } = await ingestFilm({ source, outDir, preset: 'ultrafast' });
      expect(manifest.captions.map(({ language, label }) => `${language} ${label}`)).toEqual([
        'en English',
        'ta தமிழ்',
      ]);
      const caption = (language: string) =>
        readFile(join(outDir, `captions/${language}.vtt`), 'utf8');
      expect(await caption('ta')).toBe('WEBVTT\n\n00:00:00.500 --> 00:00:01.000\nவணக்கம்\n');
      expect(await caption('en')).toContain('Good day');
    });
  },
);
