import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/limits.ts';
import { POSTER_MOST_BYTES } from '#domain/poster.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { accept } from '#server/streaming/submission/review/actions.ts';
import { signUserToken } from '#server/tokens.ts';
import { aFoldedChunk, aPng, NO_PICTURES } from '../support/bad-pictures.ts';
import { aDatabase } from '../support/database.ts';
import { aClock, aHouse, SECRETS, type TestHouse } from '../support/house.ts';
import { memoryOf } from '../support/process-memory.ts';
import { aFreePort, aServerProcess } from '../support/server-process.ts';
import { aPicture, aSubmittedFilm, submitFilm } from '../support/submissions.ts';

let house: TestHouse;
const clock = aClock();
const noon = clock.now();
type Person = { userId: number };
const UPLOAD = '/api/ott/submissions/posters';

beforeAll(async () => {
  house = await aHouse({ clock });
});
beforeEach(() => house.clock.set(noon));

const rows = async (sql: string) => (await house.database.query(sql)).rows as Record<string, unknown>[];
const postersOf = ({ userId }: Person) => rows(`select poster_key from submission_posters where user_id = ${userId}`);
const folder = () => join(house.config.mediaDir, 'submissions');
/** Every file of the house's media, the half-made ones too. */
const files = () =>
  globSync('{,.}**/{,.}*', { cwd: folder(), withFileTypes: true }).filter((entry) => entry.isFile()).length;
const fileOf = (posterKey: string) => join(folder(), `${posterKey}.webp`);

async function upload(as: Person, body: BodyInit | null, headers: Record<string, string> = {}) {
  const token = await signUserToken(SECRETS.tokenSecret, { ...as, roles: [] }, clock.now());
  const response = await house.app.request(UPLOAD, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg', ...headers },
    body,
    ...({ duplex: 'half' } as object),
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as any };
}
const asBody = (picture: Buffer) => new Uint8Array(picture);
async function aPoster(maker: Person): Promise<string> {
  const { json } = await upload(maker, asBody(await aPicture()));
  return json.posterKey;
}
const get = (as: Person | undefined, posterKey: string) => house.get(`${UPLOAD}/${posterKey}`, as && { as });
const refusal = ({ status, json }: { status: number; json: any }) => [status, json.code, json.message];

