/** @module-tag databases */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/limits/durations.ts';
import { createBackup } from '#server/backup/backup.ts';
import { bucketStorage, folderStorage, type BackupStorage } from '#server/backup/backup-storage.ts';
import { MANIFEST_FILE } from '#server/backup/manifest.ts';
import { listBackups, restoreBackup } from '#server/backup/restore.ts';
import { runScheduledBackup } from '#server/backup/scheduled.ts';
import { readConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type ServerOptions, openServer } from '#server/server.ts';
import { openObjectStorage } from '#server/ports/media/object-storage.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aClock, aServer, SECRETS, type TestServer } from '../support/test-server.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../support/ingest/object-store.ts';
import { waitUntil } from '../support/server-process.ts';

const START = new Date('2026-11-01T22:00:00Z');
const idOn = (day: number) => `202611${String(day).padStart(2, '0')}T220000Z`;
const folder = mkdtempSync(join(tmpdir(), 'matinee-scheduled-'));
const mediaDir = join(folder, 'media');
const clock = aClock(START);
const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, {
  write: (line) => void lines.push(JSON.parse(line)),
} as pino.DestinationStream);
const neverAborted = new AbortController().signal;
let server: TestServer;
let store: Awaited<ReturnType<typeof anObjectStore>>;

beforeAll(async () => {
  const settings = { MEDIA_DIR: mediaDir, BACKUP_TO: join(folder, 'unused'), BACKUP_KEEP: '2' };
  server = await aServer({ clock, log, settings });
  store = await anObjectStore();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const aSmallDatabase = () => ({
  ...server.database,
  async *dump() {
    yield new Uint8Array(Buffer.from('all of it'));
  },
});
const backUpNightly = (
  backups: BackupStorage,
  signal = neverAborted,
  database: Database = aSmallDatabase(),
) => runScheduledBackup(database, { ...server.deps, backups }, signal);
const writeMedia = (...names: string[]) => {
  rmSync(mediaDir, { recursive: true, force: true });
  for (const name of names) {
    mkdirSync(join(mediaDir, 'images', name), { recursive: true });
    writeFileSync(join(mediaDir, 'images', name, 'poster.webp'), name);
  }
};
const mediaOf = async (storage: BackupStorage) =>
  [...(await storage.list('media')).keys()].map((key) => key.split('/')[2]).toSorted();
const inBucket = (prefix: string) =>
  bucketStorage(
    openObjectStorage({ endpoint: store.endpoint, bucket: BUCKET, firstPauseMs: 1, ...ACCOUNT }),
    BUCKET,
    prefix,
  );

describe.each([
  ['a folder', (name: string) => folderStorage(join(folder, name))],
  ['a bucket', inBucket],
])('In %s', (_, aStorage) => {
  test('the newest backups stay with their media; older scheduled ones are deleted, and nothing else', async () => {
    const storage = aStorage('kept');
    clock.set(START);
    writeMedia('first', 'always');
    await backUpNightly(storage);
    // Files that are not from the server.
    const [foreignBackup, foreignMedia] = [
      `20200101T000000Z/${MANIFEST_FILE}`,
      'media/images/foreign/poster.webp',
    ];
    for (const key of [foreignBackup, foreignMedia, 'notes.txt'])
      await storage.put(key, new Uint8Array(Buffer.from('{"mine":1}')));
    clock.advance(DAY / 2);
    writeMedia('by-hand', 'always');
    await createBackup(aSmallDatabase(), storage, { mediaDir, now: clock.now() });
    clock.set(START);
    writeMedia('second', 'always');
    for (let day = 2; day <= 4; day++) {
      clock.advance(DAY);
      await backUpNightly(storage);
    }
    expect(await listBackups(storage)).toEqual([
      idOn(4),
      idOn(3),
      '20261102T100000Z',
      '20200101T000000Z',
    ]);
    // A backup with an unreadable manifest may need any media file.
    expect(await mediaOf(storage)).toEqual(['always', 'by-hand', 'first', 'foreign', 'second']);

    await storage.remove(foreignBackup);
    writeMedia('always');
    for (let day = 5; day <= 6; day++) {
      clock.advance(DAY);
      await backUpNightly(storage);
    }
    expect(await listBackups(storage)).toEqual([idOn(6), idOn(5), '20261102T100000Z']);
    expect(await mediaOf(storage)).toEqual(['always', 'by-hand', 'first', 'foreign']);
    const foreignKeys = [...(await storage.list('')).keys()].filter(
      (key) => !/^(media|2026\d{4}T\d{6}Z)\//.test(key),
    );
    expect(foreignKeys).toEqual(['notes.txt']);
  }, 120_000);

  test('a failed or damaged backup deletes nothing and does not count as a backup', async () => {
    const storage = aStorage('broken');
    clock.set(START);
    writeMedia('always');
    for (let day = 1; day <= 2; day++) {
      await backUpNightly(storage);
      clock.advance(DAY);
    }
    const before = await storage.list('');
    const damaged = {
      ...storage,
      get: async (key: string) => (await storage.get(key))?.subarray(1) ?? null,
    };
    const full = {
      ...storage,
      put: async (key: string, body: Uint8Array<ArrayBuffer>) => {
        if (key.startsWith('media')) throw new Error('no space left on device');
        await storage.put(key, body);
      },
    };
    writeMedia('always', 'new');
    const closing = AbortSignal.abort(new Error('The server closes'));
    lines.length = 0;
    await expect(backUpNightly(full)).rejects.toThrow(/no space left/);
    await expect(backUpNightly(storage, closing)).rejects.toThrow(/The server closes/);
    expect(await storage.list('')).toEqual(before);
    await expect(backUpNightly(damaged)).rejects.toThrow(/is damaged/);
    const after = await storage.list('');
    after.delete('media/images/new/poster.webp'); // complete, and reused by the next backup
    expect(after).toEqual(before);
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatchObject({
        level: 50,
        msg: 'a backup could not be made; it will be tried again',
      });
  }, 120_000);
});

test('If deleting is not allowed, each backup is still made once', async () => {
  const storage = folderStorage(join(folder, 'locked'));
  clock.set(START);
  const locked = { ...storage, remove: () => Promise.reject(new Error('403 AccessDenied')) };
  lines.length = 0;
  for (let day = 1; day <= 3; day++) {
    await backUpNightly(locked);
    clock.advance(DAY);
  }
  expect(await listBackups(storage)).toEqual([idOn(3), idOn(2), idOn(1)]);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ...[1, 2, 3].map(() => [30, 'a backup was made']),
    [50, 'old backups could not be removed; the next backup tries again'],
  ]);
});

