/** @module-tag databases */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/limits.ts';
import { backup } from '#server/backup/backup.ts';
import { bucketPlace, folderPlace, type Place } from '#server/backup/place.ts';
import { listBackups, restore } from '#server/backup/restore.ts';
import { backUp } from '#server/backup/scheduled.ts';
import { readConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { type HouseOptions, openHouse } from '#server/house.ts';
import { openObjects } from '#server/ports/media/objects.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aClock, aHouse, SECRETS, type TestHouse } from '../support/house.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../support/ingest/object-store.ts';
import { until } from '../support/server-process.ts';

const START = new Date('2026-11-01T22:00:00Z');
const idOn = (day: number) => `202611${String(day).padStart(2, '0')}T220000Z`;
const folder = mkdtempSync(join(tmpdir(), 'matinee-scheduled-'));
const mediaDir = join(folder, 'media');
const clock = aClock(START);
const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) } as pino.DestinationStream);
const never = new AbortController().signal;
let house: TestHouse;
let store: Awaited<ReturnType<typeof anObjectStore>>;

beforeAll(async () => {
  const settings = { MEDIA_DIR: mediaDir, BACKUP_TO: join(folder, 'unused'), BACKUP_KEEP: '2' };
  house = await aHouse({ clock, log, settings });
  store = await anObjectStore();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A house whose database is soon told. */
const small = () => ({
  ...house.database,
  async *dump() {
    yield new Uint8Array(Buffer.from('all of it'));
  },
});
const nightly = (backups: Place, signal = never, database: Database = small()) =>
  backUp(database, { ...house.deps, backups }, signal);
const hasMedia = (...names: string[]) => {
  rmSync(mediaDir, { recursive: true, force: true });
  for (const name of names) {
    mkdirSync(join(mediaDir, 'images', name), { recursive: true });
    writeFileSync(join(mediaDir, 'images', name, 'poster.webp'), name);
  }
};
const mediaOf = async (place: Place) =>
  [...(await place.list('media')).keys()].map((key) => key.split('/')[2]).toSorted();
const inBucket = (prefix: string) =>
  bucketPlace(openObjects({ endpoint: store.endpoint, bucket: BUCKET, firstPauseMs: 1, ...ACCOUNT }), BUCKET, prefix);

describe.each([
  ['a folder', (name: string) => folderPlace(join(folder, name))],
  ['a bucket', inBucket],
])('In %s', (_, aPlace) => {
  test('the newest stay with what they name; older ones go, and nothing that the house did not make', async () => {
    const place = aPlace('kept');
    clock.set(START);
    hasMedia('first', 'always');
    await nightly(place);
    // Of somebody else, or of another kind.
    const [notOurs, nobodys] = ['20200101T000000Z/card.json', 'media/images/nobodys/poster.webp'];
    for (const key of [notOurs, nobodys, 'notes.txt']) await place.put(key, new Uint8Array(Buffer.from('{"mine":1}')));
    clock.advance(DAY / 2);
    hasMedia('by-hand', 'always');
    await backup(small(), place, { mediaDir, now: clock.now() });
    clock.set(START);
    hasMedia('second', 'always');
    for (let day = 2; day <= 4; day++) {
      clock.advance(DAY);
      await nightly(place);
    }
    expect(await listBackups(place)).toEqual([idOn(4), idOn(3), '20261102T100000Z', '20200101T000000Z']);
    // With a card that cannot be read, nobody knows what it needs.
    expect(await mediaOf(place)).toEqual(['always', 'by-hand', 'first', 'nobodys', 'second']);

    await place.remove(notOurs);
    hasMedia('always');
    for (let day = 5; day <= 6; day++) {
      clock.advance(DAY);
      await nightly(place);
    }
    expect(await listBackups(place)).toEqual([idOn(6), idOn(5), '20261102T100000Z']);
    expect(await mediaOf(place)).toEqual(['always', 'by-hand', 'first', 'nobodys']);
    const others = [...(await place.list('')).keys()].filter((key) => !/^(media|2026\d{4}T\d{6}Z)\//.test(key));
    expect(others).toEqual(['notes.txt']);
  }, 120_000);

  test('one that cannot be made, or is not what was written, removes nothing and counts for nothing', async () => {
    const place = aPlace('broken');
    clock.set(START);
    hasMedia('always');
    for (let day = 1; day <= 2; day++) {
      await nightly(place);
      clock.advance(DAY);
    }
    const before = await place.list('');
    const damaged = { ...place, get: async (key: string) => (await place.get(key))?.subarray(1) ?? null };
    const full = {
      ...place,
      put: async (key: string, body: Uint8Array<ArrayBuffer>) => {
        if (key.startsWith('media')) throw new Error('no space left on device');
        await place.put(key, body);
      },
    };
    hasMedia('always', 'new');
    const closing = AbortSignal.abort(new Error('The house closes'));
    lines.length = 0;
    await expect(nightly(full)).rejects.toThrow(/no space left/);
    await expect(nightly(place, closing)).rejects.toThrow(/The house closes/);
    expect(await place.list('')).toEqual(before);
    await expect(nightly(damaged)).rejects.toThrow(/is damaged/);
    const after = await place.list('');
    after.delete('media/images/new/poster.webp'); // whole, and of use to the next one
    expect(after).toEqual(before);
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatchObject({ level: 50, msg: 'a backup could not be made; it will be tried again' });
  }, 120_000);
});

test('A place that lets nothing be taken away has the backup all the same, once', async () => {
  const place = folderPlace(join(folder, 'locked'));
  clock.set(START);
  const locked = { ...place, remove: () => Promise.reject(new Error('403 AccessDenied')) };
  lines.length = 0;
  for (let day = 1; day <= 3; day++) {
    await nightly(locked);
    clock.advance(DAY);
  }
  expect(await listBackups(place)).toEqual([idOn(3), idOn(2), idOn(1)]);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ...[1, 2, 3].map(() => [30, 'a backup was made']),
    [50, 'old backups could not be taken away; the next one tries again'],
  ]);
});

test('A poster that is on its way in, or taken away by its maker, keeps no backup from being made', async () => {
  const place = folderPlace(join(folder, 'posters'));
  clock.set(START);
  hasMedia('always');
  mkdirSync(join(mediaDir, 'submissions', '.incoming'), { recursive: true });
  writeFileSync(join(mediaDir, 'submissions', '.incoming', 'half'), 'half');
  const posters = ['one.webp', 'other.webp'].map((name) => join(mediaDir, 'submissions', name));
  for (const poster of posters) writeFileSync(poster, 'whole');
  const vanishing = {
    ...place,
    put: async (key: string, body: Uint8Array<ArrayBuffer>) => {
      if (key.startsWith('media/submissions/')) for (const poster of posters) rmSync(poster, { force: true });
      await place.put(key, body);
    },
  };
  await nightly(vanishing);
  const kept = [...(await place.list('media')).keys()].toSorted();
  expect(kept).toEqual(['media/images/always/poster.webp', expect.stringMatching(/\/(one|other)\.webp$/)]);
});

test('A disk that is full is not fuller after every try', async () => {
  const to = join(folder, 'full-disk');
  mkdirSync(join(to, idOn(1), 'card.json'), { recursive: true });
  clock.set(START);
  hasMedia('always');
  await expect(nightly(folderPlace(to))).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect(readdirSync(to, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
});

test('What was killed in the middle goes two days later, and nothing else without a card', async () => {
  const place = folderPlace(join(folder, 'killed'));
  hasMedia('always');
  const [old, young, notes] = [`${idOn(1)}/database.0003`, `${idOn(3)}/database.0000`, `${idOn(1)}/notes.txt`];
  for (const key of [old, young, notes]) await place.put(key, new Uint8Array(Buffer.from('a piece')));
  clock.set(new Date(START.getTime() + 3 * DAY));
  const halves = join(folder, 'killed', 'media', 'images', 'always');
  mkdirSync(halves, { recursive: true });
  const aHalf = (name: string, day: number) => {
    const path = join(halves, `poster.webp.${name}.part`);
    writeFileSync(path, 'half');
    utimesSync(path, START, new Date(START.getTime() + day * DAY));
    return path;
  };
  const parts = [aHalf(randomUUID(), 0), aHalf(randomUUID(), 2), aHalf('of-my-own', 0)];
  await nightly(place);
  expect(parts.map((path) => existsSync(path))).toEqual([false, true, true]);
  const left = [...(await place.list('')).keys()].filter((key) => !key.startsWith(idOn(4))).toSorted();
  expect(left).toEqual([notes, young, 'media/images/always/poster.webp']);
});

test('What the house made by itself comes back as any other', async () => {
  const place = folderPlace(join(folder, 'restored'));
  clock.set(START);
  hasMedia('always');
  const made = await aDatabase();
  const opened = await openDatabase(made.url);
  await nightly(place, never, opened);
  await opened.close();
  await made.drop();
  const fresh = await aDatabase();
  const databaseUrl = fresh.url.startsWith('file:') ? `file:${join(folder, 'back')}` : fresh.url;
  expect(await restore(place, idOn(1), { databaseUrl, mediaDir: join(folder, 'media-back') })).toMatchObject({
    by: 'schedule',
  });
  expect(existsSync(join(folder, 'media-back/images/always/poster.webp'))).toBe(true);
  await fresh.drop();
}, 60_000);

test('How old the last one is stands among the figures', async () => {
  clock.set(new Date(START.getTime() + 40 * DAY));
  await nightly(folderPlace(join(folder, 'figures')));
  clock.advance(90_000);
  expect((await house.get('/api/ott/metrics')).text).toMatch(/^matinee_backup_age_seconds 90$/m);
});

describe('By itself', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await aDatabase();
  });
  afterAll(() => database.drop());

  const open = (settings: Record<string, string>, options: HouseOptions = {}) =>
    openHouse(
      readConfig(
        {
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          DATA_DIR: database.dataDir,
          ORIGIN: 'http://house.test',
          LOG_LEVEL: 'silent',
          ...settings,
        },
        () => SECRETS,
      ),
      options,
    );
  const HOURS = `select cron, timezone from pgboss.schedule where name = 'backup'`;

  test('a house that opens makes one that is due, one of its processes at a time, and goes on at its hour', async () => {
    const to = join(folder, 'by-itself');
    const place = folderPlace(to);
    let [running, most] = [0, 0];
    const slow: Place = {
      ...place,
      put: async (key, body) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await place.put(key, body);
        running--;
      },
    };
    const settings = { BACKUP_TO: to, BACKUP_AT: '04:05' };
    const houses = [await open(settings, { backups: slow })];
    if (process.env['TEST_DATABASE_URL']) houses.push(await open(settings, { backups: slow }));
    await until('a backup is there', async () => (await listBackups(place)).length > 0, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect([await listBackups(place), most]).toEqual([[expect.any(String)], 1]);
    expect((await houses[0]!.database.query(HOURS)).rows).toEqual([{ cron: '5 4 * * *', timezone: 'Asia/Kolkata' }]);
    for (const each of houses) await each.close();

    const again = await open(settings, { backups: place });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await again.close();
    expect(await listBackups(place)).toHaveLength(1);
  }, 60_000);

  test('a house without a place makes none any more', async () => {
    const without = await open({});
    expect((await without.database.query(HOURS)).rows).toEqual([]);
    await without.close();
  }, 60_000);
});
