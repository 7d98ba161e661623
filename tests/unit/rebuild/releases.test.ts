import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RebuildRunningError } from '#rebuild/errors.ts';
import { acquireLock } from '#rebuild/lock.ts';
import { manifestFiles, type Release } from '#rebuild/release/manifest.ts';
import { shardDir, releaseDir, releaseIds } from '#rebuild/release/folders.ts';
import { readRolledBack } from '#rebuild/release/rolled-back.ts';
import { activateRelease, activeReleaseId } from '#rebuild/release/activate.ts';
import { removeOldReleases } from '#rebuild/release/cleanup.ts';
import { rollback } from '#rebuild/rollback.ts';

let dataDir: string;
let siteDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-releases-'));
  siteDir = join(dataDir, 'site');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const idOf = (number: number) => `2026112210000000${number}`;

/** A release with these shard versions. Each version is the number of the release that wrote it. */
function aRelease(number: number, versions: Record<string, number>): void {
  const id = idOf(number);
  const shards = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, idOf(version)]),
  );
  for (const [name, version] of Object.entries(shards))
    mkdirSync(shardDir(dataDir, name, version), { recursive: true });
  const release: Release = {
    id,
    sources: 'sources',
    bundle: 'bundle',
    previousBundles: [],
    cursor: String(number),
    siteContent: 'siteContent',
    builtAt: '2026-11-22T10:00:00.000Z',
    origin: 'https://matinee.example',
    films: 2,
    leftOut: [],
    shards: shards,
  };
  mkdirSync(releaseDir(dataDir, id), { recursive: true });
  for (const [name, text] of Object.entries(manifestFiles(release)))
    writeFileSync(join(releaseDir(dataDir, id), name), text);
}

test('the active release and two older ones are retained, with the shards that they share with removed releases', async () => {
  aRelease(1, { b3: 1, c4: 1 });
  aRelease(2, { b3: 1, c4: 2 });
  aRelease(3, { b3: 1, c4: 2 });
  aRelease(4, { b3: 1, c4: 4 });
  activateRelease(siteDir, dataDir, idOf(4));
  await removeOldReleases(siteDir, dataDir);
  expect(releaseIds(dataDir)).toEqual([idOf(4), idOf(3), idOf(2)]);
  const isThere = (name: string, number: number) =>
    existsSync(shardDir(dataDir, name, idOf(number)));
  expect([isThere('b3', 1), isThere('c4', 1), isThere('c4', 2), isThere('c4', 4)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

describe('a rollback', () => {
  beforeEach(() => {
    for (const number of [1, 2, 3]) aRelease(number, { b3: 1 });
    activateRelease(siteDir, dataDir, idOf(3));
  });

  test('activates the previous release and records the rolled-back one', async () => {
    expect(readRolledBack(dataDir)).toBeNull();
    await rollback({ siteDir, dataDir });
    expect([activeReleaseId(siteDir), readRolledBack(dataDir)?.id]).toEqual([idOf(2), idOf(3)]);
  });

  test('a second time keeps the first rolled-back release on record', async () => {
    await rollback({ siteDir, dataDir });
    await rollback({ siteDir, dataDir });
    expect([activeReleaseId(siteDir), readRolledBack(dataDir)?.id]).toEqual([idOf(1), idOf(3)]);
    await expect(rollback({ siteDir, dataDir })).rejects.toThrow(
      'There is no older release to roll back to',
    );
  });
});

describe('the lock of a rebuild', () => {
  const file = () => join(dataDir, 'rebuild.lock');

  test('excludes a second process until it is released', async () => {
    const releaseLock = await acquireLock(dataDir);
    await expect(acquireLock(dataDir)).rejects.toThrow(RebuildRunningError);
    releaseLock();
    (await acquireLock(dataDir))();
    expect(existsSync(file())).toBe(false);
  });

  test('of a dead process is ignored', async () => {
    writeFileSync(file(), '999999999 1');
    (await acquireLock(dataDir))();
  });

  test.skipIf(process.platform !== 'linux')(
    'of a dead process whose pid was reused is ignored',
    async () => {
      writeFileSync(file(), `${process.pid} 1`);
      const releaseLock = await acquireLock(dataDir);
      expect(readFileSync(file(), 'utf8')).not.toBe(`${process.pid} 1`);
      releaseLock();
    },
  );
});
