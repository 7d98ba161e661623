/** @module-tag databases */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { folderStorage } from '#server/backup/backup-storage.ts';
import { listBackups, readManifest } from '#server/backup/restore.ts';
import { verifyBackup } from '#server/backup/verify.ts';
import { configuredBackupStorage } from '../../scripts/cinema/storage.ts';
import { anOfficeMember } from '../support/office.ts';
import { isPostgres } from '../support/postgres.ts';
import { aServer } from '../support/test-server.ts';
import { waitFor } from '../support/wait-for.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-office-backups-'));
const [backupDir, mediaDir] = [join(folder, 'backups'), join(folder, 'media')];
// Runs after the server has closed.
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await aServer({
  settings: {
    BACKUP_TO: backupDir,
    MEDIA_DIR: mediaDir,
    ...(!isPostgres && { DATABASE_URL: `file:${join(folder, 'database')}` }),
  },
});

type Member = Awaited<ReturnType<typeof anOfficeMember>>;
let owner: Member;
let backup: string;

async function runJob(member: Member, name: string, input: object = {}) {
  const started = await member.run(name, input);
  expect(started.status).toBe(202);
  const readEnded = async () => {
    const { json } = await member.get(`/jobs/${started.json.jobId}`);
    expect(json.state).not.toBe('running');
    return json;
  };
  // The embedded database is slow to restore.
  return vi.waitFor(readEnded, { timeout: 100_000, interval: 200 });
}
const confirm = (member: Member) => member.post('/confirm', { code: member.nextCode() });
const allow = (member: Pick<Member, 'post'>, withMedia = true, id = backup) =>
  member.post(`/backups/${id}/archive`, { withMedia });
const temporaryDatabases = async () => [
  ...readdirSync(server.config.dataDir).filter((name) => name.includes('restore_test')),
  ...(
    await server.database.query(
      `select datname from pg_database where datname like 'matinee_restore_test%'`,
    )
  ).rows,
];

beforeAll(async () => {
  mkdirSync(join(mediaDir, 'images/abc'), { recursive: true });
  writeFileSync(join(mediaDir, 'images/abc/poster-400.webp'), 'a picture');
  const film = await server.aFilm();
  await server.anOrder(await server.aViewer(), film, { paidAt: server.clock.now() });
  owner = await anOfficeMember(server, 'owner');
  const made = await runJob(owner, 'backup make');
  expect(made).toMatchObject({
    state: 'done',
    result: { data: { madeBy: 'hand', mediaFiles: 1 } },
  });
  ({ backup } = made.result.data);
}, 120_000);

test('an owner makes a backup, finds it in the list, and tests its restore', async () => {
  const listed = (await owner.run('backup list')).json;
  expect(listed.data).toEqual({ backups: [expect.objectContaining({ backup, mediaFiles: 1 })] });
  expect((await owner.run('backup show', { backup })).json.data).toMatchObject({ backup });
  const tested = await runJob(owner, 'backup test', { backup });
  expect(tested).toMatchObject({
    state: 'done',
    result: { data: { backup, films: 1, people: 1, orders: 1, newestPayment: expect.any(String) } },
  });
  expect(await temporaryDatabases()).toEqual([]);
  const { audit } = (await owner.run('audit audit')).json.data as { audit: object[] };
  expect(audit.slice(0, 2)).toMatchObject([
    { command: 'Test a restore', args: { backup }, outcome: 'done' },
    { command: 'Make a backup', outcome: 'done', who: `${owner.name} from 127.0.0.1` },
  ]);
}, 120_000);

test('the test of a damaged backup fails, says why, and leaves no database', async () => {
  server.clock.advance(MINUTE);
  const { backup: damaged } = (await runJob(owner, 'backup make')).result.data as {
    backup: string;
  };
  appendFileSync(join(backupDir, damaged, 'database.0000'), '!');
  expect(await runJob(owner, 'backup test', { backup: damaged })).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('the backup is damaged'),
  });
  expect(await temporaryDatabases()).toEqual([]);
  rmSync(join(backupDir, damaged), { recursive: true });
}, 120_000);

