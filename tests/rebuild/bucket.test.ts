import { afterAll, expect, test, vi } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { movieSlug } from '#domain/slug.ts';
import { readRelease } from '#rebuild/release/manifest.ts';
import { rollback } from '#rebuild/rollback.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { openObjectStorage } from '#server/ports/media/object-storage.ts';
import { bucketTarget } from '#server/ports/publisher/bucket.ts';
import { href } from '#routes.ts';
import { aCinema, siteFiles } from '../support/site-server.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../support/ingest/object-store.ts';

vi.setConfig({ testTimeout: 90_000 });

const cinema = await aCinema({ films: 8 });
const { db } = cinema;
const store = await anObjectStore();
afterAll(store.close);
const objects = openObjectStorage({
  ...ACCOUNT,
  endpoint: store.endpoint,
  bucket: BUCKET,
  firstPauseMs: 1,
});
const publisher = bucketTarget(objects, 'site/');
const site = cinema.aSite();
const publish = (options = {}) => site.rebuild({ publisher, ...options });
/** For tests of the deep ring, which runs them without the tests before them. */
const publishFirst = async () => {
  await publish();
  takeRequests();
};

const films = () => db.select().from(movies).orderBy(movies.movieId);
const rename = (movieId: number, movieName: string) =>
  db
    .update(movies)
    .set({ movieName, changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, movieId));
const pathOf = ({ movieName, movieKey }: { movieName: string; movieKey: string }) =>
  `${decodeURI(href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey }).slice(1))}/index.html`;
/** Returns and clears the recorded requests: `PUT v/kite/Ab3/index.html`. */
const takeRequests = () =>
  store.requests
    .splice(0)
    .map((request) => request.replace(`/${BUCKET}/site/`, '').replace(`/${BUCKET}`, 'all'));
const writesOf = (requests: string[]) => requests.filter((request) => !request.startsWith('GET'));

