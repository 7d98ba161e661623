import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uploadRelease } from '#rebuild/publish/upload.ts';
import { changedPaths } from '#rebuild/purge/changed-paths.ts';
import { manifestFiles, type Release } from '#rebuild/release/manifest.ts';
import { releaseDir } from '#rebuild/release/folders.ts';
import type { UploadTarget } from '#server/ports/publisher/publisher.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-publish-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A release with these files by path, without films. */
function aRelease(number: number, files: Record<string, string>, sources = 'sources'): Release {
  const release: Release = {
    id: `2026112210000000${number}`,
    sources,
    bundle: 'bundle',
    previousBundles: [],
    cursor: String(number),
    siteContent: 'siteContent',
    builtAt: '2026-11-22T10:00:00.000Z',
    origin: 'https://matinee.example',
    films: 0,
    leftOut: [],
    shards: {},
  };
  for (const [path, text] of Object.entries({ ...files, ...manifestFiles(release) })) {
    const file = join(releaseDir(dataDir, release.id), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return release;
}

/** A bucket in memory. It refuses the upload of the path `refused`. */
function aBucket() {
  const objects = new Map<string, string>();
  const bucket = {
    refused: '',
    objects,
    read: async (path: string) => objects.get(path) ?? null,
    async put(path: string, file: string) {
      if (path === bucket.refused) throw new Error('the bucket is unavailable');
      objects.set(path, readFileSync(file, 'utf8'));
      return 1;
    },
    remove: async (path: string) => void objects.delete(path),
    list: async () =>
      new Map(
        [...objects].map(([path, text]) => [path, createHash('md5').update(text).digest('hex')]),
      ),
  };
  return bucket;
}
const pathsIn = ({ objects }: { objects: Map<string, string> }) => [...objects.keys()].toSorted();

test('changed and removed files are listed by their URL paths', () => {
  const before = aRelease(1, {
    'index.html': 'one',
    'movies/index.html': 'same',
    'about/index.html': 'about',
  });
  const after = aRelease(2, {
    'index.html': 'two',
    'movies/index.html': 'same',
    '_astro/a.js': 'named by content',
  });
  expect(changedPaths(dataDir, before, after)?.toSorted()).toEqual(['/', '/about', '/build.json']);
});

test('after a change of the sources, the changed paths cannot be listed', () => {
  const before = aRelease(1, { 'index.html': 'one' });
  expect(
    changedPaths(dataDir, before, aRelease(2, { 'index.html': 'one' }, 'other sources')),
  ).toBeNull();
  expect(changedPaths(dataDir, null, before)).toBeNull();
});

test('after an interrupted upload, the next upload removes files that its release does not contain', async () => {
  const bucket = aBucket();
  const toBucket = (release: Release) => uploadRelease(bucket as UploadTarget, dataDir, release);
  await toBucket(aRelease(1, { 'index.html': 'one' }));
  const interrupted = aRelease(2, { 'index.html': 'two', 'late.js': 'only in release two' });
  bucket.refused = 'index.html';
  await expect(toBucket(interrupted)).rejects.toThrow('the bucket is unavailable');
  expect(pathsIn(bucket)).toContain('late.js');
  bucket.refused = '';
  await toBucket(aRelease(3, { 'index.html': 'three' }));
  expect(pathsIn(bucket)).toEqual(['build.json', 'index.html']);
  expect(bucket.objects.get('index.html')).toBe('three');
});

test('a release that is in the bucket already is not uploaded again', async () => {
  const bucket = aBucket();
  const release = aRelease(1, { 'index.html': 'one' });
  expect(await uploadRelease(bucket as UploadTarget, dataDir, release)).toEqual({
    objects: 2,
    bytes: 2,
    removed: 0,
  });
  expect(await uploadRelease(bucket as UploadTarget, dataDir, release)).toEqual({
    objects: 0,
    bytes: 0,
    removed: 0,
  });
});
