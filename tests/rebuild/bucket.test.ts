import { afterAll, expect, test, vi } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { movieSlug } from '#domain/slug.ts';
import { releaseAt } from '#rebuild/release/card.ts';
import { rollback } from '#rebuild/rollback.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { openObjects } from '#server/ports/media/objects.ts';
import { bucketPublisher } from '#server/ports/publisher/bucket.ts';
import { href } from '#routes.ts';
import { aCinema, siteFiles } from '../support/site-house.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../support/ingest/object-store.ts';

vi.setConfig({ testTimeout: 90_000 });

const cinema = await aCinema({ films: 8 });
const { db } = cinema;
const store = await anObjectStore();
afterAll(store.close);
const objects = openObjects({ ...ACCOUNT, endpoint: store.endpoint, bucket: BUCKET, firstPauseMs: 1 });
const publisher = bucketPublisher(objects, 'site/');
const place = cinema.aPlace();
const publish = (how = {}) => place.rebuild({ publisher, ...how });

const films = () => db.select().from(movies).orderBy(movies.movieId);
const rename = (movieId: number, movieName: string) =>
  db
    .update(movies)
    .set({ movieName, changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, movieId));
const pathOf = ({ movieName, movieKey }: { movieName: string; movieKey: string }) =>
  `${decodeURI(href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey }).slice(1))}/index.html`;
/** What was asked for since the last look, as `PUT v/kite/Ab3/index.html`. */
const asked = () =>
  store.requests.splice(0).map((request) => request.replace(`/${BUCKET}/site/`, '').replace(`/${BUCKET}`, 'all'));
const sent = (requests: string[]) => requests.filter((request) => !request.startsWith('GET'));