/** Expects all files of the release in the bucket, each at its public path. */
async function expectComplete() {
  const expected = new Map(
    [...siteFiles(site.siteDir)]
      .filter(([path]) => !path.startsWith('films/'))
      .map(([path, body]) => [`site/${path}`, body]),
  );
  const releaseFiles = siteFiles(site.siteDir);
  for (const film of await films())
    if (film.active === 'Y')
      expected.set(
        `site/${pathOf(film)}`,
        releaseFiles.get(`films/${film.movieKey.slice(-2)}/${film.movieKey}.html`)!,
      );
  const bucketFiles = new Map(
    [...store.objects].map(([key, { body }]) => [key, body.toString('latin1')]),
  );
  expect(bucketFiles.delete('site/build.json')).toBe(true);
  expect([...bucketFiles.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [key, body] of expected) expect(bucketFiles.get(key) === body, key).toBe(true);
}

test('an empty bucket gets all files with their headers: assets before pages, the build info last', async () => {
  await publish();
  const order = writesOf(takeRequests());
  const last = (pattern: RegExp) => order.findLastIndex((request) => pattern.test(request));
  const first = (pattern: RegExp) => order.findIndex((request) => pattern.test(request));
  expect(last(/\.(js|css|woff2|png|svg)$/)).toBeLessThan(first(/\.html$/));
  expect(order.at(-1)).toBe('PUT build.json');
  await expectComplete();
  const [script] = [...store.objects].filter(([key]) => /_astro\/.*\.js$/.test(key));
  expect(script![1]).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  expect(store.objects.get('site/index.html')).toMatchObject({
    type: 'text/html; charset=utf-8',
    cacheControl: 'public, max-age=0, must-revalidate',
  });
}, 60_000);

test('without a change, nothing is uploaded', async () => {
  expect(await publish()).toMatchObject({
    outcome: 'fresh',
    published: { objects: 0, bytes: 0, removed: 0 },
  });
  expect(writesOf(takeRequests())).toEqual([]);
});

test('a change uploads only the changed pages; removals follow, then the build info', async () => {
  const [film, other] = await films();
  await rename(film!.movieId, 'A New Name');
  await db
    .update(movies)
    .set({ active: 'N', changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, other!.movieId));
  const { published } = await publish();
  const requests = writesOf(takeRequests());
  expect(requests.filter((request) => request.startsWith('PUT v/'))).toEqual([
    `PUT ${pathOf({ ...film!, movieName: 'A New Name' })}`,
  ]);
  expect(requests.slice(-3).toSorted()).toEqual(
    [`DELETE ${pathOf(film!)}`, `DELETE ${pathOf(other!)}`, 'PUT build.json'].toSorted(),
  );
  expect(requests.at(-1)).toBe('PUT build.json');
  expect(requests.filter((request) => /_astro|fonts|\.png/.test(request))).toEqual([]);
  expect(published!.bytes).toBeLessThan(3_000_000);
  await expectComplete();
});

test(
  'the next rebuild resumes an interrupted upload, and corrects files of a release that was never uploaded completely',
  { tags: ['deep'] },
  async () => {
    await publishFirst();
    const [, , film, other] = await films();
    await rename(film!.movieId, 'Half Sent');
    await rename(other!.movieId, 'Half Sent Too');
    await expect(publish({ publisher: { ...publisher, put: failingAfter(4) } })).rejects.toThrow(
      'the connection was lost',
    );
    const alreadyUploaded = new Set(writesOf(takeRequests()).slice(1));
    expect(alreadyUploaded.size).toBe(3);
    expect(JSON.parse(buildInfoInBucket())).toMatchObject({
      publishing: readRelease(site.siteDir)!.id,
    });
    await publish();
    const requests = writesOf(takeRequests());
    expect(requests.filter((request) => alreadyUploaded.has(request))).toEqual([]);
    expect(requests.at(-1)).toBe('PUT build.json');
    await expectComplete();

    await rename(film!.movieId, 'Sent for Nothing');
    await expect(publish({ publisher: { ...publisher, put: failingAfter(4) } })).rejects.toThrow(
      'the connection was lost',
    );
    await rename(film!.movieId, 'Half Sent');
    await publish();
    await expectComplete();
  },
);

test(
  'a page removed by an interrupted upload is uploaded again when the next release contains it',
  { tags: ['deep'] },
  async () => {
    await publishFirst();
    const [film] = await films();
    const show = (active: 'Y' | 'N') =>
      db
        .update(movies)
        .set({ active, changeNo: sql`nextval('catalogue_change')` })
        .where(eq(movies.movieId, film!.movieId));
    await show('N');
    const broken = { ...publisher, put: failingAt('build.json', 2) };
    await expect(publish({ publisher: broken })).rejects.toThrow('the connection was lost');
    expect(store.objects.has(`site/${pathOf(film!)}`)).toBe(false);
    await show('Y');
    await publish();
    await expectComplete();
  },
);

test(
  'an interrupted upload to one bucket does not affect the upload to another',
  { tags: ['deep'] },
  async () => {
    await publishFirst();
    const [film] = await films();
    await rename(film!.movieId, 'To Two Places');
    await expect(publish({ publisher: { ...publisher, put: failingAfter(4) } })).rejects.toThrow(
      'the connection was lost',
    );
    store.objects.clear();
    await publish();
    await expectComplete();
  },
);

test('a bucket without build info is compared, and only the differences are uploaded', async () => {
  store.objects.delete('site/build.json');
  store.objects.delete('site/robots.txt');
  store.objects.set('site/left/over.html', {
    body: Buffer.from('x'),
    type: 'text/html',
    cacheControl: '',
  });
  takeRequests();
  await publish();
  expect(writesOf(takeRequests())).toEqual([
    'PUT robots.txt',
    'DELETE left/over.html',
    'PUT build.json',
  ]);
  await expectComplete();
});

test('a rollback restores the bucket', async () => {
  const before = new Map(
    [...store.objects].map(([key, { body }]) => [key, body.toString('latin1')]),
  );
  const [film] = await films();
  await rename(film!.movieId, 'Not Wanted');
  await publish();
  expect(store.objects.has(`site/${pathOf({ ...film!, movieName: 'Not Wanted' })}`)).toBe(true);
  await rollback({ ...site, publisher });
  expect(
    new Map([...store.objects].map(([key, { body }]) => [key, body.toString('latin1')])),
  ).toEqual(before);
});

const buildInfoInBucket = () => store.objects.get('site/build.json')!.body.toString();

/** Fails at the given upload (1, 2, …) of this file. */
function failingAt(name: string, failingCall: number): typeof publisher.put {
  let count = 0;
  return (path, file) =>
    path === name && ++count === failingCall
      ? Promise.reject(new Error('the connection was lost'))
      : publisher.put(path, file);
}

function failingAfter(count: number): typeof publisher.put {
  let remainingCount = count;
  return (path, file) =>
    remainingCount-- > 0
      ? publisher.put(path, file)
      : Promise.reject(new Error('the connection was lost'));
}
