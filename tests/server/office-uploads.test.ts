import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, describe, test, vi } from 'vitest';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { UPLOAD_CHUNK_BYTES, UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import { officeMessages as text } from '#messages/office.ts';
import { runNightlyCleanup } from '#server/jobs/nightly-cleanup.ts';
import { webApp } from '#server/server.ts';
import { loadOfficeOperations } from '../../scripts/server-socket.ts';
import { BODY_LIMIT_MB } from '../../src/rebuild/hosts/rules.ts';
import { anOfficeMember, officeClient } from '../support/office.ts';
import { uploadClient } from '../support/office-uploads.ts';
import { aClip, aFolder, hasFfmpeg, NEEDS_FFMPEG } from '../support/ingest/clips.ts';
import { PROJECT } from '../support/project.ts';
import { aServer } from '../support/test-server.ts';
import { MAX_GROWTH_MB, uploadDuringFailures } from '../support/upload/large-upload.ts';

const server = await aServer();
const folder = join(server.config.dataDir, 'uploads');
const picture = new Uint8Array(
  await sharp({
    create: {
      width: 800,
      height: 1200,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 99, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer(),
);
const video = new Uint8Array(readFileSync(join(PROJECT, 'scripts/sample/video/rain-town.mp4')));
const MISSING = '/api/office/uploads/00000000-0000-4000-8000-000000000000';

async function aProgrammer() {
  const member = await anOfficeMember(server, 'programmer');
  return { ...member, ...uploadClient(server, member.client) };
}
const fileOf = (location: string) => join(folder, location.split('/').at(-1)!);
const countFiles = () => (existsSync(folder) ? readdirSync(folder).length : 0);

describe('an upload', () => {
  test('continues where it stopped, and arrives unchanged', async () => {
    const { create, patch, head } = await aProgrammer();
    const created = await create(picture.length);
    expect(created).toMatchObject({
      status: 201,
      location: expect.stringMatching(/^\/api\/office\/uploads\/[0-9a-f-]{36}$/),
    });
    const { location } = created;
    expect(await head(location)).toMatchObject({
      status: 200,
      offset: '0',
      length: String(picture.length),
    });
    expect(await patch(location, 0, picture.slice(0, 5000))).toMatchObject({
      status: 204,
      offset: '5000',
    });
    expect(await head(location)).toMatchObject({ offset: '5000' });
    expect(await patch(location, 5000, picture.slice(5000))).toMatchObject({
      status: 204,
      offset: String(picture.length),
    });
    expect(readFileSync(fileOf(location)).equals(picture)).toBe(true);
  });

  test('keeps the bytes that arrived before the connection broke', async () => {
    const { create, patch, head } = await aProgrammer();
    const { location } = await create(picture.length);
    let pulls = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        pulls++ ? controller.error(new Error('gone')) : controller.enqueue(picture.slice(0, 6000)),
    });
    await patch(location, 0, broken);
    expect(await head(location)).toMatchObject({ offset: '6000' });
    expect((await patch(location, 6000, picture.slice(6000))).status).toBe(204);
    expect(readFileSync(fileOf(location)).equals(picture)).toBe(true);
  });

  test('survives a restart of the server', async () => {
    const member = await aProgrammer();
    const { location } = await member.create(picture.length);
    await member.patch(location, 0, picture.slice(0, 5000));
    const app = webApp(server.deps, server.database, { loadOfficeOperations });
    const restarted = uploadClient({ ...server, app }, member.client);
    expect(await restarted.head(location)).toMatchObject({ offset: '5000' });
    expect((await restarted.patch(location, 5000, picture.slice(5000))).status).toBe(204);
    expect(readFileSync(fileOf(location)).equals(picture)).toBe(true);
  });

  test('is deleted by its member', async () => {
    const { create, head, remove } = await aProgrammer();
    const { location } = await create(100);
    const before = countFiles();
    expect((await remove(location)).status).toBe(204);
    expect(countFiles()).toBe(before - 2);
    expect(await head(location)).toMatchObject({ status: 404 });
  });

  test('shows the details that its client sent, and no other', async () => {
    const { create, head } = await aProgrammer();
    const { location } = await create(100, { name: 'poster of the film.jpg' });
    const { metadata } = await head(location);
    const details = metadata!.split(',').map((pair) => pair.split(' '));
    expect(
      details.map(([name, value]) => [name, Buffer.from(value!, 'base64').toString()]),
    ).toEqual([
      ['filename', 'poster of the film.jpg'],
      ['kind', 'picture'],
    ]);
  });

  test('is named by the path of its address, not by a query', async () => {
    const [member, other] = [await aProgrammer(), await aProgrammer()];
    const [own, foreign] = [await member.create(100), await other.create(100)];
    await member.remove(`${own.location}?/${foreign.location.split('/').at(-1)}`);
    expect((await other.head(foreign.location)).status).toBe(200);
    expect((await member.head(own.location)).status).toBe(404);
  });

  test('has parts that a proxy accepts', () => {
    expect(UPLOAD_CHUNK_BYTES).toBeLessThan(BODY_LIMIT_MB * 1_000_000);
  });
});

describe('the server of uploads', () => {
  const PATH = '/api/office/uploads';

  test('says which version and extensions of tus it has', async () => {
    const { send } = await aProgrammer();
    const { status, headers } = await send('OPTIONS', PATH, {});
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,termination',
      'tus-max-size': String(UPLOAD_MAX_BYTES.film),
    });
  });

  test('refuses another version of tus, and names its own', async () => {
    const { send, create } = await aProgrammer();
    const { location } = await create(100);
    for (const [method, path] of [
      ['POST', PATH],
      ['HEAD', location],
      ['PATCH', location],
    ] as const) {
      const { status, headers } = await send(method, path, { 'tus-resumable': '0.2.2' });
      expect([method, status, headers.get('tus-version')]).toEqual([method, 412, '1.0.0']);
    }
  });
});

