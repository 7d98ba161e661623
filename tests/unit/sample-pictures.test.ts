import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ENCODED_FOLDER,
  manifestFile,
  openEncodedPictures,
  PictureManifest,
} from '#server/ports/media/encoded-pictures.ts';
import { pictureFiles } from '#server/ports/media/images.ts';
import { pictureDigest } from '#server/ports/media/store.ts';
import {
  encodeSample,
  sampleEncoder,
  samplePictures,
  sha256Of,
} from '../../scripts/sample-pictures.ts';
import { PROJECT } from '../support/project.ts';

const SAMPLE = join(PROJECT, 'scripts', 'sample');
const REMEDY = 'run `npm run sample:encode` and commit scripts/sample/encoded';
const { encoder, pictures } = PictureManifest.parse(
  JSON.parse(readFileSync(manifestFile(SAMPLE), 'utf8')),
);
const digestOf = (file: string) => sha256Of(readFileSync(file));

test('every picture of the sample cinema is encoded from its current source', () => {
  const wanted = samplePictures(SAMPLE).map(({ kind, source }) => {
    const sourceDigest = digestOf(join(SAMPLE, source));
    return [pictureDigest(kind, sourceDigest), { kind, source, sourceDigest }];
  });
  const stored = Object.entries(pictures).map(([digest, { kind, source, sourceDigest }]) => [
    digest,
    { kind, source, sourceDigest },
  ]);
  expect(Object.fromEntries(stored), REMEDY).toEqual(Object.fromEntries(wanted));
});

test('every encoded set is complete and matches the manifest', () => {
  const { filesOf } = openEncodedPictures(SAMPLE);
  for (const [digest, { kind, files }] of Object.entries(pictures)) {
    const found = filesOf(digest)?.map(({ name, file }) => [name, digestOf(file)]);
    expect(Object.fromEntries(found ?? []), REMEDY).toEqual(files);
    expect(Object.keys(files).toSorted()).toEqual(pictureFiles(kind).toSorted());
  }
});

test('no encoded files remain of removed pictures', () => {
  const folder = join(SAMPLE, ENCODED_FOLDER);
  const named = Object.entries(pictures).flatMap(([digest, { files, sourceDigest }]) =>
    Object.entries(files).flatMap(([name, each]) =>
      each === sourceDigest ? [] : [`${digest}/${name}`],
    ),
  );
  const there = globSync('*/*', { cwd: folder });
  expect(there.toSorted(), REMEDY).toEqual(named.toSorted());
  expect(globSync('*.*', { cwd: folder })).toEqual(['manifest.json']);
  expect(new Set(there.map((each) => dirname(each))).size).toBe(Object.keys(pictures).length);
});

test('the manifest names the encoder of this checkout', () => {
  const { platform: _, ...current } = sampleEncoder();
  const { platform: __, ...recorded } = encoder;
  expect(current, REMEDY).toEqual(recorded);
});

// On other processors, resized pictures may differ in the last bit.
test.skipIf(sampleEncoder().platform !== encoder.platform)(
  'encoding the pictures again gives the same bytes',
  { tags: ['deep', 'release'], timeout: 900_000 },
  async () => {
    const again = await encodeSample(SAMPLE, () => undefined);
    expect(Object.fromEntries(again.map(({ digest, entry }) => [digest, entry]))).toEqual(pictures);
  },
);
