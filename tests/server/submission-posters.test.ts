import { streamingSentences } from '#messages/refusals/streaming.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { POSTER_MAX_BYTES } from '#domain/poster-upload.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { runNightlyCleanup } from '#server/jobs/nightly-cleanup.ts';
import { acceptSubmission } from '#server/streaming/submission/review/actions.ts';
import { signUserToken } from '#server/tokens.ts';
import { aCompressedChunk, aPng, NON_PICTURES } from '../support/bad-pictures.ts';
import { aDatabase } from '../support/database.ts';
import { aClock, aServer, SECRETS, type TestServer } from '../support/test-server.ts';
import { processMemory } from '../support/process-memory.ts';
import { aFreePort, aServerProcess } from '../support/server-process.ts';
import { aPicture, aSubmittedFilm, submitFilm } from '../support/submissions.ts';
import { testNow } from '../support/test-now.ts';

let server: TestServer;
const clock = aClock();
const noon = clock.now();
type Person = { userId: number };
const UPLOAD = '/api/ott/submissions/posters';

beforeAll(async () => {
  server = await aServer({ clock });
});
beforeEach(() => server.clock.set(noon));

const rows = async (sql: string) =>
  (await server.database.query(sql)).rows as Record<string, unknown>[];
const postersOf = ({ userId }: Person) =>
  rows(`select poster_key from submission_posters where user_id = ${userId}`);
const folder = () => join(server.config.mediaDir, 'submissions');
/** Includes incomplete uploads. */
const countFiles = () =>
  globSync('{,.}**/{,.}*', { cwd: folder(), withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
const fileOf = (posterKey: string) => join(folder(), `${posterKey}.webp`);

async function upload(as: Person, body: BodyInit | null, headers: Record<string, string> = {}) {
  const token = signUserToken(SECRETS.tokenSecret, { ...as, roles: [] }, clock.now());
  const response = await server.app.request(UPLOAD, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg', ...headers },
    body,
    ...({ duplex: 'half' } as object),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as any,
  };
}
const asBody = (picture: Buffer) => new Uint8Array(picture);
/** The smallest accepted picture: encoding takes most of the time of a test. */
const smallPicture = aPicture(600, 600);
async function aPoster(maker: Person): Promise<string> {
  const { json } = await upload(maker, asBody(await smallPicture));
  return json.posterKey;
}
const get = (as: Person | undefined, posterKey: string) =>
  server.get(`${UPLOAD}/${posterKey}`, as && { as });
const refusal = ({ status, json }: { status: number; json: any }) => [
  status,
  json.code,
  json.message,
];

describe('a poster', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'of type %s is stored re-encoded and visible only to its maker',
    async (format) => {
      const maker = await server.aViewer();
      const { status, headers, json } = await upload(
        maker,
        asBody(await aPicture(1500, 2250, format)),
      );
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(json).toEqual({
        posterKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        width: 1200,
        height: 1800,
      });
      const token = signUserToken(SECRETS.tokenSecret, { ...maker, roles: [] }, clock.now());
      const shown = await server.app.request(`${UPLOAD}/${json.posterKey}`, {
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
      expect(refusal(await get(await server.aViewer(), json.posterKey))).toEqual(notFound);
      expect(refusal(await get(maker, randomUUID()))).toEqual(notFound);
      expect((await get(undefined, json.posterKey)).status).toBe(403);
      expect((await server.app.request(`/media/submissions/${json.posterKey}.webp`)).ok).toBe(
        false,
      );
    },
  );

  test('is rotated upright, not enlarged, and stored without metadata', async () => {
    const maker = await server.aViewer();
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
    const stored = readFileSync(fileOf(json.posterKey));
    expect(stored.includes('Private-Words')).toBe(false);
    const { exif, xmp, icc, iptc } = await sharp(stored).metadata();
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    [600, 600],
    [600, 8000],
    [8000, 5000],
  ])('of %i × %i pixels is accepted', async (width, height) => {
    expect((await upload(await server.aViewer(), asBody(aPng({ width, height })))).status).toBe(
      201,
    );
  });
});

const aLargeFile = (bytes: number) =>
  Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(bytes)]);
