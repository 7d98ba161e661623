/** @module-tag databases */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackup } from '#server/backup/backup.ts';
import { bucketStorage, folderStorage, type BackupStorage } from '#server/backup/backup-storage.ts';
import { listBackups, restoreBackup } from '#server/backup/restore.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openObjectStorage } from '#server/ports/media/object-storage.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../support/ingest/object-store.ts';
import { readAllRows } from '../support/rows.ts';

const NOW = new Date('2026-11-21T20:45:00Z');
let database: TestDatabase;
let folder: string;
let mediaDir: string;
let count = 0;

beforeAll(async () => {
  database = await aDatabase();
  folder = mkdtempSync(join(tmpdir(), 'matinee-backup-'));
  mediaDir = join(folder, 'media');
  put('images/abc/poster-400.webp', 'a picture');
  put('packages/film/240p/0.m4s', Buffer.alloc(100_000, 7));
  put('packages/film/keys.json', '{"keys":[]}');
  put('.incoming/half', 'not finished');
  await database.withConnection(async (connection) => {
    const viewer = await connection.aViewer();
    for (let left = 30; left > 0; left--)
      await connection.anOrder(viewer, await connection.aFilm({ movieKey: `k${left}` }));
  });
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function put(name: string, body: string | Buffer) {
  mkdirSync(join(mediaDir, name, '..'), { recursive: true });
  writeFileSync(join(mediaDir, name), body);
}
/** The embedded database does not use the event loop, so an endless writer must yield. */
const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));
const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);

async function anEmptyDatabase() {
  const created = await aDatabase({ isEmpty: true });
  return {
    url: isPostgres ? created.url : `file:${join(folder, `restored-${++count}`)}`,
    drop: created.drop,
  };
}

const withDatabase = <T>(work: (opened: Database) => Promise<T>, url = database.url) =>
  openDatabase(url).then(async (opened) => work(opened).finally(() => opened.close()));
const makeBackup = (storage: BackupStorage, now = NOW) =>
  withDatabase((opened) => createBackup(opened, storage, { mediaDir, now }));

test('A restored server has every row and every file, and accepts new rows', async () => {
  const storage = folderStorage(join(folder, 'backups'));
  const { id } = await makeBackup(storage);
  const before = await withDatabase(readAllRows);
  const target = { ...(await anEmptyDatabase()), mediaDir: join(folder, 'media-back') };
  await restoreBackup(storage, id, { databaseUrl: target.url, mediaDir: target.mediaDir });

  expect(await withDatabase(readAllRows, target.url)).toEqual(before);
  expect(readFileSync(join(target.mediaDir, 'packages/film/240p/0.m4s'))).toEqual(
    Buffer.alloc(100_000, 7),
  );
  expect(existsSync(join(target.mediaDir, '.incoming'))).toBe(false);
  // Only this user may read the keys of a film.
  expect(statSync(join(target.mediaDir, 'packages/film/keys.json')).mode & 0o077).toBe(0);
  const next = await withDatabase(
    ({ query }) =>
      query(`insert into languages (language_name) values ('Tulu') returning language_id`),
    target.url,
  );
  expect(next.rowCount).toBe(1);
  await target.drop();
}, 60_000);

test('A backup made during other transactions is a consistent snapshot', async () => {
  const storage = folderStorage(join(folder, 'online'));
  const { id, countEntries } = await withDatabase(async (opened) => {
    await opened.runSql('create table ledger (side text, amount int)');
    let isOver = false;
    // Every transaction keeps both sides equal.
    const writer = (async () => {
      for (let amount = 1; !isOver; amount++)
        await opened.db
          .transaction(async (tx) => {
            await tx.execute(`insert into ledger values ('left', ${amount})`);
            await tx.execute(`insert into ledger values ('right', ${amount})`);
          })
          .then(yieldToEventLoop);
    })();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const manifest = await createBackup(opened, storage, { mediaDir, now: NOW });
    isOver = true;
    await writer;
    const counts = `select side, count(*)::int as entries from ledger group by side order by side`;
    return {
      id: manifest.id,
      countEntries: async (restored: Database) => (await restored.query(counts)).rows,
    };
  });
  const target = await anEmptyDatabase();
  await restoreBackup(storage, id, { databaseUrl: target.url, mediaDir });
  const [left, right] = await withDatabase(countEntries, target.url);
  expect(left!['entries']).toBeGreaterThan(0);
  expect(left!['entries']).toBe(right!['entries']);
  await withDatabase(({ runSql }) => runSql('drop table ledger'));
  await target.drop();
}, 60_000);

