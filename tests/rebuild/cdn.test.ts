import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { movieSlug } from '#domain/slug.ts';
import { keepUntold, noteChange } from '#rebuild/purge/note.ts';
import { releaseAt } from '#rebuild/release/card.ts';
import { rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { href } from '#routes.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { AT_ONCE, createCdn } from '#server/ports/publisher/cdn.ts';
import type { Publisher } from '#server/ports/publisher/publisher.ts';
import { NOTHING, untoldIn } from '#server/ports/publisher/untold.ts';
import { aCdn, CDN_TOKEN, type CdnFault } from '../support/cdn.ts';
import { runCommand, until } from '../support/server-process.ts';
import { aCinema, differences, siteFiles } from '../support/site-house.ts';

vi.setConfig({ testTimeout: 90_000 });

const cinema = await aCinema({ films: 12 });
const { db } = cinema;
const { origin } = cinema.config;
const network = await aCdn();
afterAll(network.close);
const cdn = createCdn({ url: network.url, token: CDN_TOKEN, timeoutMs: 3000 });
const place = cinema.aPlace();
const rebuild = (how = {}) => place.rebuild({ cdn, ...how });

const SINCE = '2026-11-20T20:00:00.000Z';
const NEXT = sql`nextval('catalogue_change')`;
const films = () => db.select().from(movies).where(eq(movies.active, 'Y')).orderBy(movies.movieId);
const change = (movieId: number, values: Partial<typeof movies.$inferInsert>) =>
  db
    .update(movies)
    .set({ ...values, changeNo: NEXT as never })
    .where(eq(movies.movieId, movieId));
let edition = 0;
const rename = ({ movieId }: { movieId: number }) => change(movieId, { movieName: `Edition ${++edition}` });
const addressOf = ({ movieName, movieKey }: { movieName: string; movieKey: string }) =>
  origin + href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey });
const oneFilm = async () => (await films())[0]!;

/** By which address each file of the site is asked for that a network keeps; none for shells, scripts and what is no address. */
async function addresses(paths: string[], known: Awaited<ReturnType<typeof films>>): Promise<string[]> {
  return paths.flatMap((path) => {
    const [, key] = /^films\/.*\/(.+)\.html$/.exec(path) ?? [];
    if (key) return addressOf(known.find(({ movieKey }) => movieKey === key)!);
    if (/^films\/|^_astro\/|(^|\/)_\//.test(path)) return [];
    const parts = path.replace(/(^|\/)index\.html$/, '').split('/');
    return `${origin}/${parts.map(encodeURIComponent).join('/')}`;
  });
}

beforeEach(async () => {
  network.faults.length = 0;
  await rebuild();
  network.heard();
  network.calls.length = 0;
});

test('of a network that never heard anything, all is forgotten; once, also when nothing is to be built', async () => {
  const other = cinema.aPlace();
  await other.rebuild();
  expect(await other.rebuild({ cdn })).toMatchObject({ did: 'fresh', purge: { told: 'all', left: 0, why: null } });
  expect(network.heard()).toEqual(['everything']);
  expect(await other.rebuild({ cdn })).toMatchObject({ did: 'fresh', purge: null });
  await rename(await oneFilm());
  await other.rebuild();
  await other.rebuild({ cdn });
  expect(network.heard(), 'a release that it was not told of').toEqual(['everything']);
});

test('nothing changed: nothing is told, and no file is touched', async () => {
  const stamps = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).map((entry) => {
      const { mtimeMs, ctimeMs } = statSync(join(dir, entry.name));
      return `${entry.name} ${mtimeMs} ${ctimeMs}`;
    });
  const before = stamps(place.dataDir);
  expect(await rebuild()).toMatchObject({ did: 'fresh', purge: null });
  expect(network.calls).toEqual([]);
  expect(stamps(place.dataDir)).toEqual(before);
});

test('it hears of exactly the pages that are others now, of a new film, and of addresses that lead nowhere', async () => {
  const known = await films();
  const [renamed, withdrawn, priced] = known;
  const before = siteFiles(place.siteDir);
  await rename(renamed!);
  await change(withdrawn!.movieId, { active: 'N' });
  await change(priced!.movieId, { ticketRate: 98_700 });
  await cinema.aShownFilm({ movieName: 'கடல் & மழை' });
  const { purge } = await rebuild();
  const now = await films();
  const changed = differences(before, siteFiles(place.siteDir));
  const expected = await addresses(changed, [...now, withdrawn!]);
  const heard = network.heard();
  expect(heard).toEqual([...new Set([...expected, addressOf(renamed!), `${origin}/build.json`])].toSorted());
  for (const film of [withdrawn!, ...now.slice(0, 2), now.at(-1)!]) expect(heard).toContain(addressOf(film));
  for (const page of ['home', 'movies'] as const) expect(heard).toContain(origin + href(page));
  expect(heard.filter((address) => address.includes('/v/'))).toHaveLength(5);
  expect(purge).toEqual({ told: heard.length, left: 0, why: null });
});