/** A stream without a length; `sentBytes` returns how many bytes were read. */
function aStream(picture: Buffer, pieceCount: number) {
  let sent = 0;
  const piece = Buffer.alloc(64 * 1024);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= pieceCount * piece.length) return controller.close();
      controller.enqueue(sent === 0 ? Buffer.concat([picture, piece]) : piece);
      sent += piece.length;
    },
  });
  return { body, sentBytes: () => sent };
}

describe('an upload is refused with a message and leaves no file:', () => {
  const BAD: [name: string, body: () => Buffer | Promise<Buffer>, answer: unknown[]][] = [
    ...Object.entries(NON_PICTURES).map(
      ([name, body]) =>
        [
          name,
          () => body,
          [422, 'poster_format', streamingSentences.poster_format],
        ] as (typeof BAD)[number],
    ),
    [
      'a picture of 40,000 × 40,000 pixels',
      () => aPng({ width: 40_000, height: 40_000, bytes: 1000 }),
      [422, 'poster_large', streamingSentences.poster_large(8000)],
    ],
    [
      'a picture of 2,147,483,647 × 2,147,483,647 pixels',
      () => aPng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, bytes: 10 }),
      [422, 'poster_broken', streamingSentences.poster_broken],
    ],
    [
      'a picture that is 8,001 pixels wide',
      () => aPng({ width: 8001, height: 700 }),
      [422, 'poster_large', streamingSentences.poster_large(8000)],
    ],
    [
      'a picture that is 599 pixels wide',
      () => aPng({ width: 599, height: 900 }),
      [422, 'poster_small', streamingSentences.poster_small(600)],
    ],
    [
      'a picture of 41 million pixels',
      () => aPng({ width: 8000, height: 5125, bytes: 10 }),
      [422, 'poster_pixels', streamingSentences.poster_pixels(40)],
    ],
    [
      'a truncated picture',
      async () => (await aPicture()).subarray(0, 4000),
      [422, 'poster_broken', streamingSentences.poster_broken],
    ],
    [
      'a PNG with missing data',
      () => aPng({ width: 900, height: 1350, bytes: 100 }),
      [422, 'poster_broken', streamingSentences.poster_broken],
    ],
    [
      'a program with the header of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), NON_PICTURES['a Windows program']!]),
      [422, 'poster_broken', streamingSentences.poster_broken],
    ],
    [
      'an SVG with the header of a PNG',
      () =>
        Buffer.concat([
          Buffer.from('89504e470d0a1a0a', 'hex'),
          NON_PICTURES['an SVG with a script']!,
        ]),
      [422, 'poster_broken', streamingSentences.poster_broken],
    ],
    [
      'a picture of more than ten megabytes',
      () => aLargeFile(POSTER_MAX_BYTES),
      [413, 'poster_heavy', text.pictureFileTooLarge(10)],
    ],
  ];

  test.each(BAD)('%s', async (_, body, answer) => {
    const maker = await server.aViewer();
    const before = countFiles();
    const bytes = asBody(await body());
    for (const type of ['image/jpeg', 'image/png', 'application/octet-stream'])
      expect(refusal(await upload(maker, bytes, { 'content-type': type }))).toEqual(answer);
    expect(countFiles()).toBe(before);
    expect(await postersOf(maker)).toEqual([]);
  });

  test('a Content-Length of 200 MB, before the body is read', async () => {
    const maker = await server.aViewer();
    const { body, sentBytes } = aStream(await aPicture(), 3200);
    expect(refusal(await upload(maker, body, { 'content-length': String(200_000_000) }))).toEqual([
      413,
      'poster_heavy',
      text.pictureFileTooLarge(10),
    ]);
    expect(sentBytes()).toBeLessThan(1_000_000);
    expect(await postersOf(maker)).toEqual([]);
  });

  test('200 MB without a Content-Length, after ten MB', async () => {
    const maker = await server.aViewer();
    const before = countFiles();
    const { body, sentBytes } = aStream(await aPicture(), 3200);
    expect(refusal(await upload(maker, body))).toEqual([
      413,
      'poster_heavy',
      text.pictureFileTooLarge(10),
    ]);
    expect(sentBytes()).toBeLessThan(POSTER_MAX_BYTES + 1_000_000);
    expect([countFiles(), await postersOf(maker)]).toEqual([before, []]);
  });

  test('a stream that is no picture, after its first bytes', async () => {
    const { body, sentBytes } = aStream(Buffer.from('MZ program'), 3200);
    expect(refusal(await upload(await server.aViewer(), body))).toEqual([
      422,
      'poster_format',
      streamingSentences.poster_format,
    ]);
    expect(sentBytes()).toBeLessThan(1_000_000);
  });

  test('an interrupted upload', async () => {
    const maker = await server.aViewer();
    const before = countFiles();
    let pulls = 0;
    const picture = await aPicture();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        pulls++ ? controller.error(new Error('gone')) : controller.enqueue(picture),
    });
    expect(refusal(await upload(maker, body))).toEqual([
      400,
      'poster_interrupted',
      streamingSentences.poster_interrupted,
    ]);
    expect([countFiles(), await postersOf(maker)]).toEqual([before, []]);
  });

  test('an upload without a session or after the account was deleted', async () => {
    const before = countFiles();
    const picture = asBody(await aPicture());
    for (const headers of [{}, { authorization: 'Bearer garbage' }] as Record<string, string>[])
      expect(
        (await server.app.request(UPLOAD, { method: 'POST', body: picture, headers })).status,
      ).toBe(403);
    const maker = await server.aViewer();
    await server.database.query(`delete from users where user_id = ${maker.userId}`);
    expect((await upload(maker, picture)).status).toBe(403);
    expect(countFiles()).toBe(before);
  });

  test('the thirty-first upload of a maker within an hour', async () => {
    const maker = await server.aViewer();
    for (let each = 0; each < 30; each++)
      expect((await upload(maker, 'no picture')).status).toBe(422);
    const { status, headers, json } = await upload(maker, asBody(await aPicture()));
    expect([status, json.message]).toEqual([429, text.tooManyPosters]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await postersOf(maker)).toEqual([]);
  });
});