test('Posters that are being uploaded or deleted do not fail a backup', async () => {
  const storage = folderStorage(join(folder, 'posters'));
  clock.set(START);
  writeMedia('always');
  mkdirSync(join(mediaDir, 'submissions', '.incoming'), { recursive: true });
  writeFileSync(join(mediaDir, 'submissions', '.incoming', 'half'), 'half');
  const posters = ['one.webp', 'other.webp'].map((name) => join(mediaDir, 'submissions', name));
  for (const poster of posters) writeFileSync(poster, 'whole');
  const vanishing = {
    ...storage,
    put: async (key: string, body: Uint8Array<ArrayBuffer>) => {
      if (key.startsWith('media/submissions/'))
        for (const poster of posters) rmSync(poster, { force: true });
      await storage.put(key, body);
    },
  };
  await backUpNightly(vanishing);
  const stored = [...(await storage.list('media')).keys()].toSorted();
  expect(stored).toEqual([
    'media/images/always/poster.webp',
    expect.stringMatching(/\/(one|other)\.webp$/),
  ]);
});

test('A failed backup leaves no partial files', async () => {
  const to = join(folder, 'full-disk');
  mkdirSync(join(to, idOn(1), MANIFEST_FILE), { recursive: true });
  clock.set(START);
  writeMedia('always');
  await expect(backUpNightly(folderStorage(to))).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect(
    readdirSync(to, { recursive: true }).filter((name) => String(name).endsWith('.part')),
  ).toEqual([]);
});