test(
  'a network that does not answer: the site is live, and what it did not hear waits for the next rebuild',
  { tags: ['deep'] },
  async () => {
    const film = await oneFilm();
    await rename(film);
    network.faults.push('hang');
    expect(await rebuild()).toMatchObject({ did: 'built', purge: { told: 0, why: expect.stringMatching(/timeout/) } });
    const { paths } = untoldIn(place.dataDir)!;
    expect(await rebuild()).toMatchObject({ did: 'fresh', purge: { told: paths.length, left: 0, why: null } });
    const heard = network.heard();
    expect(heard).toEqual(paths.map((path) => origin + path).toSorted());
    expect(heard).toEqual(expect.arrayContaining([addressOf(film), addressOf(await oneFilm()), `${origin}/`]));
  },
);

test.each<[string, CdnFault, RegExp]>([
  ['refuses', { status: 403, body: { errors: [{ message: `no zone for ${CDN_TOKEN}` }] } }, /HTTP 403, no zone for …/],
  ['is broken', { status: 500 }, /HTTP 500/],
  ['sends elsewhere', { status: 302, headers: { location: '/sign-in' } }, /HTTP 302/],
  ['takes it and says no', { status: 200, body: { success: false } }, /HTTP 200/],
  ['asks for a long pause', { status: 429, headers: { 'retry-after': '3600' } }, /HTTP 429/],
])('a network that %s is told again; the reason never holds the token', async (_, fault, why) => {
  keepUntold(place.dataDir, { since: SINCE, all: false, paths: ['/', '/movies'] });
  network.faults.push(fault);
  const { did, purge } = await rebuild();
  expect([did, purge]).toEqual(['fresh', { told: 0, left: 2, why: expect.stringMatching(why) }]);
  expect(purge!.why).not.toContain(CDN_TOKEN);
  expect(untoldIn(place.dataDir)).toEqual({ since: SINCE, all: false, paths: ['/', '/movies'] });
  expect(await rebuild()).toMatchObject({ purge: { told: 2, left: 0, why: null } });
  expect(network.heard()).toEqual([`${origin}/`, `${origin}/movies`]);
  expect(untoldIn(place.dataDir)).toEqual(NOTHING);
});

test('a network that asks for a short pause gets it, and hears all in the same rebuild', async () => {
  keepUntold(place.dataDir, { since: SINCE, all: true, paths: [] });
  const soon = new Date(Date.now() + 1000).toUTCString();
  network.faults.push(
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 503, headers: { 'retry-after': soon } },
  );
  expect(await rebuild()).toMatchObject({ purge: { told: 'all', left: 0, why: null } });
  expect(network.calls).toHaveLength(3);
});

test('of many addresses, what was heard is not told again, and newer changes join what waits', async () => {
  const paths = Array.from({ length: 2 * AT_ONCE }, (_, at) => `/v/a-film/key${at}`);
  keepUntold(place.dataDir, { since: SINCE, all: false, paths });
  network.faults.push({ status: 200 }, { status: 500 });
  expect(await rebuild()).toMatchObject({ purge: { told: AT_ONCE, left: AT_ONCE } });
  const film = await oneFilm();
  await rename(film);
  network.calls.length = 0;
  await rebuild();
  const heard = network.heard();
  expect(heard.filter((address) => address.includes('/v/'))).toEqual(
    [...paths.slice(AT_ONCE).map((path) => origin + path), addressOf(film), addressOf(await oneFilm())].toSorted(),
  );
  expect(network.calls.map(({ files }) => files!.length)).toEqual([AT_ONCE, heard.length - AT_ONCE]);
});

test('a network that is not there hears the rest by the clock, when it is back', { tags: ['deep'] }, async () => {
  const gone = await aCdn();
  await gone.close();
  await rename(await oneFilm());
  const away = createCdn({ url: gone.url, token: CDN_TOKEN });
  expect(await rebuild({ cdn: away })).toMatchObject({ did: 'built', purge: { told: 0 } });
  const back = await aCdn(gone.port);
  const stop = new AbortController();
  const again = async () => {
    await rebuild({ cdn: away });
    stop.abort();
  };
  await watchCatalogue({ ...place, cdn: away, rebuild: again, signal: stop.signal, everySeconds: 0.1, quietMs: 50 });
  expect(back.heard()).toContain(addressOf(await oneFilm()));
  await back.close();
});

