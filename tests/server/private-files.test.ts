/** @module-tag databases */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from '#sandbox/journal.ts';
import { folderStorage } from '#server/backup/backup-storage.ts';
import { readConfig } from '#server/config/read-config.ts';
import { checkPrivateFiles } from '#server/doctor/private-files.ts';
import type { CheckContext } from '#server/doctor/finding.ts';
import { openServer } from '#server/server.ts';
import { restrictPrivatePaths } from '#server/private-files.ts';
import { developmentSecrets } from '#server/development-secrets.ts';
import { copyPreparedDatabase } from '../support/prepared-database.ts';

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
const pathsReadableByOtherUsers = (path: string) =>
  ['', ...(readdirSync(path, { recursive: true }) as string[])].filter(
    (name) => modeOf(join(path, name)) & 0o077,
  );
const put = (path: string, mode: number) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'something');
  chmodSync(path, mode);
};
const readTestConfig = () =>
  readConfig(
    {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: `file:${join(dataDir, 'database')}`,
      BACKUP_TO: backups,
    },
    developmentSecrets,
  );
const noJobs = {
  enqueue: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};
const open = () => openServer(readTestConfig(), { jobs: noJobs, log: pino({ level: 'silent' }) });

/** A data folder of an older version, readable by every user. */
async function aReadableDataDir() {
  await copyPreparedDatabase(join(dataDir, 'database'));
  for (const name of readdirSync(join(dataDir, 'database')))
    chmodSync(join(dataDir, 'database', name), 0o777);
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

// Only the embedded database has files in DATA_DIR.
describe.skipIf(process.env['TEST_DATABASE_URL'])('files with personal data', () => {
  test('can be read only by the user of the server, also files created while it runs', async () => {
    await copyPreparedDatabase(join(dataDir, 'database'));
    const server = await open();
    expect(modeOf(dataDir)).toBe(0o700);
    expect(pathsReadableByOtherUsers(join(dataDir, 'database'))).toEqual([]);
    expect(modeOf(join(dataDir, 'secrets.json'))).toBe(0o600);
    await server.database.runSql('create table made_while_open (id int)');
    await server.close();
    expect(pathsReadableByOtherUsers(join(dataDir, 'database'))).toEqual([]);
  });

  test('that an older version left readable are restricted at startup, and nothing else changes', async () => {
    await aReadableDataDir();
    const server = await open();
    expect(modeOf(dataDir)).toBe(0o700);
    expect(pathsReadableByOtherUsers(join(dataDir, 'database'))).toEqual([]);
    for (const name of ['secrets.json', 'sandbox.jsonl'])
      expect(modeOf(join(dataDir, name)), name).toBe(0o600);
    for (const name of ['20261121T204500Z', 'media'])
      expect(modeOf(join(backups, name)), name).toBe(0o700);
    expect(modeOf(backups)).toBe(0o755);
    expect(modeOf(join(backups, 'notes-of-the-operator.txt'))).toBe(0o644);
    expect(modeOf(join(dataDir, 'releases'))).toBe(0o755);
    await server.close();
  });

  test('that other users can read are reported by the doctor with the fix', async () => {
    await aReadableDataDir();
    const [problem] = await checkPrivateFiles({ config: readTestConfig() } as CheckContext);
    expect(problem).toMatchObject({ state: 'problem', message: expect.stringContaining(dataDir) });
    for (const [mode, path] of [
      ['700', dataDir],
      ['700', join(dataDir, 'database')],
      ['600', join(dataDir, 'secrets.json')],
      ['700', join(backups, '20261121T204500Z')],
    ])
      expect(problem!.remedy).toContain(`chmod ${mode} ${path}`);
    restrictPrivatePaths(readTestConfig());
    expect(await checkPrivateFiles({ config: readTestConfig() } as CheckContext)).toMatchObject([
      { state: 'ok' },
    ]);
  });
});

test('in production a web server of another user can read the releases in DATA_DIR, but not list DATA_DIR', async () => {
  const config = { ...readTestConfig(), isProduction: true };
  put(join(dataDir, 'releases/1/index.html'), 0o644);
  chmodSync(dataDir, 0o755);
  restrictPrivatePaths(config);
  expect(modeOf(dataDir)).toBe(0o711);
  expect(modeOf(join(dataDir, 'releases'))).toBe(0o755);
  expect(modeOf(join(dataDir, 'secrets.json'))).toBe(0o600);
  expect(await checkPrivateFiles({ config } as CheckContext)).toMatchObject([{ state: 'ok' }]);
  // A stricter mode set by the operator stays.
  chmodSync(dataDir, 0o700);
  restrictPrivatePaths(config);
  expect(modeOf(dataDir)).toBe(0o700);
});

test('a backup in a folder can be read only by its user', async () => {
  await folderStorage(backups).put('20261121T204500Z/database.0000', new Uint8Array([1]));
  expect(pathsReadableByOtherUsers(backups)).toEqual([]);
});

test('the sandbox stores its codes in a file that only its user can read', () => {
  const file = join(folder, 'sandbox.jsonl');
  const journal = openJournal(file);
  journal.table('messages').put({ id: '1' });
  journal.close();
  expect(modeOf(file)).toBe(0o600);
});
