import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DeliveredStream } from '#domain/delivery-report.ts';
import { ingestFilm, type IngestResult } from '#server/ports/media/ingest/film.ts';
import fc from '../../support/fast-check.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';
import { openPackage } from '../../support/ingest/package-reader.ts';
import {
  aRandomFilm,
  type RandomFilm,
  TONES,
  writeRandomFilm,
} from '../../support/ingest/random-films.ts';
import { tonesIn } from '../../support/ingest/tones.ts';

/** INGEST_FILMS sets another number of films. */
const FILM_COUNT = Number(process.env['INGEST_FILMS'] ?? 20);
const SECONDS_FOR_A_FILM = 60;
/** Half a frame, and the end of an AAC frame. */
const TOLERANCE = 0.1;

const options = { tags: ['deep', 'release'], timeout: FILM_COUNT * SECONDS_FOR_A_FILM * 1000 };

/** What ffprobe counts, without the product. */
async function streamCountOf(file: string): Promise<number> {
  return String(await runTool('ffprobe', ['-show_entries', 'stream=index', '-of', 'csv=p=0', file]))
    .trim()
    .split('\n').length;
}

const endOf = ({ pictureSeconds, sounds }: RandomFilm, streams: DeliveredStream[]) => {
  const decodable = streams.filter(
    ({ kind, leftOut }) => kind === 'sound' && leftOut === undefined,
  );
  const ends = decodable.map(
    ({ index }) => sounds[index - streams.findIndex(({ kind }) => kind === 'sound')]!,
  );
  return Math.max(pictureSeconds, ...ends.map(({ start, seconds }) => start + seconds));
};

/** Every sound is heard in the rendition that the report names. */
async function expectSounds(
  film: RandomFilm,
  { report }: IngestResult,
  outDir: string,
): Promise<void> {
  const opened = await openPackage(outDir);
  const sounds = report.streams.filter(({ kind }) => kind === 'sound');
  expect(sounds).toHaveLength(film.sounds.length);
  for (const [at, { made, leftOut }] of sounds.entries()) {
    expect(leftOut === undefined, `sound ${at}`).toBe(!film.sounds[at]!.isUndecodable);
    if (leftOut !== undefined) continue;
    expect(made).toHaveLength(1);
    const bytes = await opened.read(opened.rendition(made[0]!));
    const heard = [...(await tonesIn(bytes, 'FL', TONES)), ...(await tonesIn(bytes, 'FR', TONES))];
    expect(heard, `sound ${at} in ${made[0]}`).toContain(TONES[at]);
  }
}

/** A stream that was left out has its reason; a picture, a sound and subtitles have a sentence too. */
function expectNamed({ report, findings }: IngestResult): void {
  const named = new Set(
    findings.flatMap(({ values }) => ('streams' in values ? values.streams : [])),
  );
  const counted = findings.flatMap(({ code, values }) =>
    'count' in values && code.includes('subtitles') ? [values.count] : [],
  );
  const silent = report.streams.filter(({ made }) => made.length === 0);
  expect(silent.filter(({ leftOut }) => !leftOut)).toEqual([]);
  const unnamed = silent.filter(
    ({ index, kind, leftOut }) =>
      !named.has(index) && kind !== 'other' && !leftOut!.includes('cover'),
  );
  expect(unnamed.map(({ kind }) => kind)).toEqual(
    Array(counted.reduce((sum, count) => sum + count, 0)).fill('subtitles'),
  );
}

describe.skipIf(!hasFfmpeg)(hasFfmpeg ? 'random films' : NEEDS_FFMPEG, options, () => {
  test('every track and every second is in the package or named', async () => {
    const folder = await aFolder();
    let count = 0;
    const property = fc.asyncProperty(aRandomFilm, async (film) => {
      const [source, outDir] = [join(folder, `${++count}.mkv`), join(folder, String(count))];
      await writeRandomFilm(film, source);
      const accept = ['sound-undecodable' as const, 'picture-ends-early' as const];
      const result = await ingestFilm({ source, outDir, preset: 'ultrafast', accept });
      const { report, manifest } = result;
      expect(report.streams).toHaveLength(await streamCountOf(source));
      const made = new Set(report.streams.flatMap((stream) => stream.made));
      const content = [
        ...manifest.renditions.map(({ name }) => name),
        ...manifest.captions.map(({ language }) => `captions/${language}`),
      ];
      const silence = report.sounds
        .filter(({ streams }) => streams.length === 0)
        .map(({ name }) => name);
      expect([...made, ...silence].toSorted()).toEqual(content.toSorted());
      expectNamed(result);
      await expectSounds(film, result, outDir);
      expect(Math.abs(manifest.durationSeconds - endOf(film, report.streams))).toBeLessThan(
        TOLERANCE,
      );
      await rm(outDir, { recursive: true });
    });
    await fc.assert(property, { numRuns: FILM_COUNT });
    await rm(folder, { recursive: true });
  });
});