describe('a decompression bomb', () => {
  const BOMBS: [what: string, body: () => Buffer][] = [
    ['picture data', () => aPng({ width: 600, height: 900, bytes: 500_000_000 })],
    [
      'text',
      () => aPng({ width: 600, height: 900, extraChunks: [aCompressedChunk('zTXt', 500_000_000)] }),
    ],
    [
      'a description',
      () => aPng({ width: 600, height: 900, extraChunks: [aCompressedChunk('iTXt', 500_000_000)] }),
    ],
    [
      'a colour profile',
      () => aPng({ width: 600, height: 900, extraChunks: [aCompressedChunk('iCCP', 500_000_000)] }),
    ],
  ];

  for (const [what, body] of BOMBS)
    test(
      `in ${what} is stored as a small picture or refused`,
      { tags: what === 'picture data' ? [] : ['deep'] },
      async () => {
        const maker = await server.aViewer();
        const { status, json } = await upload(maker, asBody(body()));
        expect([201, 422]).toContain(status);
        if (status === 201)
          expect(readFileSync(fileOf(json.posterKey)).length).toBeLessThan(100_000);
        else
          expect([await postersOf(maker), json.message]).toEqual([
            [],
            streamingSentences.poster_broken,
          ]);
      },
    );

  test.each(BOMBS)(
    'in %s is answered within five seconds',
    { tags: ['deep', 'timed'] },
    async (_, body) => {
      const bytes = asBody(body());
      const maker = await server.aViewer();
      const started = performance.now();
      await upload(maker, bytes);
      expect(performance.now() - started).toBeLessThan(5000);
    },
  );
});