describe('an upload is refused', () => {
  test('without a session, with a session that has ended, to a viewer, and to roles without files', async () => {
    const ended = await aProgrammer();
    const { location } = await ended.create(100);
    server.clock.advance(12 * HOUR);
    const { userId } = await server.aViewer();
    const stranger = uploadClient(server, { cookie: '' });
    for (const each of [ended, stranger]) {
      expect(await each.create(100)).toMatchObject({
        status: 401,
        code: 'office_session_required',
      });
      expect(await each.patch(location, 0, 'x')).toMatchObject({
        status: 401,
        code: 'office_session_required',
      });
      expect((await each.head(location)).status).toBe(401);
      expect((await each.remove(location)).status).toBe(401);
    }
    const asViewer = await server.post('/api/office/uploads', {
      as: { userId, roles: ['owner'] },
      headers: { origin: server.config.origin },
    });
    expect(asViewer.status).toBe(401);
    for (const role of ['finance', 'support', 'moderator'] as const) {
      const { client } = await anOfficeMember(server, role);
      const { create, patch, remove } = uploadClient(server, client);
      for (const reply of [
        await create(100),
        await patch(location, 0, 'x'),
        await remove(location),
      ])
        expect(reply).toMatchObject({ status: 403, code: 'role_required' });
    }
    expect(
      (await uploadClient(server, (await anOfficeMember(server, 'owner')).client).create(100))
        .status,
    ).toBe(201);
  });

  test('to another member, as if it did not exist; an owner may continue it', async () => {
    const { create } = await aProgrammer();
    const { location } = await create(picture.length);
    const other = await aProgrammer();
    const problems = [location, MISSING].map(async (path) => [
      await other.patch(path, 0, picture),
      await other.remove(path),
      await other.head(path),
    ]);
    for (const replies of await Promise.all(problems))
      expect(replies.map(({ status, code }) => [status, code])).toEqual([
        [404, 'upload_unknown'],
        [404, 'upload_unknown'],
        [404, null],
      ]);
    const owner = uploadClient(server, (await anOfficeMember(server, 'owner')).client);
    expect((await owner.patch(location, 0, picture)).status).toBe(204);
  });

  test('to a page of another site, with and without a body', async () => {
    const { create, patch, remove, client } = await aProgrammer();
    const { location } = await create(100);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await create(100, { headers })).toMatchObject({ status: 403, code: 'other_site' });
    expect(await patch(location, 0, 'x', headers)).toMatchObject({
      status: 403,
      code: 'other_site',
    });
    const foreign = await server.delete(location, {
      headers: { cookie: client.cookie, 'tus-resumable': '1.0.0', ...headers },
    });
    expect(foreign.status).toBe(403);
    for (const each of [headers, { 'sec-fetch-site': 'cross-site' }]) {
      const reply = await officeClient(server, client.cookie).post(
        '/operations/movie/list',
        {},
        each,
      );
      expect(reply.json).toMatchObject({ status: 403, code: 'other_site' });
    }
    expect((await remove(location)).status).toBe(204);
  });

  test('with a path as its id, and a path as its file name stays text', async () => {
    const { create, head, patch, remove } = await aProgrammer();
    const before = countFiles();
    for (const id of [
      '..%2Fsecrets',
      '..',
      '%2e%2e%2fsecrets.json',
      'x',
      '%00',
      '%',
      `${MISSING.split('/').at(-1)}.json`,
    ])
      for (const reply of [
        await head(`/api/office/uploads/${id}`),
        await patch(`/api/office/uploads/${id}`, 0, 'x'),
        await remove(`/api/office/uploads/${id}`),
      ])
        expect([id, reply.status]).toEqual([id, 404]);
    const { location, status } = await create(100, { name: '../../../etc/passwd' });
    expect([status, countFiles(), existsSync(fileOf(location))]).toEqual([201, before + 2, true]);
  });

  test('with a wrong offset, more bytes than it announced, or a lie about its length', async () => {
    const { create, patch, head } = await aProgrammer();
    const { location } = await create(picture.length);
    await patch(location, 0, picture.slice(0, 5000));
    expect(await patch(location, 0, picture.slice(0, 100))).toMatchObject({
      status: 409,
      code: 'upload_offset',
    });
    expect(await patch(location, 9000, picture.slice(9000))).toMatchObject({
      status: 409,
      code: 'upload_offset',
    });
    expect(
      await patch(location, 5000, new Uint8Array(picture.length), {
        'content-length': String(picture.length),
      }),
    ).toMatchObject({
      status: 413,
      code: 'upload_too_long',
    });
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(50_000)),
    });
    expect((await patch(location, 5000, endless)).status).toBeGreaterThanOrEqual(400);
    expect(Number((await head(location)).offset)).toBeLessThanOrEqual(picture.length);
    for (const size of ['-1', '1.5', 'x', '', '0', '9'.repeat(30)])
      expect([size, (await create(size)).status >= 400]).toEqual([size, true]);
    expect(await create(100, { kind: 'program' })).toMatchObject({
      status: 400,
      code: 'upload_malformed',
    });
    expect(await create(UPLOAD_MAX_BYTES.picture + 1)).toMatchObject({
      status: 413,
      code: 'upload_too_large',
    });
  });

  test('while another part is on its way: one part is stored, the file stays whole', async () => {
    const { create, patch, head } = await aProgrammer();
    const { location } = await create(picture.length);
    const replies = await Promise.all(Array.from({ length: 4 }, () => patch(location, 0, picture)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(await head(location)).toMatchObject({ offset: String(picture.length) });
    expect(readFileSync(fileOf(location)).equals(picture)).toBe(true);
  });

  test('after its first part if the content is of another kind, and is deleted', async () => {
    const { create, patch, head } = await aProgrammer();
    const before = countFiles();
    const program = new Uint8Array(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(9000, 1)]));
    const playlist = new Uint8Array(
      Buffer.from(`#EXTM3U\n${'#EXT-X-VERSION:3\n'.repeat(400)}file:///etc/passwd\n`),
    );
    const wrong: [string, Uint8Array<ArrayBuffer>][] = [
      ['picture', program],
      ['picture', video],
      ['mp4', picture],
      ['film', picture],
      ['film', program],
      ['film', playlist],
      ['captions', video],
    ];
    for (const [kind, bytes] of wrong) {
      const { location } = await create(5_000_000, { kind });
      expect([kind, await patch(location, 0, bytes.slice(0, 8000))]).toMatchObject([
        kind,
        { status: 422, code: 'upload_type' },
      ]);
      expect((await head(location)).status).toBe(404);
    }
    expect(countFiles()).toBe(before);
  });

  test(
    'whatever its size: a film of 10 GB of another kind, and 1,000 parts at the same time',
    { tags: ['deep'] },
    async () => {
      const { create, patch, head } = await aProgrammer();
      const film = await create(10_000_000_000, { kind: 'film', name: 'film.mp4' });
      expect(await patch(film.location, 0, picture)).toMatchObject({
        status: 422,
        code: 'upload_type',
      });
      expect((await head(film.location)).status).toBe(404);
      const { location } = await create(picture.length);
      const replies = await Promise.all(
        Array.from({ length: 1000 }, () => patch(location, 0, picture)),
      );
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(999);
      expect(readFileSync(fileOf(location)).equals(picture)).toBe(true);
    },
  );
  test('after a later part if the request of the first one was cut off', async () => {
    const { create, patch, head } = await aProgrammer();
    const { location } = await create(5_000_000);
    // What such a request leaves.
    writeFileSync(fileOf(location), Buffer.alloc(6000, 1));
    expect(await patch(location, 6000, new Uint8Array(1000))).toMatchObject({
      status: 422,
      code: 'upload_type',
    });
    expect((await head(location)).status).toBe(404);
  });

  test('if the member has twenty unfinished uploads', async () => {
    const { create, remove } = await aProgrammer();
    const { location } = await create(100);
    for (let each = 1; each < 20; each++) expect((await create(100)).status).toBe(201);
    expect(await create(100)).toMatchObject({ status: 409, code: 'upload_too_many' });
    await remove(location);
    expect((await create(100)).status).toBe(201);
  });

  test('if twenty uploads are created while others are', async () => {
    const { create } = await aProgrammer();
    const replies = await Promise.all(Array.from({ length: 30 }, () => create(100)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.filter(({ code }) => code === 'upload_too_many')).toHaveLength(10);
  });
});