describe('a poster', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'that is a %s is kept as the house draws it, for its maker alone',
    async (format) => {
      const maker = await house.aViewer();
      const { status, headers, json } = await upload(maker, asBody(await aPicture(1500, 2250, format)));
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(json).toEqual({ posterKey: expect.stringMatching(/^[0-9a-f-]{36}$/), width: 1200, height: 1800 });
      const token = await signUserToken(SECRETS.tokenSecret, { ...maker, roles: [] }, clock.now());
      const shown = await house.app.request(`${UPLOAD}/${json.posterKey}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(shown.headers.get('content-type')).toBe('image/webp');
      expect(shown.headers.get('cache-control')).toBe('no-store');
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({
        format: 'webp',
        width: 1200,
        height: 1800,
      });

      const notFound = [404, 'poster_not_found', text.posterNotFound];
      expect(refusal(await get(await house.aViewer(), json.posterKey))).toEqual(notFound);
      expect(refusal(await get(maker, randomUUID()))).toEqual(notFound);
      expect((await get(undefined, json.posterKey)).status).toBe(403);
      expect((await house.app.request(`/media/submissions/${json.posterKey}.webp`)).ok).toBe(false);
    },
  );

  test('stands upright, is not enlarged, and carries nothing but its colours', async () => {
    const maker = await house.aViewer();
    const photo = await sharp(await aPicture(900, 700))
      .withExif({ IFD0: { Copyright: 'Private-Words' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Private-Words</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    const { json } = await upload(
      maker,
      asBody(Buffer.concat([photo, Buffer.from('<?php Private-Words ?>PK\u0003\u0004')])),
    );
    expect(json).toMatchObject({ width: 700, height: 900 });
    const kept = readFileSync(fileOf(json.posterKey));
    expect(kept.includes('Private-Words')).toBe(false);
    const { exif, xmp, icc, iptc } = await sharp(kept).metadata();
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    [600, 600],
    [600, 8000],
    [8000, 5000],
  ])('of %i × %i pixels is taken', async (width, height) => {
    expect((await upload(await house.aViewer(), asBody(aPng({ width, height })))).status).toBe(201);
  });
});

const heavy = (bytes: number) => Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(bytes)]);
/** Comes in pieces, without a length, and tells how much of it was asked for. */
function flowing(picture: Buffer, times: number) {
  let sent = 0;
  const piece = Buffer.alloc(64 * 1024);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= times * piece.length) return controller.close();
      controller.enqueue(sent === 0 ? Buffer.concat([picture, piece]) : piece);
      sent += piece.length;
    },
  });
  return { body, sent: () => sent };
}

describe('refused, with a sentence and nothing left behind, is', () => {
  const BAD: [name: string, body: () => Buffer | Promise<Buffer>, answer: unknown[]][] = [
    ...Object.entries(NO_PICTURES).map(
      ([name, body]) => [name, () => body, [422, 'poster_format', text.notAPicture]] as (typeof BAD)[number],
    ),
    [
      'a picture of 40,000 pixels',
      () => aPng({ width: 40_000, height: 40_000, bytes: 1000 }),
      [422, 'poster_large', text.largePicture(8000)],
    ],
    [
      'one of 2,147,483,647 pixels',
      () => aPng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, bytes: 10 }),
      [422, 'poster_broken', text.brokenPicture],
    ],
    ['one of 8,001 pixels', () => aPng({ width: 8001, height: 700 }), [422, 'poster_large', text.largePicture(8000)]],
    ['one of 599 pixels', () => aPng({ width: 599, height: 900 }), [422, 'poster_small', text.smallPicture(600)]],
    [
      'one of 41 million pixels',
      () => aPng({ width: 8000, height: 5125, bytes: 10 }),
      [422, 'poster_pixels', text.manyPixels(40)],
    ],
    [
      'a picture of which the half is missing',
      async () => (await aPicture()).subarray(0, 4000),
      [422, 'poster_broken', text.brokenPicture],
    ],
    [
      'a PNG that says more than it holds',
      () => aPng({ width: 900, height: 1350, bytes: 100 }),
      [422, 'poster_broken', text.brokenPicture],
    ],
    [
      'a program behind the head of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), NO_PICTURES['a Windows program']!]),
      [422, 'poster_broken', text.brokenPicture],
    ],
    [
      'an SVG behind the head of a PNG',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), NO_PICTURES['an SVG with a script']!]),
      [422, 'poster_broken', text.brokenPicture],
    ],
    [
      'a picture of more than ten megabytes',
      () => heavy(POSTER_MOST_BYTES),
      [413, 'poster_heavy', text.heavyPicture(10)],
    ],
  ];

  test.each(BAD)('%s', async (_, body, answer) => {
    const maker = await house.aViewer();
    const before = files();
    const bytes = asBody(await body());
    // By every name that a picture may be given.
    for (const type of ['image/jpeg', 'image/png', 'application/octet-stream'])
      expect(refusal(await upload(maker, bytes, { 'content-type': type }))).toEqual(answer);
    expect(files()).toBe(before);
    expect(await postersOf(maker)).toEqual([]);
  });

  test('what announces 200 MB, before any of it is read', async () => {
    const maker = await house.aViewer();
    const { body, sent } = flowing(await aPicture(), 3200);
    expect(refusal(await upload(maker, body, { 'content-length': String(200_000_000) }))).toEqual([
      413,
      'poster_heavy',
      text.heavyPicture(10),
    ]);
    expect(sent()).toBeLessThan(1_000_000);
    expect(await postersOf(maker)).toEqual([]);
  });

  test('what flows for 200 MB without saying so, after ten', async () => {
    const maker = await house.aViewer();
    const before = files();
    const { body, sent } = flowing(await aPicture(), 3200);
    expect(refusal(await upload(maker, body))).toEqual([413, 'poster_heavy', text.heavyPicture(10)]);
    expect(sent()).toBeLessThan(POSTER_MOST_BYTES + 1_000_000);
    expect([files(), await postersOf(maker)]).toEqual([before, []]);
  });

  test('what is no picture, after its first bytes', async () => {
    const { body, sent } = flowing(Buffer.from('MZ program'), 3200);
    expect(refusal(await upload(await house.aViewer(), body))).toEqual([422, 'poster_format', text.notAPicture]);
    expect(sent()).toBeLessThan(1_000_000);
  });

  test('what breaks off', async () => {
    const maker = await house.aViewer();
    const before = files();
    let pulls = 0;
    const picture = await aPicture();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulls++ ? controller.error(new Error('gone')) : controller.enqueue(picture)),
    });
    expect(refusal(await upload(maker, body))).toEqual([400, 'poster_interrupted', text.interrupted]);
    expect([files(), await postersOf(maker)]).toEqual([before, []]);
  });

  test('what comes from nobody, or after the account is gone', async () => {
    const before = files();
    const picture = asBody(await aPicture());
    for (const headers of [{}, { authorization: 'Bearer garbage' }] as Record<string, string>[])
      expect((await house.app.request(UPLOAD, { method: 'POST', body: picture, headers })).status).toBe(403);
    const maker = await house.aViewer();
    await house.database.query(`delete from users where user_id = ${maker.userId}`);
    expect((await upload(maker, picture)).status).toBe(403);
    expect(files()).toBe(before);
  });

  test('more than thirty in an hour from one maker', async () => {
    const maker = await house.aViewer();
    for (let each = 0; each < 30; each++) expect((await upload(maker, 'no picture')).status).toBe(422);
    const { status, headers, json } = await upload(maker, asBody(await aPicture()));
    expect([status, json.message]).toEqual([429, text.tooManyPosters]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await postersOf(maker)).toEqual([]);
  });
});

describe('what unfolds to a thousand times its size', () => {
  const BOMBS: [what: string, body: () => Buffer][] = [
    ['picture data', () => aPng({ width: 600, height: 900, bytes: 500_000_000 })],
    ['words', () => aPng({ width: 600, height: 900, others: [aFoldedChunk('zTXt', 500_000_000)] })],
    ['a description', () => aPng({ width: 600, height: 900, others: [aFoldedChunk('iTXt', 500_000_000)] })],
    ['a colour profile', () => aPng({ width: 600, height: 900, others: [aFoldedChunk('iCCP', 500_000_000)] })],
  ];

  for (const [what, body] of BOMBS)
    test(
      `as ${what} is cut off: a small picture, or a refusal`,
      { tags: what === 'picture data' ? [] : ['deep'] },
      async () => {
        const maker = await house.aViewer();
        const { status, json } = await upload(maker, asBody(body()));
        expect([201, 422]).toContain(status);
        if (status === 201) expect(readFileSync(fileOf(json.posterKey)).length).toBeLessThan(100_000);
        else expect([await postersOf(maker), json.message]).toEqual([[], text.brokenPicture]);
      },
    );

  test.each(BOMBS)('as %s is answered within five seconds', { tags: ['deep'] }, async (_, body) => {
    const bytes = asBody(body());
    const maker = await house.aViewer();
    const started = performance.now();
    await upload(maker, bytes);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('of a film', () => {
  test('the poster is kept with it, and seen in the tracker', async () => {
    const maker = await house.aViewer();
    const posterKey = await aPoster(maker);
    await aSubmittedFilm(house, maker, { posterKey });
    expect((await house.get('/api/ott/submissions', { as: maker })).json.content[0].posterKey).toBe(posterKey);
  });

  test('a poster of somebody else, or that is gone, is refused', async () => {
    const maker = await house.aViewer();
    const answer = [422, 'poster_not_found', text.posterNotFound];
    for (const posterKey of [randomUUID(), await aPoster(await house.aViewer())])
      expect(refusal(await submitFilm(house, maker, { posterKey }))).toEqual(answer);
    expect((await submitFilm(house, maker, { posterKey: '../../etc/passwd' })).status).toBe(422);
    expect(await rows(`select 1 from submissions where user_id = ${maker.userId}`)).toEqual([]);
  });

  test('that is accepted, the poster becomes a picture of the house', async () => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, { posterKey: await aPoster(maker) });
    expect(await rows(`select poster from movies where movie_id = ${movieId}`)).toEqual([{ poster: null }]);
    await house.database.db
      .update(movies)
      .set({ packageId: await house.aPackage() })
      .where(eq(movies.movieId, movieId));
    await accept(house.deps, movieId, { price: 149, date: noon });
    const { json } = await house.get(`/api/ott/public/movies/${movieId}`);
    expect(json.moviePoster).toMatch(/^[0-9a-f]{12}\/poster-400\.webp$/);
    expect(json.posterGel).toMatch(/^#[0-9a-f]{6}$/);
    for (const file of ['poster-200.webp', 'poster-400.avif', 'poster-640.webp'])
      expect(existsSync(join(house.config.mediaDir, 'images', dirname(json.moviePoster), file)), file).toBe(true);
  });
});

describe('what nobody needs', () => {
  const setAge = (posterKey: string, age: number) => {
    const at = new Date(clock.now().getTime() - age);
    utimesSync(fileOf(posterKey), at, at);
  };

  test('goes after thirty days: a poster without a film, row and file', async () => {
    const maker = await house.aViewer();
    const [unused, used] = [await aPoster(maker), await aPoster(maker)];
    await aSubmittedFilm(house, maker, { posterKey: used });
    clock.advance(30 * DAY - HOUR);
    await sweep(house.deps);
    expect(existsSync(fileOf(unused))).toBe(true);
    clock.advance(2 * HOUR);
    await sweep(house.deps);
    expect([unused, used].map((key) => existsSync(fileOf(key)))).toEqual([false, true]);
    expect(await postersOf(maker)).toEqual([{ poster_key: used }]);
  });

  test('goes within a day: what a crash left', async () => {
    const maker = await house.aViewer();
    const [stray, fresh] = [await aPoster(maker), await aPoster(maker)];
    await house.database.query(`delete from submission_posters where poster_key in ('${stray}', '${fresh}')`);
    setAge(stray, 25 * HOUR);
    setAge(fresh, HOUR);
    const half = join(folder(), '.incoming', randomUUID());
    mkdirSync(dirname(half), { recursive: true });
    writeFileSync(half, 'half');
    utimesSync(half, new Date(noon.getTime() - 2 * DAY), new Date(noon.getTime() - 2 * DAY));
    await sweep(house.deps);
    expect([fileOf(stray), fileOf(fresh), half].map((file) => existsSync(file))).toEqual([false, true, false]);
  });

  test('goes at once: the oldest of more than twenty without a film', async () => {
    const maker = await house.aViewer();
    const keys: string[] = [];
    for (let each = 0; each < 22; each++) {
      clock.advance(1000);
      keys.push(await aPoster(maker));
    }
    expect(keys.map((key) => existsSync(fileOf(key)))).toEqual([false, false, ...Array(20).fill(true)]);
    expect(await postersOf(maker)).toHaveLength(20);
  });

  test('goes with the account', async () => {
    const maker = await house.aViewer();
    const [used, unused] = [await aPoster(maker), await aPoster(maker)];
    const movieId = await aSubmittedFilm(house, maker, { posterKey: used });
    expect((await house.delete('/api/auth/me', { as: maker })).status).toBe(204);
    expect([used, unused].map((key) => existsSync(fileOf(key)))).toEqual([false, false]);
    expect(await rows(`select 1 from movies where movie_id = ${movieId}`)).toEqual([]);
    expect(await rows(`select 1 from submission_steps where movie_id = ${movieId}`)).toEqual([]);
  });
});

test.skipIf(process.platform !== 'linux')(
  'forty bombs and 200 MB files at once leave a server process small, and nothing in its folder',
  { tags: ['deep'], timeout: 240_000 },
  async () => {
    const MOST_MEMORY_MB = 300;
    const database = await aDatabase();
    const makers = await database.visit(({ aViewer }) => Promise.all(Array.from({ length: 4 }, () => aViewer())));
    const server = await aServerProcess({
      port: await aFreePort(),
      databaseUrl: database.url,
      dataDir: database.dataDir,
      bankOrigin: 'http://127.0.0.1:9',
      settings: { LOG_LEVEL: 'error', RECONCILE_SECONDS: '600' },
    });
    try {
      const tokens = await Promise.all(
        makers.map((each) => signUserToken(SECRETS.tokenSecret, { ...each, roles: [] }, new Date())),
      );
      const send = async (index: number, body: BodyInit) => {
        const response = await fetch(server.origin + UPLOAD, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens[index % tokens.length]}` },
          body,
          ...({ duplex: 'half' } as object),
        }).catch(() => null);
        // A sender that goes on for hundreds of megabytes may be cut off before it reads its answer.
        return (
          response && { status: response.status, message: ((await response.json()) as { message: string }).message }
        );
      };
      const good = asBody(await aPicture());
      const bodies: [BodyInit, status: number, message: string | undefined][] = [
        [asBody(aPng({ width: 40_000, height: 40_000, bytes: 1000 })), 422, text.largePicture(8000)],
        [asBody(aPng({ width: 600, height: 900, bytes: 500_000_000 })), 201, undefined],
        [asBody(aPng({ width: 8000, height: 5000, colours: 2 })), 201, undefined],
        [asBody(heavy(POSTER_MOST_BYTES)), 413, text.heavyPicture(10)],
      ];
      // The connection that was kept since the server began may be closed at this very moment; a body is not sent twice by itself.
      expect((await send(0, good)) ?? (await send(0, good))).toEqual({ status: 201, message: undefined });
      const memory = memoryOf(server.pid);
      const idle = memory.now();
      memory.forget();
      const flows = Array.from({ length: 8 }, (_, index) => send(index, flowing(Buffer.from(good), 3200).body));
      const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => send(index, bodies[index % 4]![0])));
      answers.forEach((answer, index) => {
        const [, status, message] = bodies[index % 4]!;
        expect(answer).toEqual({ status, message });
      });
      for (const answer of await Promise.all(flows))
        if (answer) expect(answer).toEqual({ status: 413, message: text.heavyPicture(10) });
      const grown = memory.most() - idle;
      process.stdout.write(`posters: memory ${Math.round(idle)} MB + ${Math.round(grown)} MB at most\n`);
      expect(grown).toBeLessThan(MOST_MEMORY_MB);
      await pause(0);
      const left = globSync('submissions/{,.}**/{,.}*', { cwd: join(database.dataDir, 'media'), withFileTypes: true });
      // The good one, and those that the bombs shrank to.
      expect(left.filter((entry) => entry.isFile())).toHaveLength(17);
    } finally {
      await server.stop();
      await database.drop();
    }
  },
);
