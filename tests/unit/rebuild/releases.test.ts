import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RebuildRunning } from '#rebuild/errors.ts';
import { lock } from '#rebuild/lock.ts';
import { cardsOf, type Release } from '#rebuild/release/card.ts';
import { drawerDir, releaseDir, releaseIds } from '#rebuild/release/folders.ts';
import { heldFrom } from '#rebuild/release/held.ts';
import { dropOld, servedId, switchTo } from '#rebuild/release/switch.ts';
import { rollback } from '#rebuild/rollback.ts';

let dataDir: string;
let siteDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-releases-'));
  siteDir = join(dataDir, 'site');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const idOf = (number: number) => `2026112210000000${number}`;

/** A release that has pages in these versions of its folders, each named by the release that made it. */
function aRelease(number: number, versions: Record<string, number>): void {
  const id = idOf(number);
  const drawers = Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, idOf(version)]));
  for (const [name, version] of Object.entries(drawers))
    mkdirSync(drawerDir(dataDir, name, version), { recursive: true });
  const release: Release = {
    id,
    sources: 'sources',
    bundle: 'bundle',
    formers: [],
    cursor: String(number),
    surroundings: 'surroundings',
    builtAt: '2026-11-22T10:00:00.000Z',
    origin: 'https://matinee.example',
    films: 2,
    drawers,
  };
  mkdirSync(releaseDir(dataDir, id), { recursive: true });
  for (const [name, text] of Object.entries(cardsOf(release))) writeFileSync(join(releaseDir(dataDir, id), name), text);
}

test('the release that is served and two before it are kept, with all the pages that they share with older ones', async () => {
  aRelease(1, { b3: 1, c4: 1 });
  aRelease(2, { b3: 1, c4: 2 });
  aRelease(3, { b3: 1, c4: 2 });
  aRelease(4, { b3: 1, c4: 4 });
  switchTo(siteDir, dataDir, idOf(4));
  await dropOld(siteDir, dataDir);
  expect(releaseIds(dataDir)).toEqual([idOf(4), idOf(3), idOf(2)]);
  const isThere = (name: string, number: number) => existsSync(drawerDir(dataDir, name, idOf(number)));
  expect([isThere('b3', 1), isThere('c4', 1), isThere('c4', 2), isThere('c4', 4)]).toEqual([true, false, true, true]);
});

describe('a rollback', () => {
  beforeEach(() => {
    for (const number of [1, 2, 3]) aRelease(number, { b3: 1 });
    switchTo(siteDir, dataDir, idOf(3));
  });

  test('serves the release before, and notes which one is not wanted', async () => {
    expect(heldFrom(dataDir)).toBeNull();
    await rollback({ siteDir, dataDir });
    expect([servedId(siteDir), heldFrom(dataDir)?.id]).toEqual([idOf(2), idOf(3)]);
  });

  test('and a second one: what was left first is still what is not wanted', async () => {
    await rollback({ siteDir, dataDir });
    await rollback({ siteDir, dataDir });
    expect([servedId(siteDir), heldFrom(dataDir)?.id]).toEqual([idOf(1), idOf(3)]);
    await expect(rollback({ siteDir, dataDir })).rejects.toThrow('There is no release to go back to');
  });
});

describe('the lock of a rebuild', () => {
  const file = () => join(dataDir, 'rebuild.lock');

  test('keeps a second one out until the first lets go', async () => {
    const unlock = await lock(dataDir);
    await expect(lock(dataDir)).rejects.toThrow(RebuildRunning);
    unlock();
    (await lock(dataDir))();
    expect(existsSync(file())).toBe(false);
  });

  test('of a process that is no more holds nobody up', async () => {
    writeFileSync(file(), '999999999 1');
    (await lock(dataDir))();
  });

  test.skipIf(process.platform !== 'linux')(
    'of a process whose number another one has by now holds nobody up',
    async () => {
      writeFileSync(file(), `${process.pid} 1`);
      const unlock = await lock(dataDir);
      expect(readFileSync(file(), 'utf8')).not.toBe(`${process.pid} 1`);
      unlock();
    },
  );
});
