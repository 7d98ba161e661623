import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { masterPlaylist } from '#domain/playlist.ts';
import { type IngestResult, ingestFilm } from '#server/ports/media/ingest/film.ts';
import type { IngestOptions } from '#server/ports/media/ingest/settings.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';
import { openPackage } from '../../support/ingest/package-reader.ts';
import { tonesIn } from '../../support/ingest/tones.ts';

const lavfi = (graph: string) => ['-f', 'lavfi', '-i', graph];
const picture = (size: string, rate = 25) => lavfi(`testsrc2=s=${size}:r=${rate}:d=2`);
const tone = (hertz: number) => lavfi(`sine=f=${hertz}:r=48000:d=2,volume=0.5`);
const maps = (count: number) =>
  Array.from({ length: count }, (_, at) => ['-map', String(at)]).flat();
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const TONES = [300, 500, 700, 900, 1100, 1300];

const CLIPS: Record<string, string[]> = {
  'two-pictures.mkv': [
    ...picture('160x90', 5),
    ...picture('320x180'),
    ...maps(2),
    ...X264,
    '-disposition:v:0',
    '0',
    '-disposition:v:1',
    'default',
  ],
  'dual-mono.mov': [
    ...picture('160x90'),
    ...tone(300),
    ...tone(500),
    ...maps(3),
    ...X264,
    '-c:a',
    'pcm_s24le',
  ],
  'surround.mov': [
    ...picture('160x90'),
    ...TONES.flatMap(tone),
    ...maps(7),
    ...X264,
    '-c:a',
    'pcm_s16le',
  ],
  'xdcam.mxf': [
    ...lavfi('testsrc2=s=720x576:r=25:d=2,setsar=64/45'),
    ...tone(300),
    ...tone(500),
    ...maps(3),
    '-c:v',
    'mpeg2video',
    '-b:v',
    '5M',
    '-c:a',
    'pcm_s16le',
  ],
  'commentary-only.mkv': [
    ...picture('160x90'),
    ...tone(300),
    ...maps(2),
    ...X264,
    '-c:a',
    'aac',
    '-disposition:a:0',
    'comment',
  ],
  'und-and-ta.mkv': [
    ...picture('160x90'),
    ...tone(300),
    ...tone(500),
    ...maps(3),
    ...X264,
    '-c:a',
    'aac',
    '-metadata:s:a:1',
    'language=tam',
  ],
  'undecodable-first.mov': [
    ...picture('160x90'),
    ...tone(300),
    ...tone(500),
    ...maps(3),
    ...X264,
    '-c:a',
    'pcm_s16le',
  ],
  'undecodable-only.mov': [
    ...picture('160x90'),
    ...tone(300),
    ...maps(2),
    ...X264,
    '-c:a',
    'pcm_s16le',
  ],
  'programmes.ts': [
    ...picture('160x90'),
    ...picture('320x180'),
    ...tone(300),
    ...tone(500),
    ...maps(4),
    '-c:v',
    'mpeg2video',
    '-c:a',
    'mp2',
    '-program',
    'st=0:st=2',
    '-program',
    'st=1:st=3',
  ],
};

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'the choice of streams' : NEEDS_FFMPEG,
  { tags: ['deep'], timeout: 120_000 },
  () => {
    let folder = '';
    beforeAll(async () => {
      folder = await aFolder();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const clip = async (name: string) => {
      const source = join(folder, name);
      await runTool('ffmpeg', ['-y', ...CLIPS[name]!, source]);
      if (name.startsWith('undecodable')) await renameCodec(source);
      return source;
    };
    const packageOf = async (source: string, options: Partial<IngestOptions> = {}) => {
      const outDir = options.outDir ?? (await aFolder());
      const result = await ingestFilm({ source, outDir, preset: 'ultrafast', ...options });
      const film = await openPackage(outDir);
      const tones = async (name: string, channel: 'FL' | 'FR') =>
        tonesIn(await film.read(film.rendition(name)), channel, TONES);
      return { ...result, film, tones, outDir };
    };
    const namesOf = ({ manifest }: IngestResult) => manifest.renditions.map(({ name }) => name);

    test('the default picture is taken though it comes second, and the other one is named', async () => {
      const result = await packageOf(await clip('two-pictures.mkv'));
      expect(namesOf(result)).toEqual(['180p', 'audio']);
      expect(result.findings).toEqual([
        { code: 'other-pictures', values: { picture: 1, streams: [0] } },
      ]);
    });

    test.each(['dual-mono.mov', 'xdcam.mxf'])(
      'two mono tracks are left and right: %s',
      async (name) => {
        const { film, tones, findings } = await packageOf(await clip(name));
        expect(await tones('audio', 'FL')).toEqual([300]);
        expect(await tones('audio', 'FR')).toEqual([500]);
        expect(findings).toEqual([
          { code: 'sound-joined', values: { streams: [1, 2], layout: 'stereo' } },
        ]);
        expect(Math.abs((await film.loudness(film.rendition('audio'))) + 23)).toBeLessThan(1);
      },
    );

    test('six mono tracks are 5.1, which is mixed to stereo', async () => {
      const { tones, findings } = await packageOf(await clip('surround.mov'));
      expect(await tones('audio', 'FL')).toEqual([300, 700, 1100]);
      expect(await tones('audio', 'FR')).toEqual([500, 700, 1300]);
      expect(findings).toEqual([
        { code: 'sound-joined', values: { streams: [1, 2, 3, 4, 5, 6], layout: '5.1' } },
      ]);
    });

    test('separate tracks are both in the package, which is another one than that with the joined track', async () => {
      const source = await clip('dual-mono.mov');
      const separate = await packageOf(source, { separateTracks: true });
      expect(namesOf(separate)).toEqual(['90p', 'audio-und', 'audio-und-alternative']);
      expect(await separate.tones('audio-und', 'FL')).toEqual([300]);
      expect(await separate.tones('audio-und-alternative', 'FL')).toEqual([500]);
      const { outDir } = separate;
      const again = await packageOf(source, { separateTracks: true, outDir });
      expect(again.outcome).toBe('unchanged');
      expect(again.report).toEqual(separate.report);
      expect(again.report.sounds.map(({ loudnessLufs }) => loudnessLufs)).toEqual([
        expect.any(Number),
        expect.any(Number),
      ]);
      await expect(packageOf(source, { outDir })).rejects.toThrow('is not empty');
    });

    test('the only sound is used though it is marked as commentary', async () => {
      const { tones, findings } = await packageOf(await clip('commentary-only.mkv'));
      expect(await tones('audio', 'FL')).toEqual([300]);
      expect(findings).toEqual([{ code: 'sound-only-with-role', values: { streams: [1] } }]);
    });

    test('a track without a language and one of the given language are both in the package', async () => {
      const { film, tones, findings } = await packageOf(await clip('und-and-ta.mkv'), {
        language: 'ta',
      });
      expect(await tones('audio-ta', 'FL')).toEqual([300]);
      expect(await tones('audio-ta-alternative', 'FL')).toEqual([500]);
      expect(findings).toEqual([
        { code: 'sound-beside', values: { streams: [2], role: 'alternative' } },
      ]);
      const names = [...masterPlaylist(film.manifest).matchAll(/TYPE=AUDIO.*NAME="([^"]*)"/g)].map(
        ([, name]) => name,
      );
      expect(names).toEqual(['ta', 'தமிழ் (another track)']);
    });

    test('a track that cannot be decoded is named, and the other one is used', async () => {
      const { tones, findings } = await packageOf(await clip('undecodable-first.mov'));
      expect(await tones('audio', 'FL')).toEqual([500]);
      expect(findings).toEqual([{ code: 'sound-track-undecodable', values: { streams: [1] } }]);
    });

    test('the only sound cannot be decoded: the film is refused before it is encoded, and silent if that is accepted', async () => {
      const source = await clip('undecodable-only.mov');
      const outDir = join(folder, 'silent');
      await expect(packageOf(source, { outDir })).rejects.toThrow(
        /stream 1.*--accept sound-undecodable/,
      );
      expect(existsSync(`${outDir}.part`)).toBe(false);
      const { film } = await packageOf(source, { accept: ['sound-undecodable'] });
      expect(await film.loudness(film.rendition('audio'))).toBeLessThan(-60);
    });

    test('of two programmes, the one with the largest picture is used with its own sound', async () => {
      const result = await packageOf(await clip('programmes.ts'));
      expect(namesOf(result)).toEqual(['180p', 'audio']);
      expect(await result.tones('audio', 'FL')).toEqual([500]);
      expect(result.findings).toEqual([{ code: 'other-programmes', values: { streams: [0, 1] } }]);
    });
  },
);

/** Gives the first sound the code of a codec that ffmpeg does not know. */
async function renameCodec(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes.write('apac', bytes.indexOf('sowt'), 'latin1');
  await writeFile(file, bytes);
}
