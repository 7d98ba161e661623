import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import type { FindingCode } from '#server/ports/media/ingest/findings.ts';
import {
  aFolder,
  hasFfmpeg,
  lavfiInput,
  NEEDS_FFMPEG,
  QUICK,
  runTool,
  tone,
} from '../../support/ingest/clips.ts';

describe.skipIf(!hasFfmpeg)(hasFfmpeg ? 'a damaged film' : NEEDS_FFMPEG, { tags: ['deep'] }, () => {
  let folder = '';
  const at = (...names: string[]) => join(folder, ...names);
  beforeAll(async () => {
    folder = await aFolder();
    const picture = lavfiInput('testsrc2=s=640x360:r=25:d=10');
    await runTool('ffmpeg', [...picture, ...tone(440, 10), ...QUICK, '-g', '25', at('film.mp4')]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const ingest = (name: string, accept: FindingCode[] = []) =>
    ingestFilm({ source: at(name), outDir: at(`${name}.package`), preset: 'ultrafast', accept });

  test('zeros in the middle stop the film after its smallest picture; accepted, it continues there', async () => {
    const bytes = await readFile(at('film.mp4'));
    bytes.fill(0, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.6));
    await writeFile(at('hole.mp4'), bytes);
    await expect(ingest('hole.mp4')).rejects.toThrow(
      /^The picture is damaged: ffmpeg reports \d+ errors.* accept it: --accept damaged-parts$/,
    );
    const smallest = at('hole.mp4.package.part/package/240p/00000.m4s');
    const before = await stat(smallest);
    expect(await readdir(at('hole.mp4.package.part/package'))).toEqual(['240p']);

    const { manifest, findings } = await ingest('hole.mp4', ['damaged-parts']);
    expect(findings.map(({ code }) => code)).toContain('damaged-parts');
    expect(manifest.durationSeconds).toBeCloseTo(10, 0);
    expect((await stat(at('hole.mp4.package/240p/00000.m4s'))).mtimeMs).toBe(before.mtimeMs);
  });

  test('a recording that begins between two key frames is not damaged', async () => {
    await runTool('ffmpeg', ['-i', at('film.mp4'), '-c', 'copy', at('whole.ts')]);
    const bytes = await readFile(at('whole.ts'));
    await writeFile(at('middle.ts'), bytes.subarray(188 * 200));
    expect((await ingest('middle.ts')).findings).toEqual([]);
  });
});