test('Incomplete backups are deleted after two days, and nothing else', async () => {
  const storage = folderStorage(join(folder, 'killed'));
  writeMedia('always');
  const [old, young, notes] = [
    `${idOn(1)}/database.0003`,
    `${idOn(3)}/database.0000`,
    `${idOn(1)}/notes.txt`,
  ];
  for (const key of [old, young, notes])
    await storage.put(key, new Uint8Array(Buffer.from('a piece')));
  clock.set(new Date(START.getTime() + 3 * DAY));
  const mediaFolder = join(folder, 'killed', 'media', 'images', 'always');
  mkdirSync(mediaFolder, { recursive: true });
  const aPartialFile = (name: string, day: number) => {
    const path = join(mediaFolder, `poster.webp.${name}.part`);
    writeFileSync(path, 'half');
    utimesSync(path, START, new Date(START.getTime() + day * DAY));
    return path;
  };
  const parts = [
    aPartialFile(randomUUID(), 0),
    aPartialFile(randomUUID(), 2),
    aPartialFile('of-my-own', 0),
  ];
  await backUpNightly(storage);
  expect(parts.map((path) => existsSync(path))).toEqual([false, true, true]);
  const left = [...(await storage.list('')).keys()]
    .filter((key) => !key.startsWith(idOn(4)))
    .toSorted();
  expect(left).toEqual([notes, young, 'media/images/always/poster.webp']);
});

test('A scheduled backup can be restored', async () => {
  const storage = folderStorage(join(folder, 'restored'));
  clock.set(START);
  writeMedia('always');
  const source = await aDatabase();
  const opened = await openDatabase(source.url);
  await backUpNightly(storage, neverAborted, opened);
  await opened.close();
  await source.drop();
  const target = await aDatabase({ isEmpty: true });
  const databaseUrl = target.url.startsWith('file:') ? `file:${join(folder, 'back')}` : target.url;
  expect(
    await restoreBackup(storage, idOn(1), { databaseUrl, mediaDir: join(folder, 'media-back') }),
  ).toMatchObject({
    by: 'schedule',
  });
  expect(existsSync(join(folder, 'media-back/images/always/poster.webp'))).toBe(true);
  await target.drop();
}, 60_000);

test('The metrics have the age of the last backup', async () => {
  clock.set(new Date(START.getTime() + 40 * DAY));
  await backUpNightly(folderStorage(join(folder, 'figures')));
  clock.advance(90_000);
  expect((await server.get('/api/ott/metrics')).text).toMatch(/^matinee_backup_age_seconds 90$/m);
});

describe('The backup job', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await aDatabase();
  });
  afterAll(() => database.drop());

  const open = (settings: Record<string, string>, options: ServerOptions = {}) =>
    openServer(
      readConfig(
        {
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          DATA_DIR: database.dataDir,
          ORIGIN: 'http://server.test',
          LOG_LEVEL: 'silent',
          ...settings,
        },
        () => SECRETS,
      ),
      options,
    );
  const SCHEDULES = `select cron, timezone from pgboss.schedule where name = 'backup'`;

  test('makes a due backup when a server opens, in one process at a time, and is scheduled daily', async () => {
    const to = join(folder, 'by-itself');
    const storage = folderStorage(to);
    let [runningCount, maxCount] = [0, 0];
    const slow: BackupStorage = {
      ...storage,
      put: async (key, body) => {
        maxCount = Math.max(maxCount, ++runningCount);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await storage.put(key, body);
        runningCount--;
      },
    };
    const settings = { BACKUP_TO: to, BACKUP_AT: '04:05' };
    const servers = [await open(settings, { backups: slow })];
    if (process.env['TEST_DATABASE_URL']) servers.push(await open(settings, { backups: slow }));
    await waitUntil(
      'a backup is there',
      async () => (await listBackups(storage)).length > 0,
      60_000,
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect([await listBackups(storage), maxCount]).toEqual([[expect.any(String)], 1]);
    expect((await servers[0]!.database.query(SCHEDULES)).rows).toEqual([
      { cron: '5 4 * * *', timezone: 'Asia/Kolkata' },
    ]);
    for (const each of servers) await each.close();

    const again = await open(settings, { backups: storage });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await again.close();
    expect(await listBackups(storage)).toHaveLength(1);
  }, 60_000);

  test('is not scheduled without BACKUP_TO', async () => {
    const without = await open({});
    expect((await without.database.query(SCHEDULES)).rows).toEqual([]);
    await without.close();
  }, 60_000);
});
