import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
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

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'an incomplete package' : NEEDS_FFMPEG,
  { tags: ['deep'] },
  () => {
    let folder = '';
    const at = (name: string) => join(folder, name);
    const packageFile = (name: string) => join(folder, 'package', name);
    const ingest = () =>
      ingestFilm({ source: at('film.mkv'), outDir: at('package'), preset: 'ultrafast' });

    beforeAll(async () => {
      folder = await aFolder();
      await runTool('ffmpeg', [
        ...lavfiInput('testsrc2=s=640x360:r=25:d=5'),
        ...tone(440, 5),
        ...QUICK,
        at('film.mkv'),
      ]);
      await ingest();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const writtenAt = async (name: string) => (await stat(packageFile(name))).mtimeMs;
    const changed = async (names: string[], act: () => Promise<unknown>) => {
      const before = await Promise.all(names.map(writtenAt));
      await act();
      const after = await Promise.all(names.map(writtenAt));
      return names.filter((_, index) => before[index] !== after[index]);
    };
    const SEGMENTS = ['360p/00000.m4s', '240p/00000.m4s', 'audio/00000.m4s'];

    test.each([
      ['poster.jpg', ['240p/00000.m4s']],
      ['sprite.webp', ['240p/00000.m4s']],
      ['360p/00001.m4s', ['360p/00000.m4s']],
      ['audio/init.mp4', ['audio/00000.m4s']],
      ['keys.json', SEGMENTS],
    ])(
      'without %s is made complete, and only what is needed is encoded again',
      async (missing, encoded) => {
        await rm(packageFile(missing));
        const again = await changed(SEGMENTS, async () =>
          expect((await ingest()).outcome).toBe('mended'),
        );
        expect(again).toEqual(encoded);
        const film = await openPackage(at('package'));
        for (const rendition of film.manifest.renditions)
          expect((await film.probe(rendition)).seconds, rendition.name).toBeCloseTo(5, 0);
        expect((await ingest()).outcome).toBe('unchanged');
      },
    );

    test('a segment that was cut off is made again', async () => {
      const whole = await readFile(packageFile('240p/00000.m4s'));
      await writeFile(packageFile('240p/00000.m4s'), whole.subarray(0, 1000));
      expect((await ingest()).outcome).toBe('mended');
      expect((await stat(packageFile('240p/00000.m4s'))).size).toBeGreaterThan(whole.length / 2);
    });
  },
);