describe('a poster of a film', () => {
  test('is stored with the film and shown in the tracker', async () => {
    const maker = await server.aViewer();
    const posterKey = await aPoster(maker);
    await aSubmittedFilm(server, maker, { posterKey });
    expect(
      (await server.get('/api/ott/submissions', { as: maker })).json.content[0].posterKey,
    ).toBe(posterKey);
  });

  test('is refused if it belongs to another maker or does not exist', async () => {
    const maker = await server.aViewer();
    const answer = [422, 'poster_not_found', text.posterNotFound];
    for (const posterKey of [randomUUID(), await aPoster(await server.aViewer())])
      expect(refusal(await submitFilm(server, maker, { posterKey }))).toEqual(answer);
    expect((await submitFilm(server, maker, { posterKey: '../../etc/passwd' })).status).toBe(422);
    expect(await rows(`select 1 from submissions where user_id = ${maker.userId}`)).toEqual([]);
  });

  test('becomes the catalogue picture when the film is accepted', async () => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker, { posterKey: await aPoster(maker) });
    expect(await rows(`select poster from movies where movie_id = ${movieId}`)).toEqual([
      { poster: null },
    ]);
    await server.database.db
      .update(movies)
      .set({ packageId: await server.aPackageId() })
      .where(eq(movies.movieId, movieId));
    await acceptSubmission(server.deps, movieId, { price: 149, date: noon });
    const { json } = await server.get(`/api/ott/public/movies/${movieId}`);
    expect(json.moviePoster).toMatch(/^[0-9a-f]{12}\/poster-400\.webp$/);
    expect(json.posterGel).toMatch(/^#[0-9a-f]{6}$/);
    for (const file of ['poster-200.webp', 'poster-400.avif', 'poster-640.webp'])
      expect(
        existsSync(join(server.config.mediaDir, 'images', dirname(json.moviePoster), file)),
        file,
      ).toBe(true);
  });
});

