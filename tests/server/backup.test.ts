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
import { backup } from '#server/backup/backup.ts';
import { bucketPlace, folderPlace, type Place } from '#server/backup/place.ts';
import { listBackups, restore } from '#server/backup/restore.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { openObjects } from '#server/ports/media/objects.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../support/ingest/object-store.ts';
import { rowsOf } from '../support/rows.ts';

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
  await database.visit(async (visitor) => {
    const viewer = await visitor.aViewer();
    for (let left = 30; left > 0; left--) await visitor.anOrder(viewer, await visitor.aFilm({ movieKey: `k${left}` }));
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
/** The embedded database answers without the event loop: who writes without end must let others have a turn. */
const breath = () => new Promise((resolve) => setImmediate(resolve));
const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);

/** A place for a database to be restored to, that has nothing yet. */
async function emptyOne() {
  const fresh = await aDatabase({ isEmpty: true });
  return { url: isPostgres ? fresh.url : `file:${join(folder, `restored-${++count}`)}`, drop: fresh.drop };
}

const open = <T>(work: (opened: Database) => Promise<T>, url = database.url) =>
  openDatabase(url).then(async (opened) => work(opened).finally(() => opened.close()));
const back = (place: Place, now = NOW) => open((opened) => backup(opened, place, { mediaDir, now }));

test('A house comes back as it was: every row, every file, and it goes on from there', async () => {
  const place = folderPlace(join(folder, 'backups'));
  const { id } = await back(place);
  const before = await open(rowsOf);
  const to = { ...(await emptyOne()), mediaDir: join(folder, 'media-back') };
  await restore(place, id, { databaseUrl: to.url, mediaDir: to.mediaDir });

  expect(await open(rowsOf, to.url)).toEqual(before);
  expect(readFileSync(join(to.mediaDir, 'packages/film/240p/0.m4s'))).toEqual(Buffer.alloc(100_000, 7));
  expect(existsSync(join(to.mediaDir, '.incoming'))).toBe(false);
  // The keys of a film are for this user alone, as where they were made.
  expect(statSync(join(to.mediaDir, 'packages/film/keys.json')).mode & 0o077).toBe(0);
  const next = await open(
    ({ query }) => query(`insert into languages (language_name) values ('Tulu') returning language_id`),
    to.url,
  );
  expect(next.rowCount).toBe(1);
  await to.drop();
}, 60_000);

test('A backup of an open house is of one moment, whatever is written meanwhile', async () => {
  const place = folderPlace(join(folder, 'online'));
  const { id, isBalanced } = await open(async (opened) => {
    await opened.script('create table ledger (side text, amount int)');
    let isOver = false;
    // Whoever writes keeps both sides equal in every transaction.
    const writer = (async () => {
      for (let amount = 1; !isOver; amount++)
        await opened.db
          .transaction(async (tx) => {
            await tx.execute(`insert into ledger values ('left', ${amount})`);
            await tx.execute(`insert into ledger values ('right', ${amount})`);
          })
          .then(breath);
    })();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const card = await backup(opened, place, { mediaDir, now: NOW });
    isOver = true;
    await writer;
    const sums = `select side, count(*)::int as entries from ledger group by side order by side`;
    return { id: card.id, isBalanced: async (other: Database) => (await other.query(sums)).rows };
  });
  const to = await emptyOne();
  await restore(place, id, { databaseUrl: to.url, mediaDir });
  const [left, right] = await open(isBalanced, to.url);
  expect(left!['entries']).toBeGreaterThan(0);
  expect(left!['entries']).toBe(right!['entries']);
  await open(({ script }) => script('drop table ledger'));
  await to.drop();
}, 60_000);

test.skipIf(isPostgres)(
  'A copy that a killed process left beside the embedded database goes when it is opened',
  async () => {
    const left = `${database.url.replace('file:', '')}.copy-abcdef`;
    mkdirSync(left);
    writeFileSync(join(left, 'PG_VERSION'), '17');
    await open(async () => expect(existsSync(left)).toBe(false));
    await back(folderPlace(join(folder, 'without-copies')));
    expect(readdirSync(join(left, '..')).filter((name) => name.includes('.copy-'))).toEqual([]);
  },
);

test('A later backup brings only the media that are new', async () => {
  const written: string[] = [];
  const folderOfBackups = folderPlace(join(folder, 'twice'));
  const place = {
    ...folderOfBackups,
    put: (key: string, body: Uint8Array<ArrayBuffer>) => (written.push(key), folderOfBackups.put(key, body)),
  };
  await back(place);
  put('images/new/poster-400.webp', 'another picture');
  written.length = 0;
  await back(place, new Date(NOW.getTime() + 60_000));
  expect(written.filter((key) => key.startsWith('media/'))).toEqual(['media/images/new/poster-400.webp']);
  expect(await listBackups(place)).toEqual(['20261121T204600Z', '20261121T204500Z']);
}, 60_000);

test('A bucket keeps it as a folder does', async () => {
  const store = await anObjectStore();
  const objects = openObjects({ endpoint: store.endpoint, bucket: BUCKET, ...ACCOUNT });
  const place = bucketPlace(objects, BUCKET, 'the house');
  const { id } = await back(place);
  const to = await emptyOne();
  await restore(place, id, { databaseUrl: to.url, mediaDir: join(folder, 'media-bucket') });
  expect(await open(rowsOf, to.url)).toEqual(await open(rowsOf));
  await to.drop();
  await store.close();
}, 60_000);

describe('What cannot be restored is said before anything is touched', () => {
  let place: Place;
  let id: string;
  beforeAll(async () => {
    place = folderPlace(join(folder, 'refused'));
    ({ id } = await back(place));
  }, 60_000);

  test('into a database that has something', async () => {
    await expect(restore(place, id, { databaseUrl: database.url, mediaDir })).rejects.toThrow(
      isPostgres ? /has tables already/ : /is there already/,
    );
  });

  test('a backup that nobody made', async () => {
    await expect(restore(place, '20200101T000000Z', { databaseUrl: database.url, mediaDir })).rejects.toThrow(
      /There is no backup/,
    );
  });

  test('a damaged piece', async () => {
    const to = await emptyOne();
    const piece = join(folder, 'refused', id, 'database.0000');
    writeFileSync(piece, Buffer.concat([readFileSync(piece), Buffer.from('!')]));
    await expect(restore(place, id, { databaseUrl: to.url, mediaDir })).rejects.toThrow(/damaged/);
    expect(isPostgres || !existsSync(to.url.replace('file:', ''))).toBe(true);
    await to.drop();
  });

  test('a backup of the other kind of database', async () => {
    const other = isPostgres ? `file:${join(folder, 'other')}` : 'postgres://nobody@127.0.0.1:1/nothing';
    await back(place);
    await expect(restore(place, id, { databaseUrl: other, mediaDir })).rejects.toThrow(/This backup is of/);
  });
});