describe('an operation', () => {
  test('takes an upload as its file', async () => {
    const member = await aProgrammer();
    const film = await server.aFilm({ poster: null });
    const file = await member.upload(picture);
    const input = { film: String(film.movieId), file };
    const dry = await member.run('media poster', input, { dryRun: true });
    expect(dry.json.data.changes[0].after.poster).toMatch(/poster-400\.webp$/);
    expect((await member.run('media poster', input)).status).toBe(200);
    const { json } = await server.get(`/api/ott/public/movies/${film.movieId}`);
    expect(json.moviePoster).toMatch(/^[0-9a-f]{12}\/poster-400\.webp$/);
    const focused = await member.run(
      'media poster',
      { ...input, focus: '50,30' },
      { dryRun: true },
    );
    expect(focused.json.data.changes[0].after.poster).not.toBe(json.moviePoster);
    expect((await member.run('media poster', { ...input, focus: '50' })).json).toMatchObject({
      status: 422,
      errors: [{ path: 'focus' }],
    });
    const added = await member.run('movie edit', {
      film: String(film.movieId),
      trailer: await member.upload(video, { kind: 'mp4' }),
    });
    expect(added.json.data.changes[0].after.trailorUrl).toMatch(/^\/media\/video\/.*\.mp4$/);
  });

  test('refuses any other text, the upload of another member, and an unfinished, wrong or missing file', async () => {
    const member = await aProgrammer();
    const other = await aProgrammer();
    const film = String((await server.aFilm()).movieId);
    const { location } = await member.create(picture.length);
    const unfinished = `upload:${location.split('/').at(-1)}`;
    const refusals: [string, string][] = [
      ['/etc/passwd', text.chooseFile],
      ['upload:../../secrets.json', text.chooseFile],
      [`upload:${MISSING.split('/').at(-1)}`, text.uploadUnknown],
      [await other.upload(picture), text.uploadUnknown],
      [unfinished, text.uploadUnfinished],
      [await member.upload(video, { kind: 'mp4' }), text.uploadType('picture')],
    ];
    for (const [file, message] of refusals)
      expect((await member.run('media poster', { film, file })).json).toMatchObject({
        status: 422,
        errors: [{ path: 'input.file', message }],
      });
    const half = await member.upload(picture.slice(0, 5000), { name: 'half.jpg' });
    const { json } = await member.run('media poster', { film, file: half });
    expect(json.message).toMatch(/half\.jpg/);
    expect(json.message).not.toContain(server.config.dataDir);
  });
});

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'an uploaded film' : NEEDS_FFMPEG,
  { tags: ['deep', 'release'], timeout: 300_000 },
  () => {
    const QUICK = { preset: 'ultrafast', withoutAv1: true };
    const ended = (member: Pick<Awaited<ReturnType<typeof aProgrammer>>, 'get'>, jobId: string) =>
      vi.waitFor(
        async () => {
          const { json } = await member.get(`/jobs/${jobId}`);
          expect(json.state).not.toBe('running');
          return json;
        },
        { timeout: 200_000 },
      );

    test('is encoded by a job with progress and captions, and gets its package', async () => {
      const member = await aProgrammer();
      const movie = await server.aFilm({ packageId: null });
      const source = await aFolder();
      await aClip(source, 'thirty.mp4');
      const bytes = new Uint8Array(readFileSync(join(source, 'thirty.mp4')));
      const paths = await member.upload(bytes, { kind: 'film', name: 'night rail.mp4' });
      const srt = new Uint8Array(Buffer.from('1\n00:00:00,100 --> 00:00:01,000\nA caption\n'));
      const captions = [
        `fr=${await member.upload(srt, { kind: 'captions', name: 'night rail.srt' })}`,
      ];
      const ingest = (input: object) =>
        member.run('media ingest', { paths, captions, ...QUICK, ...input });

      const unknown = await ended(member, (await ingest({ film: 'no-such-film' })).json.jobId);
      expect(unknown).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('no-such-film'),
      });
      const job = await ended(member, (await ingest({ film: String(movie.movieId) })).json.jobId);
      expect(job).toMatchObject({ state: 'done', error: null });
      expect(job.log.join('\n')).toMatch(/night rail\.mp4 +\d+% +180p/);
      expect(JSON.stringify(job)).not.toContain(server.config.dataDir);
      const again = await ended(member, (await ingest({ film: String(movie.movieId) })).json.jobId);
      expect(again.result.data.films[0].message).toContain('already existed');
      const { rows } = await server.database.query(
        `select manifest from packages join movies using (package_id) where movie_id = ${movie.movieId}`,
      );
      expect(rows[0]!['manifest']).toMatchObject({ captions: [{ language: 'fr' }] });
      const owner = await anOfficeMember(server, 'owner');
      const { audit } = (await owner.run('audit audit')).json.data as { audit: object[] };
      expect(audit[0]).toMatchObject({
        command: 'Attach a package to a film',
        who: `${member.name} from 127.0.0.1`,
      });
    });

    test('can be cancelled while it is encoded, and continues with the next run', async () => {
      const member = await aProgrammer();
      const source = await aFolder();
      await aClip(source, 'plain.mp4');
      const bytes = new Uint8Array(readFileSync(join(source, 'plain.mp4')));
      const paths = await member.upload(bytes, { kind: 'film', name: 'plain.mp4' });
      const run = async (input: object) =>
        (await member.run('media ingest', { paths, ...input })).json.jobId as string;
      const slow = { preset: 'veryslow', withoutAv1: true };
      const jobId = await run(slow);
      await vi.waitFor(
        async () => expect((await member.get(`/jobs/${jobId}`)).json.log).not.toEqual([]),
        {
          timeout: 60_000,
        },
      );
      expect((await member.post(`/jobs/${jobId}/cancel`)).status).toBe(202);
      expect(await ended(member, jobId)).toMatchObject({ state: 'cancelled' });
      expect(await ended(member, await run(slow))).toMatchObject({ state: 'done' });
    });
  },
);