test('only backups of the list can be named, never a path', async () => {
  await confirm(owner);
  for (const name of ['backup show', 'backup test']) {
    const refusal = (await owner.run(name, { backup: '../../etc' })).json;
    expect(refusal.errors).toEqual([
      { path: 'backup', message: expect.stringMatching(/^must be a backup of the list/) },
    ]);
  }
  for (const name of ['backup list', 'backup make'])
    expect((await owner.run(name, { place: '/etc' })).json.errors).toEqual([
      { path: 'place', message: 'There is no field "place".' },
    ]);
  expect((await owner.run('backup show', { backup: '20200101T000000Z' })).json).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^There is no backup 20200101T000000Z/),
  });
  expect((await allow(owner, true, '20200101T000000Z')).json).toMatchObject({
    status: 404,
    code: 'backup_unknown',
  });
  expect((await allow(owner, true, '..%2F..%2Fetc')).status).toBe(404);
});

describe('a download', () => {
  const fetchArchive = async (url: string, member: Pick<Member['client'], 'cookie'>) =>
    server.app.request(url, { headers: { cookie: member.cookie } });

  test.each([
    ['with its media', true],
    ['without its media', false],
  ])('is a tar file %s, which can be restored', async (_, withMedia) => {
    await confirm(owner);
    const { url } = (await allow(owner, withMedia)).json;
    const response = await fetchArchive(url, owner.client);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="matinee-\d{8}T\d{6}Z.*\.tar"$/,
    );
    const unpacked = join(folder, `unpacked-${withMedia}`);
    for (const { header, data } of await unpackTar(response.body!)) {
      mkdirSync(dirname(join(unpacked, header.name)), { recursive: true });
      writeFileSync(join(unpacked, header.name), data!);
    }
    const storage = folderStorage(unpacked);
    expect(await listBackups(storage)).toEqual([backup]);
    const manifest = await readManifest(storage, backup);
    expect(manifest.media).toHaveLength(withMedia ? 1 : 0);
    await verifyBackup(storage, manifest);
    const entry = await waitFor(async () => {
      const { audit } = (await owner.run('audit audit')).json.data as {
        audit: { outcome: string }[];
      };
      expect(audit[0]!.outcome).toBe('done');
      return audit[0];
    });
    expect(entry).toMatchObject({
      command: 'Download a backup',
      args: { backup, withMedia },
      outcome: 'done',
    });
  });

  test('starts once for each link, even if two requests come at once', async () => {
    await confirm(owner);
    const { url } = (await allow(owner)).json;
    const head = () =>
      server.app.request(url, { method: 'HEAD', headers: { cookie: owner.client.cookie } });
    expect((await head()).status).toBe(200);
    const replies = await Promise.all([
      fetchArchive(url, owner.client),
      fetchArchive(url, owner.client),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    for (const { body } of replies) await body?.cancel();
    expect((await (await fetchArchive(url, owner.client)).json()).code).toBe('token_invalid');
  });

  test('is refused without a session, to viewers, other roles, and owners without a new code', async () => {
    const unconfirmed = await anOfficeMember(server, 'owner');
    expect((await allow(unconfirmed)).json).toMatchObject({
      status: 403,
      code: 'confirmation_required',
    });
    const member = await anOfficeMember(server, 'programmer', 'finance', 'support', 'moderator');
    await confirm(member);
    expect((await allow(member)).json).toMatchObject({ status: 403, code: 'role_required' });
    await confirm(owner);
    const { url } = (await allow(owner)).json;
    expect((await fetchArchive(url, member.client)).status).toBe(403);
    expect((await fetchArchive(url, unconfirmed.client)).status).toBe(403);
    const other = url.replace(backup, '20200101T000000Z');
    expect((await fetchArchive(other, owner.client)).status).toBe(403);
    const { userId } = await server.aViewer();
    const as = { userId, roles: ['owner'] };
    for (const options of [{}, { as }]) {
      expect((await server.get(url, options)).status).toBe(401);
      const path = `/api/office/backups/${backup}/archive`;
      expect((await server.post(path, { ...options, body: { withMedia: true } })).status).toBe(401);
    }
    server.clock.advance(2 * MINUTE);
    expect((await fetchArchive(url, owner.client)).status).toBe(403);
    server.clock.advance(12 * HOUR);
    expect((await allow(owner)).status).toBe(401);
  });
});

test('without BACKUP_TO a laptop has a folder for backups, and production has none', async () => {
  const laptop = await aServer();
  expect(laptop.config.backup).toBeNull();
  expect(laptop.deps.backups?.name).toBe(join(laptop.config.dataDir, 'backups'));
  const member = await anOfficeMember(laptop, 'owner');
  expect(await member.run('backup list')).toMatchObject({
    status: 200,
    json: { data: { backups: [] } },
  });
  expect(configuredBackupStorage({ ...laptop.config, isProduction: true })).toBeNull();
});
