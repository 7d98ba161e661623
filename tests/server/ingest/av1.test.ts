import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { hasAv1Encoder } from '#server/ports/media/ingest/tools.ts';
import { aClip, aFolder, hasFfmpeg } from '../../support/ingest/clips.ts';
import { type OpenedPackage, openPackage } from '../../support/ingest/package-reader.ts';

const hasEncoder = hasFfmpeg && (await hasAv1Encoder());

describe.skipIf(!hasEncoder)(
  hasEncoder ? 'AV1' : 'AV1 (skipped: needs ffmpeg with SVT-AV1)',
  { tags: ['deep', 'release'] },
  () => {
    let folder = '';
    let film: OpenedPackage;
    beforeAll(async () => {
      folder = await aFolder();
      const outDir = join(folder, 'package');
      await ingestFilm({
        source: await aClip(folder, 'plain.mp4'),
        outDir,
        av1: true,
        preset: 'ultrafast',
      });
      film = await openPackage(outDir);
    }, 120_000);
    afterAll(() => rm(folder, { recursive: true, force: true }));

    test('stands beside H.264 in the same sizes, frames and lengths, with its codec and keys of its own', async () => {
      const { renditions, durationSeconds } = film.manifest;
      expect(renditions.map(({ name }) => name)).toEqual([
        '270p-av1',
        '240p-av1',
        '270p',
        '240p',
        'audio',
      ]);
      for (const name of ['270p', '240p']) {
        const [av1, h264] = [film.rendition(`${name}-av1`), film.rendition(name)];
        expect(av1.codecs).toMatch(/^av01\.0\.\d\dM\.08$/);
        expect(h264.codecs).toMatch(/^avc1\./);
        const [av1Probe, h264Probe] = [await film.probe(av1), await film.probe(h264)];
        expect(av1Probe).toMatchObject({
          codec_name: 'av1',
          pix_fmt: 'yuv420p',
          color_space: 'bt709',
          color_range: 'tv',
          width: h264Probe['width'],
          height: h264Probe['height'],
          nb_read_frames: h264Probe['nb_read_frames'],
        });
        expect(av1Probe.seconds).toBeCloseTo(durationSeconds, 1);
        expect(av1.segments).toHaveLength(h264.segments.length);
        for (const [index, { durationSeconds: seconds }] of av1.segments.entries())
          expect(Math.abs(seconds - h264.segments[index]!.durationSeconds)).toBeLessThan(0.05);
      }
      const keyIndexes = renditions.map(({ segments }) => segments[0]!.keyIndex);
      expect(new Set(keyIndexes).size).toBe(renditions.length);
    });

    test('needs fewer bytes', () => {
      expect(film.rendition('270p-av1').bandwidth).toBeLessThan(film.rendition('270p').bandwidth);
    });
  },
);