test('what is to be told is written down before the switch', { tags: ['deep'] }, async () => {
  const film = await oneFilm();
  await rename(film);
  // Where the link is to be made stands a folder.
  mkdirSync(`${place.siteDir}.next`);
  const release = releaseAt(place.siteDir)!.id;
  await expect(rebuild()).rejects.toThrow('EISDIR');
  rmdirSync(`${place.siteDir}.next`);
  expect([releaseAt(place.siteDir)!.id, network.calls]).toEqual([release, []]);
  expect(untoldIn(place.dataDir)!.paths).toContain(addressOf(film).slice(origin.length));
  expect(await rebuild()).toMatchObject({ did: 'built', purge: { left: 0 } });
  expect(network.heard()).toContain(addressOf(film));
});

test('killed between the switch and the last word, the next rebuild tells all of it', { tags: ['deep'] }, async () => {
  const film = await oneFilm();
  await rename(film);
  const start = () =>
    runCommand(['scripts/cinema.ts', 'rebuild', '--api', place.apiOrigin], {
      DATA_DIR: place.dataDir,
      ORIGIN: place.origin,
      TZ: process.env['TZ']!,
      CDN_PURGE_URL: network.url,
      CDN_PURGE_TOKEN: CDN_TOKEN,
    });
  const run = start();
  network.faults.push('hang', { status: 503 });
  await until('the network is told', async () => network.calls.length > 0 || run.isOver(), 60_000);
  await run.kill();
  expect([network.calls.length, network.heard()], run.output()).toEqual([1, []]);
  const again = start();
  expect(await again.ended).toBe(0);
  expect(again.output()).toMatch(
    /^The site is up to date\. The delivery network waits to hear of \d+ addresses, .*: cdn: .*HTTP 503/,
  );
  const release = releaseAt(place.siteDir)!.id;
  expect(await rebuild()).toMatchObject({ did: 'fresh', release, purge: { left: 0, why: null } });
  expect(network.heard()).toEqual(
    expect.arrayContaining([addressOf(film), addressOf(await oneFilm()), `${origin}/build.json`]),
  );
});

test('a way back is told too', async () => {
  const film = await oneFilm();
  await rename(film);
  await rebuild();
  const there = network.heard();
  expect(await rollback({ ...place, cdn })).toMatchObject({ purge: { told: there.length, left: 0 } });
  expect(network.heard()).toEqual(there);
  await rename(film);
});

test('with a bucket, it hears of a change when all of it is there, and not before', { tags: ['deep'] }, async () => {
  const stored = new Map<string, string>();
  let heardAt: number | null = null;
  const done: string[] = [];
  const listening = { purge: async () => void (heardAt = done.length) };
  const publisher: Publisher = {
    read: async (path) => stored.get(path) ?? null,
    put: async (path, file) => {
      if (path === 'build.json') stored.set(path, JSON.stringify({ release: releaseAt(place.siteDir)!.id }));
      return done.push(`${path} ${file}`);
    },
    remove: async () => undefined,
    list: async () => new Map(),
  };
  const broken = { ...publisher, put: () => Promise.reject(new Error('the line is cut')) };
  await rename(await oneFilm());
  await expect(rebuild({ publisher: broken, cdn: listening })).rejects.toThrow('the line is cut');
  expect([heardAt, untoldIn(place.dataDir)!.paths.length > 0]).toEqual([null, true]);
  await rebuild({ publisher, cdn: listening });
  expect(done.at(-1)).toContain('build.json');
  expect(heardAt).toBe(done.length);
});

test('what cannot be named, or is too much to name, is all', async () => {
  const release = releaseAt(place.siteDir)!;
  noteChange(place.dataDir, { ...release, sources: 'other ones' }, release);
  expect(untoldIn(place.dataDir)).toMatchObject({ all: true, paths: [] });
  const paths = Array.from({ length: 2000 }, (_, at) => `/v/film/${at}`);
  keepUntold(place.dataDir, { since: SINCE, all: false, paths });
  noteChange(place.dataDir, release, release);
  expect(untoldIn(place.dataDir)).toEqual({ since: SINCE, all: true, paths: [] });
  await rebuild();
  expect(network.heard()).toEqual(['everything']);
});
