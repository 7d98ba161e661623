/** @module-tag databases */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from '#sandbox/journal.ts';
import { folderPlace } from '#server/backup/place.ts';
import { readConfig } from '#server/config/read-config.ts';
import { privateFilesAreClosed } from '#server/doctor/private.ts';
import type { Patient } from '#server/doctor/finding.ts';
import { openHouse } from '#server/house.ts';
import { closePrivatePaths } from '#server/private-files.ts';
import { laptopSecrets } from '#server/secrets.ts';
import { layFolder } from '../support/laid-database.ts';

let folder: string;
let dataDir: string;
let backups: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-private-'));
  dataDir = join(folder, 'data');
  backups = join(folder, 'backups');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const openToOthers = (path: string) =>
  ['', ...(readdirSync(path, { recursive: true }) as string[])].filter((name) => modeOf(join(path, name)) & 0o077);
const put = (path: string, mode: number) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'something');
  chmodSync(path, mode);
};
const settings = () =>
  readConfig(
    { NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: `file:${join(dataDir, 'database')}`, BACKUP_TO: backups },
    laptopSecrets,
  );
const noJobs = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };
const open = () => openHouse(settings(), { jobs: noJobs, log: pino({ level: 'silent' }) });

/** What a server of an older version left, as every other user could read it. */
async function anOpenDataDir() {
  await layFolder(join(dataDir, 'database'));
  for (const name of readdirSync(join(dataDir, 'database'))) chmodSync(join(dataDir, 'database', name), 0o777);
  put(join(dataDir, 'secrets.json'), 0o644);
  writeFileSync(
    join(dataDir, 'secrets.json'),
    JSON.stringify({ tokenSecret: 't'.repeat(32), otpPepper: 'p'.repeat(32) }),
  );
  put(join(dataDir, 'sandbox.jsonl'), 0o644);
  put(join(dataDir, 'releases/1/index.html'), 0o644);
  put(join(backups, '20261121T204500Z/database.0000'), 0o644);
  put(join(backups, 'media/images/a.webp'), 0o644);
  put(join(backups, 'notes-of-the-operator.txt'), 0o644);
  for (const each of [
    join(dataDir, 'database'),
    backups,
    join(backups, 'media'),
    join(backups, '20261121T204500Z'),
    dataDir,
  ])
    chmodSync(each, 0o755);
}

// The embedded database alone has files.
describe.skipIf(process.env['TEST_DATABASE_URL'])('the files of people', () => {
  test('can be read by the server’s own user alone, and so can what is made while it is open, when it is closed', async () => {
    await layFolder(join(dataDir, 'database'));
    const house = await open();
    expect(modeOf(dataDir)).toBe(0o700);
    expect(openToOthers(join(dataDir, 'database'))).toEqual([]);
    expect(modeOf(join(dataDir, 'secrets.json'))).toBe(0o600);
    await house.database.script('create table made_while_open (id int)');
    await house.close();
    expect(openToOthers(join(dataDir, 'database'))).toEqual([]);
  });

  test('that an older version left open are closed at the start, and nothing else is changed', async () => {
    await anOpenDataDir();
    const house = await open();
    expect(modeOf(dataDir)).toBe(0o700);
    expect(openToOthers(join(dataDir, 'database'))).toEqual([]);
    for (const name of ['secrets.json', 'sandbox.jsonl']) expect(modeOf(join(dataDir, name)), name).toBe(0o600);
    for (const name of ['20261121T204500Z', 'media']) expect(modeOf(join(backups, name)), name).toBe(0o700);
    expect(modeOf(backups)).toBe(0o755);
    expect(modeOf(join(backups, 'notes-of-the-operator.txt'))).toBe(0o644);
    expect(modeOf(join(dataDir, 'releases'))).toBe(0o755);
    await house.close();
  });

  test('that are open to others are named by the doctor, with the way to close them', async () => {
    await anOpenDataDir();
    const [ill] = await privateFilesAreClosed({ config: settings() } as Patient);
    expect(ill).toMatchObject({ state: 'ill', says: expect.stringContaining(dataDir) });
    for (const [mode, path] of [
      ['700', dataDir],
      ['700', join(dataDir, 'database')],
      ['600', join(dataDir, 'secrets.json')],
      ['700', join(backups, '20261121T204500Z')],
    ])
      expect(ill!.remedy).toContain(`chmod ${mode} ${path}`);
    closePrivatePaths(settings());
    expect(await privateFilesAreClosed({ config: settings() } as Patient)).toMatchObject([{ state: 'well' }]);
  });
});

test('in production a web server of another user reaches the releases in DATA_DIR, and lists nothing', async () => {
  const config = { ...settings(), isProduction: true };
  put(join(dataDir, 'releases/1/index.html'), 0o644);
  chmodSync(dataDir, 0o755);
  closePrivatePaths(config);
  expect(modeOf(dataDir)).toBe(0o711);
  expect(modeOf(join(dataDir, 'releases'))).toBe(0o755);
  expect(modeOf(join(dataDir, 'secrets.json'))).toBe(0o600);
  expect(await privateFilesAreClosed({ config } as Patient)).toMatchObject([{ state: 'well' }]);
  // What the operator closed further stays closed.
  chmodSync(dataDir, 0o700);
  closePrivatePaths(config);
  expect(modeOf(dataDir)).toBe(0o700);
});

test('a backup in a folder can be read by its own user alone', async () => {
  await folderPlace(backups).put('20261121T204500Z/database.0000', new Uint8Array([1]));
  expect(openToOthers(backups)).toEqual([]);
});

test('the sandbox keeps its codes in a file for its own user alone', () => {
  const file = join(folder, 'sandbox.jsonl');
  const journal = openJournal(file);
  journal.table('messages').put({ id: '1' });
  journal.close();
  expect(modeOf(file)).toBe(0o600);
});