test('uploads are deleted seven days after the last bytes or the last use', async () => {
  const member = await aProgrammer();
  const old = await member.create(100);
  const used = await member.upload(picture);
  const fresh = await member.create(100);
  const usedLocation = `/api/office/uploads/${used.slice('upload:'.length)}`;
  const at = new Date(server.clock.now().getTime() - 8 * DAY);
  for (const { location } of [old, { location: usedLocation }])
    utimesSync(fileOf(location), at, at);
  utimesSync(fileOf(fresh.location), server.clock.now(), server.clock.now());
  await member.run(
    'media poster',
    { film: String((await server.aFilm()).movieId), file: used },
    { dryRun: true },
  );
  const packages = [old.location, fresh.location].map((location) =>
    join(server.config.dataDir, 'packages', location.split('/').at(-1)!),
  );
  const ownPackage = join(server.config.dataDir, 'packages', 'night-rail');
  for (const path of [...packages, ownPackage]) {
    mkdirSync(path, { recursive: true });
    utimesSync(path, at, at);
  }
  await runNightlyCleanup(server.deps);
  expect([...packages, ownPackage].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(
    [old.location, usedLocation, fresh.location].map((location) => existsSync(fileOf(location))),
  ).toEqual([false, true, true]);
  expect(existsSync(`${fileOf(old.location)}.json`)).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'a large film arrives unchanged although the server is killed five times, and needs little memory',
  { tags: ['deep', 'release'], timeout: 300_000 },
  async () => {
    const result = await uploadDuringFailures({ size: 300_000_000, kills: 5 });
    expect(result).toMatchObject({ kills: 5, cuts: 1, storedDigest: result.sentDigest });
    expect(result.grownMb).toBeLessThan(MAX_GROWTH_MB);
  },
);
