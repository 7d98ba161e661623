import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG } from '../../support/ingest/clips.ts';
import { makeShape, pulsesOfPackage, pulsesOfSource, type Pulses, type Shape } from '../../support/ingest/lip-sync.ts';
import { openPackage } from '../../support/ingest/package-reader.ts';

const MPEG2 = ['-c:v', 'mpeg2video', '-g', '12', '-c:a', 'mp2'];
const SHAPES: Shape[] = [
  { name: 'plain.mp4' },
  { name: 'plain.mkv' },
  { name: 'plain.ts' },
  { name: 'late-sound.ts', soundStart: 0.85 },
  { name: 'late-picture.ts', pictureStart: 0.84 },
  { name: 'late-sound.vob', soundStart: 0.85, codecs: MPEG2 },
  { name: 'late-sound.mp4', soundStart: 0.85 },
  { name: 'late-picture.mkv', pictureStart: 0.84 },
  { name: 'fifty.mp4', rate: '50' },
];

const LIMIT = 0.025;

describe.skipIf(!hasFfmpeg)(hasFfmpeg ? 'lip sync' : NEEDS_FFMPEG, { tags: ['deep'] }, () => {
  let folder = '';
  const table: Record<string, number | string>[] = [];
  beforeAll(async () => {
    folder = await aFolder();
  });
  afterAll(async () => {
    console.table(table);
    await rm(folder, { recursive: true, force: true });
  });

  const distances = ({ flashes, beeps }: Pulses) => flashes.map((at, index) => beeps[index]! - at);

  test.each(SHAPES)('$name keeps picture and sound together', async (shape) => {
    const source = await makeShape(folder, shape);
    const outDir = join(folder, `${shape.name}.package`);
    await ingestFilm({ source, outDir, preset: 'ultrafast' });
    const before = distances(await pulsesOfSource(source));
    const after = distances(await pulsesOfPackage(await openPackage(outDir)));
    const shifts = after.map((value, index) => value - before[index]!);
    table.push({ shape: shape.name, ...Object.fromEntries(shifts.map((shift, at) => [at, Math.round(shift * 1000)])) });
    expect(before).toHaveLength(3);
    expect(after).toHaveLength(3);
    for (const shift of shifts) expect(Math.abs(shift), `${shifts}`).toBeLessThanOrEqual(LIMIT);
  });
});
