import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG } from '../../support/ingest/clips.ts';
import {
  makeShape,
  pulsesOfPackage,
  pulsesOfSource,
  type Pulses,
  type Shape,
} from '../../support/ingest/lip-sync.ts';
import { openPackage } from '../../support/ingest/package-reader.ts';

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-c:a', 'aac'];
const MPEG2 = ['-c:v', 'mpeg2video', '-g', '12', '-c:a', 'mp2'];
const MASTER = ['-c:v', 'mpeg2video', '-g', '1', '-b:v', '2M', '-c:a', 'pcm_s16le'];
const AVI = ['-c:v', 'mpeg4', '-g', '50', '-bf', '0', '-c:a', 'libmp3lame'];
const PRORES = ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'];
const WEBM = ['-c:v', 'libvpx', '-deadline', 'realtime', '-g', '50', '-c:a', 'libopus'];
const OGG = ['-c:v', 'libtheora', '-g', '50', '-c:a', 'libvorbis'];
/** Loses every third frame of the first half. */
const VARIABLE = ["select='gt(t,3)+mod(n,3)'"];
const FRAGMENTS = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
const WITHOUT_EDIT_LIST = ['-use_editlist', '0', '-avoid_negative_ts', 'make_zero'];
/** Cuts the first half second without encoding: MP4 writes an edit list, Matroska a negative start. */
const CUT = { input: ['-ss', '0.5'] };
/** Just before the time stamps of 33 bits wrap. */
const WRAP = { output: ['-output_ts_offset', '95440.2'] };
const FAR = { output: ['-output_ts_offset', '36000'] };

const SHAPES: (Omit<Shape, 'codecs'> & Partial<Shape>)[] = [
  { name: 'plain.mp4' },
  { name: 'plain.mov', codecs: PRORES },
  { name: 'plain.mkv' },
  { name: 'plain.ts' },
  { name: 'plain.m2ts' },
  { name: 'plain.vob', codecs: MPEG2 },
  { name: 'plain.avi', codecs: AVI },
  { name: 'plain.mxf', codecs: MASTER },
  { name: 'plain.webm', codecs: WEBM },
  { name: 'plain.ogv', codecs: OGG },
  { name: 'plain.flv', codecs: ['-c:v', 'flv1', '-g', '50', '-c:a', 'aac'] },
  { name: 'plain.wmv', codecs: ['-c:v', 'wmv2', '-g', '50', '-c:a', 'wmav2'] },
  { name: 'late-sound.mp4', soundStart: 0.85 },
  { name: 'late-sound.mov', soundStart: 0.85, codecs: PRORES },
  { name: 'late-sound.mkv', soundStart: 0.85 },
  { name: 'late-sound.ts', soundStart: 0.85 },
  { name: 'late-sound.m2ts', soundStart: 0.85 },
  { name: 'late-sound.vob', soundStart: 0.85, codecs: MPEG2 },
  { name: 'late-sound.mpg', soundStart: 0.85, codecs: MPEG2 },
  { name: 'late-sound.webm', soundStart: 0.85, codecs: WEBM },
  { name: 'late-picture.mp4', pictureStart: 0.84 },
  { name: 'late-picture.mov', pictureStart: 0.84, codecs: PRORES },
  { name: 'late-picture.mkv', pictureStart: 0.84 },
  { name: 'late-picture.ts', pictureStart: 0.84 },
  { name: 'late-picture.m2ts', pictureStart: 0.84 },
  { name: 'late-picture.vob', pictureStart: 0.84, codecs: MPEG2 },
  { name: 'late-picture.webm', pictureStart: 0.84, codecs: WEBM },
  { name: 'edit-list.mp4', remux: CUT },
  { name: 'edit-list.mov', remux: CUT },
  { name: 'negative-start.mkv', remux: { ...CUT, output: ['-avoid_negative_ts', 'disabled'] } },
  { name: 'no-edit-list.mp4', remux: { output: WITHOUT_EDIT_LIST } },
  { name: 'fragments.mp4', remux: { output: FRAGMENTS } },
  { name: 'wrap.ts', remux: WRAP },
  { name: 'wrap-late-sound.ts', soundStart: 0.85, remux: WRAP },
  { name: 'ten-hours.ts', remux: FAR },
  { name: 'ten-hours.mkv', remux: FAR },
  { name: 'cinema.mp4', rate: '24' },
  { name: 'cinema.ts', rate: '24', soundStart: 0.4 },
  { name: 'ntsc.mkv', rate: '30000/1001' },
  { name: 'ntsc.ts', rate: '30000/1001', pictureStart: 0.3 },
  { name: 'fifty.mp4', rate: '50' },
  { name: 'fifty.ts', rate: '50', soundStart: 0.85 },
  { name: 'sixty.mov', rate: '60' },
  { name: 'variable.mp4', filters: VARIABLE },
  { name: 'variable.mkv', filters: VARIABLE, soundStart: 0.85 },
];

const LIMIT = 0.025;

describe.skipIf(!hasFfmpeg)(hasFfmpeg ? 'lip sync' : NEEDS_FFMPEG, { tags: ['deep'] }, () => {
  let folder = '';
  const table: Record<string, number | string | undefined>[] = [];
  beforeAll(async () => {
    folder = await aFolder();
  });
  afterAll(async () => {
    // Milliseconds by which the sound is later than in the source.
    console.table(table);
    await rm(folder, { recursive: true, force: true });
  });

  const distances = ({ flashes, beeps }: Pulses) => flashes.map((at, index) => beeps[index]! - at);

  test.each(SHAPES)('$name keeps picture and sound together', async (shape) => {
    const source = await makeShape(folder, { codecs: X264, ...shape });
    const outDir = join(folder, `${shape.name}.package`);
    await ingestFilm({ source, outDir, preset: 'ultrafast' });
    const before = distances(await pulsesOfSource(source));
    const after = distances(await pulsesOfPackage(await openPackage(outDir)));
    const shifts = after.map((value, index) => value - before[index]!);
    const [start, middle, end] = shifts.map((shift) => Math.round(shift * 1000));
    table.push({ shape: shape.name, start, middle, end });
    expect(before).toHaveLength(3);
    expect(after).toHaveLength(3);
    for (const shift of shifts) expect(Math.abs(shift), `${shifts}`).toBeLessThanOrEqual(LIMIT);
  });
});