describe('the cleanup deletes', () => {
  const setAge = (posterKey: string, ageMs: number) => {
    const at = new Date(clock.now().getTime() - ageMs);
    utimesSync(fileOf(posterKey), at, at);
  };

  test('a poster without a film after thirty days, row and file', async () => {
    const maker = await server.aViewer();
    const [unused, used] = [await aPoster(maker), await aPoster(maker)];
    await aSubmittedFilm(server, maker, { posterKey: used });
    clock.advance(30 * DAY - HOUR);
    await runNightlyCleanup(server.deps);
    expect(existsSync(fileOf(unused))).toBe(true);
    clock.advance(2 * HOUR);
    await runNightlyCleanup(server.deps);
    expect([unused, used].map((key) => existsSync(fileOf(key)))).toEqual([false, true]);
    expect(await postersOf(maker)).toEqual([{ poster_key: used }]);
  });

  test('files that a crash left, after a day', async () => {
    const maker = await server.aViewer();
    const [oldFile, newFile] = [await aPoster(maker), await aPoster(maker)];
    await server.database.query(
      `delete from submission_posters where poster_key in ('${oldFile}', '${newFile}')`,
    );
    setAge(oldFile, 25 * HOUR);
    setAge(newFile, HOUR);
    const half = join(folder(), '.incoming', randomUUID());
    mkdirSync(dirname(half), { recursive: true });
    writeFileSync(half, 'half');
    utimesSync(half, new Date(noon.getTime() - 2 * DAY), new Date(noon.getTime() - 2 * DAY));
    await runNightlyCleanup(server.deps);
    expect([fileOf(oldFile), fileOf(newFile), half].map((file) => existsSync(file))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('the oldest of more than twenty posters without a film, at once', async () => {
    const maker = await server.aViewer();
    const keys: string[] = [];
    for (let each = 0; each < 22; each++) {
      clock.advance(1000);
      keys.push(await aPoster(maker));
    }
    expect(keys.map((key) => existsSync(fileOf(key)))).toEqual([
      false,
      false,
      ...Array(20).fill(true),
    ]);
    expect(await postersOf(maker)).toHaveLength(20);
  });

  test('the posters of a deleted account', async () => {
    const maker = await server.aViewer();
    const [used, unused] = [await aPoster(maker), await aPoster(maker)];
    const movieId = await aSubmittedFilm(server, maker, { posterKey: used });
    expect((await server.delete('/api/auth/me', { as: maker })).status).toBe(204);
    expect([used, unused].map((key) => existsSync(fileOf(key)))).toEqual([false, false]);
    expect(await rows(`select 1 from movies where movie_id = ${movieId}`)).toEqual([]);
    expect(await rows(`select 1 from submission_steps where movie_id = ${movieId}`)).toEqual([]);
  });
});

test.skipIf(process.platform !== 'linux')(
  'forty decompression bombs and 200 MB files at once keep memory small and leave no files',
  { tags: ['deep'], timeout: 240_000 },
  async () => {
    const MAX_GROWTH_MB = 300;
    const database = await aDatabase();
    const makers = await database.withConnection(({ aViewer }) =>
      Promise.all(Array.from({ length: 4 }, () => aViewer())),
    );
    const server = await aServerProcess({
      port: await aFreePort(),
      databaseUrl: database.url,
      dataDir: database.dataDir,
      sandboxOrigin: 'http://127.0.0.1:9',
      settings: { LOG_LEVEL: 'error', RECONCILE_SECONDS: '600' },
    });
    try {
      const tokens = await Promise.all(
        makers.map((each) => signUserToken(SECRETS.tokenSecret, { ...each, roles: [] }, testNow())),
      );
      const send = async (index: number, body: BodyInit) => {
        const response = await fetch(server.origin + UPLOAD, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens[index % tokens.length]}` },
          body,
          ...({ duplex: 'half' } as object),
        }).catch(() => null);
        // The server may close the connection of a large upload before the client reads the response.
        return (
          response && {
            status: response.status,
            message: ((await response.json()) as { message: string }).message,
          }
        );
      };
      const good = asBody(await aPicture());
      const bodies: [BodyInit, status: number, message: string | undefined][] = [
        [
          asBody(aPng({ width: 40_000, height: 40_000, bytes: 1000 })),
          422,
          streamingSentences.poster_large(8000),
        ],
        [asBody(aPng({ width: 600, height: 900, bytes: 500_000_000 })), 201, undefined],
        [asBody(aPng({ width: 8000, height: 5000, colourType: 2 })), 201, undefined],
        [asBody(aLargeFile(POSTER_MAX_BYTES)), 413, text.pictureFileTooLarge(10)],
      ];
      // A kept-alive connection may close at this moment, and fetch does not resend a body.
      expect((await send(0, good)) ?? (await send(0, good))).toEqual({
        status: 201,
        message: undefined,
      });
      const memory = processMemory(server.pid);
      const idle = memory.currentMb();
      memory.resetPeak();
      const streams = Array.from({ length: 8 }, (_, index) =>
        send(index, aStream(Buffer.from(good), 3200).body),
      );
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) => send(index, bodies[index % 4]![0])),
      );
      answers.forEach((answer, index) => {
        const [, status, message] = bodies[index % 4]!;
        expect(answer).toEqual({ status, message });
      });
      for (const answer of await Promise.all(streams))
        if (answer) expect(answer).toEqual({ status: 413, message: text.pictureFileTooLarge(10) });
      const grown = memory.peakMb() - idle;
      process.stdout.write(
        `posters: memory ${Math.round(idle)} MB + ${Math.round(grown)} MB at most\n`,
      );
      expect(grown).toBeLessThan(MAX_GROWTH_MB);
      await pause(0);
      const left = globSync('submissions/{,.}**/{,.}*', {
        cwd: join(database.dataDir, 'media'),
        withFileTypes: true,
      });
      // The valid picture and the small pictures that resulted from the bombs.
      expect(left.filter((entry) => entry.isFile())).toHaveLength(17);
    } finally {
      await server.stop();
      await database.drop();
    }
  },
);