test.skipIf(isPostgres)(
  'Opening the embedded database deletes copies that a killed process left',
  async () => {
    const leftover = `${database.url.replace('file:', '')}.copy-abcdef`;
    mkdirSync(leftover);
    writeFileSync(join(leftover, 'PG_VERSION'), '17');
    await withDatabase(async () => expect(existsSync(leftover)).toBe(false));
    await makeBackup(folderStorage(join(folder, 'without-copies')));
    expect(readdirSync(join(leftover, '..')).filter((name) => name.includes('.copy-'))).toEqual([]);
  },
);

test('A later backup stores only new media files', async () => {
  const written: string[] = [];
  const folderOfBackups = folderStorage(join(folder, 'twice'));
  const storage = {
    ...folderOfBackups,
    put: (key: string, body: Uint8Array<ArrayBuffer>) => (
      written.push(key),
      folderOfBackups.put(key, body)
    ),
  };
  await makeBackup(storage);
  put('images/new/poster-400.webp', 'another picture');
  written.length = 0;
  await makeBackup(storage, new Date(NOW.getTime() + 60_000));
  expect(written.filter((key) => key.startsWith('media/'))).toEqual([
    'media/images/new/poster-400.webp',
  ]);
  expect(await listBackups(storage)).toEqual(['20261121T204600Z', '20261121T204500Z']);
}, 60_000);

test('A backup can be stored in a bucket', async () => {
  const store = await anObjectStore();
  const objects = openObjectStorage({ endpoint: store.endpoint, bucket: BUCKET, ...ACCOUNT });
  const storage = bucketStorage(objects, BUCKET, 'the server');
  const { id } = await makeBackup(storage);
  const target = await anEmptyDatabase();
  await restoreBackup(storage, id, {
    databaseUrl: target.url,
    mediaDir: join(folder, 'media-bucket'),
  });
  expect(await withDatabase(readAllRows, target.url)).toEqual(await withDatabase(readAllRows));
  await target.drop();
  await store.close();
}, 60_000);

describe('Restore fails before it changes anything', () => {
  let storage: BackupStorage;
  let id: string;
  beforeAll(async () => {
    storage = folderStorage(join(folder, 'refused'));
    ({ id } = await makeBackup(storage));
  }, 60_000);

  test('if the database is not empty', async () => {
    await expect(
      restoreBackup(storage, id, { databaseUrl: database.url, mediaDir }),
    ).rejects.toThrow(isPostgres ? /has tables already/ : /already exists/);
  });

  test('if the backup does not exist', async () => {
    await expect(
      restoreBackup(storage, '20200101T000000Z', { databaseUrl: database.url, mediaDir }),
    ).rejects.toThrow(/There is no backup/);
  });

  test('if a part of the backup is damaged', async () => {
    const target = await anEmptyDatabase();
    const part = join(folder, 'refused', id, 'database.0000');
    writeFileSync(part, Buffer.concat([readFileSync(part), Buffer.from('!')]));
    await expect(restoreBackup(storage, id, { databaseUrl: target.url, mediaDir })).rejects.toThrow(
      /damaged/,
    );
    expect(isPostgres || !existsSync(target.url.replace('file:', ''))).toBe(true);
    await target.drop();
  });

  test('if the backup is of the other kind of database', async () => {
    const other = isPostgres
      ? `file:${join(folder, 'other')}`
      : 'postgres://nobody@127.0.0.1:1/nothing';
    await makeBackup(storage);
    await expect(restoreBackup(storage, id, { databaseUrl: other, mediaDir })).rejects.toThrow(
      /This backup is of/,
    );
  });
});