/** The bucket has exactly what a host would serve of the release, each file at its own address. */
async function expectWhole() {
  const expected = new Map(
    [...siteFiles(place.siteDir)]
      .filter(([path]) => !path.startsWith('films/'))
      .map(([path, body]) => [`site/${path}`, body]),
  );
  const drawers = siteFiles(place.siteDir);
  for (const film of await films())
    if (film.active === 'Y')
      expected.set(`site/${pathOf(film)}`, drawers.get(`films/${film.movieKey.slice(-2)}/${film.movieKey}.html`)!);
  const there = new Map([...store.objects].map(([key, { body }]) => [key, body.toString('latin1')]));
  expect(there.delete('site/build.json')).toBe(true);
  expect([...there.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [key, body] of expected) expect(there.get(key) === body, key).toBe(true);
}

test('all of a site goes into an empty bucket: assets before pages, the stamp last, with types and how long to keep them', async () => {
  await publish();
  const order = sent(asked());
  const last = (pattern: RegExp) => order.findLastIndex((request) => pattern.test(request));
  const first = (pattern: RegExp) => order.findIndex((request) => pattern.test(request));
  expect(last(/\.(js|css|woff2|png|svg)$/)).toBeLessThan(first(/\.html$/));
  expect(order.at(-1)).toBe('PUT build.json');
  await expectWhole();
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

test('nothing changed: nothing is sent', async () => {
  expect(await publish()).toMatchObject({ did: 'fresh', published: { objects: 0, bytes: 0, removed: 0 } });
  expect(sent(asked())).toEqual([]);
});

test('a change sends what it changed and no other film’s page; what is gone goes last, before the stamp', async () => {
  const [film, other] = await films();
  await rename(film!.movieId, 'A New Name');
  await db
    .update(movies)
    .set({ active: 'N', changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, other!.movieId));
  const { published } = await publish();
  const requests = sent(asked());
  expect(requests.filter((request) => request.startsWith('PUT v/'))).toEqual([
    `PUT ${pathOf({ ...film!, movieName: 'A New Name' })}`,
  ]);
  expect(requests.slice(-3).toSorted()).toEqual(
    [`DELETE ${pathOf(film!)}`, `DELETE ${pathOf(other!)}`, 'PUT build.json'].toSorted(),
  );
  expect(requests.at(-1)).toBe('PUT build.json');
  expect(requests.filter((request) => /_astro|fonts|\.png/.test(request))).toEqual([]);
  expect(published!.bytes).toBeLessThan(3_000_000);
  await expectWhole();
});

test(
  'an upload that broke off is gone on with, and what it sent for a release that never came is put right',
  { tags: ['deep'] },
  async () => {
    const [, , film, other] = await films();
    await rename(film!.movieId, 'Half Sent');
    await rename(other!.movieId, 'Half Sent Too');
    asked();
    await expect(publish({ publisher: { ...publisher, put: breakingAfter(4) } })).rejects.toThrow('the line is cut');
    const before = new Set(sent(asked()).slice(1));
    expect(before.size).toBe(3);
    expect(JSON.parse(stampThere())).toMatchObject({ publishing: releaseAt(place.siteDir)!.id });
    await publish();
    const requests = sent(asked());
    expect(requests.filter((request) => before.has(request))).toEqual([]);
    expect(requests.at(-1)).toBe('PUT build.json');
    await expectWhole();

    await rename(film!.movieId, 'Sent for Nothing');
    await expect(publish({ publisher: { ...publisher, put: breakingAfter(4) } })).rejects.toThrow('the line is cut');
    await rename(film!.movieId, 'Half Sent');
    await publish();
    await expectWhole();
  },
);

test('what was cut off while it took away comes back with a release that has it', { tags: ['deep'] }, async () => {
  const [film] = await films();
  const show = (active: 'Y' | 'N') =>
    db
      .update(movies)
      .set({ active, changeNo: sql`nextval('catalogue_change')` })
      .where(eq(movies.movieId, film!.movieId));
  await show('N');
  const broken = { ...publisher, put: breakingAt('build.json', 2) };
  await expect(publish({ publisher: broken })).rejects.toThrow('the line is cut');
  expect(store.objects.has(`site/${pathOf(film!)}`)).toBe(false);
  await show('Y');
  await publish();
  await expectWhole();
});

test('another bucket is not taken for the one that was half sent to', { tags: ['deep'] }, async () => {
  const [film] = await films();
  await rename(film!.movieId, 'To Two Places');
  await expect(publish({ publisher: { ...publisher, put: breakingAfter(4) } })).rejects.toThrow('the line is cut');
  store.objects.clear();
  await publish();
  await expectWhole();
});

test('a bucket that nobody here knows is compared, and only what differs is sent', async () => {
  store.objects.delete('site/build.json');
  store.objects.delete('site/robots.txt');
  store.objects.set('site/left/over.html', { body: Buffer.from('x'), type: 'text/html', cacheControl: '' });
  asked();
  await publish();
  expect(sent(asked())).toEqual(['PUT robots.txt', 'DELETE left/over.html', 'PUT build.json']);
  await expectWhole();
});

test('a way back brings the bucket back too', async () => {
  const before = new Map([...store.objects].map(([key, { body }]) => [key, body.toString('latin1')]));
  const [film] = await films();
  await rename(film!.movieId, 'Not Wanted');
  await publish();
  expect(store.objects.has(`site/${pathOf({ ...film!, movieName: 'Not Wanted' })}`)).toBe(true);
  await rollback({ ...place, publisher });
  expect(new Map([...store.objects].map(([key, { body }]) => [key, body.toString('latin1')]))).toEqual(before);
});

const stampThere = () => store.objects.get('site/build.json')!.body.toString();

/** Breaks off at this file, when it is sent for that time. */
function breakingAt(name: string, time: number): typeof publisher.put {
  let count = 0;
  return (path, file) =>
    path === name && ++count === time ? Promise.reject(new Error('the line is cut')) : publisher.put(path, file);
}

function breakingAfter(count: number): typeof publisher.put {
  let left = count;
  return (path, file) => (left-- > 0 ? publisher.put(path, file) : Promise.reject(new Error('the line is cut')));
}
