import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { movieSlug } from '#domain/slug.ts';
import { savePendingPurges, recordPurges } from '#rebuild/purge/record-purges.ts';
import { readRelease } from '#rebuild/release/manifest.ts';
import { rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { href } from '#routes.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { MAX_URLS_PER_CALL, createCdn } from '#server/ports/publisher/cdn.ts';
import type { UploadTarget } from '#server/ports/publisher/publisher.ts';
import { NO_PENDING_PURGES, readPendingPurges } from '#server/ports/publisher/pending-purges.ts';
import { aCdn, CDN_TOKEN, type CdnFault } from '../support/cdn.ts';
import { runCommand, waitUntil } from '../support/server-process.ts';
import { aCinema, differingPaths, siteFiles } from '../support/site-server.ts';
import { testNow } from '../support/test-now.ts';

vi.setConfig({ testTimeout: 90_000 });

const cinema = await aCinema({ films: 12 });
const { db } = cinema;
const { origin } = cinema.config;
const cdnServer = await aCdn();
afterAll(cdnServer.close);
const cdn = createCdn({ url: cdnServer.url, token: CDN_TOKEN, timeoutMs: 3000 });
const site = cinema.aSite();
const rebuild = (options = {}) => site.rebuild({ cdn, ...options });

const SINCE = '2026-11-20T20:00:00.000Z';
const NEXT_CHANGE_NO = sql`nextval('catalogue_change')`;
const films = () => db.select().from(movies).where(eq(movies.active, 'Y')).orderBy(movies.movieId);
const change = (movieId: number, values: Partial<typeof movies.$inferInsert>) =>
  db
    .update(movies)
    .set({ ...values, changeNo: NEXT_CHANGE_NO as never })
    .where(eq(movies.movieId, movieId));
let edition = 0;
const rename = ({ movieId }: { movieId: number }) =>
  change(movieId, { movieName: `Edition ${++edition}` });
const addressOf = ({ movieName, movieKey }: { movieName: string; movieKey: string }) =>
  origin + href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey });
const oneFilm = async () => (await films())[0]!;

/** Returns the URLs of the files that a CDN caches; none for shells, hashed files and internal files. */
async function urlsOf(
  paths: string[],
  knownFilms: Awaited<ReturnType<typeof films>>,
): Promise<string[]> {
  return paths.flatMap((path) => {
    const [, key] = /^films\/.*\/(.+)\.html$/.exec(path) ?? [];
    if (key) return addressOf(knownFilms.find(({ movieKey }) => movieKey === key)!);
    if (/^films\/|^_astro\/|(^|\/)_\//.test(path)) return [];
    const parts = path.replace(/(^|\/)index\.html$/, '').split('/');
    return `${origin}/${parts.map(encodeURIComponent).join('/')}`;
  });
}

beforeEach(async () => {
  cdnServer.faults.length = 0;
  await rebuild();
  cdnServer.takePurgedUrls();
  cdnServer.calls.length = 0;
});

test('the first purge of a CDN purges everything once, even without a new release', async () => {
  const newSite = cinema.aSite();
  await newSite.rebuild();
  expect(await newSite.rebuild({ cdn })).toMatchObject({
    outcome: 'fresh',
    purge: { purged: 'all', notPurged: 0, error: null },
  });
  expect(cdnServer.takePurgedUrls()).toEqual(['everything']);
  expect(await newSite.rebuild({ cdn })).toMatchObject({ outcome: 'fresh', purge: null });
  await rename(await oneFilm());
  await site.rebuild();
  await site.rebuild({ cdn });
  expect(cdnServer.takePurgedUrls(), 'after a release without a CDN').toEqual(['everything']);
});

test('without a change, nothing is purged and no file is written', async () => {
  const fileTimes = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).map((entry) => {
      const { mtimeMs, ctimeMs } = statSync(join(dir, entry.name));
      return `${entry.name} ${mtimeMs} ${ctimeMs}`;
    });
  const before = fileTimes(site.dataDir);
  expect(await rebuild()).toMatchObject({ outcome: 'fresh', purge: null });
  expect(cdnServer.calls).toEqual([]);
  expect(fileTimes(site.dataDir)).toEqual(before);
});

test('exactly the changed, new and removed pages are purged', async () => {
  const knownFilms = await films();
  const [renamed, withdrawn, priced] = knownFilms;
  const before = siteFiles(site.siteDir);
  await rename(renamed!);
  await change(withdrawn!.movieId, { active: 'N' });
  await change(priced!.movieId, { ticketRate: 98_700 });
  await cinema.aShownFilm({ movieName: 'கடல் & மழை' });
  const { purge } = await rebuild();
  const now = await films();
  const changed = differingPaths(before, siteFiles(site.siteDir));
  const expected = await urlsOf(changed, [...now, withdrawn!]);
  const purged = cdnServer.takePurgedUrls();
  expect(purged).toEqual(
    [...new Set([...expected, addressOf(renamed!), `${origin}/build.json`])].toSorted(),
  );
  for (const film of [withdrawn!, ...now.slice(0, 2), now.at(-1)!])
    expect(purged).toContain(addressOf(film));
  for (const page of ['home', 'movies'] as const) expect(purged).toContain(origin + href(page));
  expect(purged.filter((address) => address.includes('/v/'))).toHaveLength(5);
  expect(purge).toEqual({ purged: purged.length, notPurged: 0, error: null });
});

test(
  'if the CDN does not answer, the release is active and the purges stay pending until the next rebuild',
  { tags: ['deep'] },
  async () => {
    const film = await oneFilm();
    await rename(film);
    cdnServer.faults.push('no-response');
    expect(await rebuild()).toMatchObject({
      outcome: 'built',
      purge: { purged: 0, error: expect.stringMatching(/timeout/) },
    });
    const { paths } = readPendingPurges(site.dataDir)!;
    expect(await rebuild()).toMatchObject({
      outcome: 'fresh',
      purge: { purged: paths.length, notPurged: 0, error: null },
    });
    const purged = cdnServer.takePurgedUrls();
    expect(purged).toEqual(paths.map((path) => origin + path).toSorted());
    expect(purged).toEqual(
      expect.arrayContaining([addressOf(film), addressOf(await oneFilm()), `${origin}/`]),
    );
  },
);

test.each<[string, CdnFault, RegExp]>([
  [
    'refuses the purge',
    { status: 403, body: { errors: [{ message: `no zone for ${CDN_TOKEN}` }] } },
    /HTTP 403, no zone for …/,
  ],
  ['has an internal error', { status: 500 }, /HTTP 500/],
  ['redirects', { status: 302, headers: { location: '/sign-in' } }, /HTTP 302/],
  ['answers 200 without success', { status: 200, body: { success: false } }, /HTTP 200/],
  ['asks for a long pause', { status: 429, headers: { 'retry-after': '3600' } }, /HTTP 429/],
])(
  'a CDN that %s is purged again by the next rebuild, and the error never contains the token',
  async (_, fault, why) => {
    savePendingPurges(site.dataDir, { since: SINCE, all: false, paths: ['/', '/movies'] });
    cdnServer.faults.push(fault);
    const { outcome, purge } = await rebuild();
    expect([outcome, purge]).toEqual([
      'fresh',
      { purged: 0, notPurged: 2, error: expect.stringMatching(why) },
    ]);
    expect(purge!.error).not.toContain(CDN_TOKEN);
    expect(readPendingPurges(site.dataDir)).toEqual({
      since: SINCE,
      all: false,
      paths: ['/', '/movies'],
    });
    expect(await rebuild()).toMatchObject({ purge: { purged: 2, notPurged: 0, error: null } });
    expect(cdnServer.takePurgedUrls()).toEqual([`${origin}/`, `${origin}/movies`]);
    expect(readPendingPurges(site.dataDir)).toEqual(NO_PENDING_PURGES);
  },
);

test('after a short Retry-After, the purge is repeated in the same rebuild', async () => {
  savePendingPurges(site.dataDir, { since: SINCE, all: true, paths: [] });
  const soon = new Date(testNow().getTime() + 1000).toUTCString();
  cdnServer.faults.push(
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 503, headers: { 'retry-after': soon } },
  );
  expect(await rebuild()).toMatchObject({ purge: { purged: 'all', notPurged: 0, error: null } });
  expect(cdnServer.calls).toHaveLength(3);
});

test('accepted batches are not purged again, and new changes join the pending ones', async () => {
  const paths = Array.from({ length: 2 * MAX_URLS_PER_CALL }, (_, at) => `/v/a-film/key${at}`);
  savePendingPurges(site.dataDir, { since: SINCE, all: false, paths });
  cdnServer.faults.push({ status: 200 }, { status: 500 });
  expect(await rebuild()).toMatchObject({
    purge: { purged: MAX_URLS_PER_CALL, notPurged: MAX_URLS_PER_CALL },
  });
  const film = await oneFilm();
  await rename(film);
  cdnServer.calls.length = 0;
  await rebuild();
  const purged = cdnServer.takePurgedUrls();
  expect(purged.filter((address) => address.includes('/v/'))).toEqual(
    [
      ...paths.slice(MAX_URLS_PER_CALL).map((path) => origin + path),
      addressOf(film),
      addressOf(await oneFilm()),
    ].toSorted(),
  );
  expect(cdnServer.calls.map(({ files }) => files!.length)).toEqual([
    MAX_URLS_PER_CALL,
    purged.length - MAX_URLS_PER_CALL,
  ]);
});

test(
  'pending purges are sent by the watch timer when the CDN is reachable again',
  { tags: ['deep'] },
  async () => {
    const closedCdn = await aCdn();
    await closedCdn.close();
    await rename(await oneFilm());
    const unreachable = createCdn({ url: closedCdn.url, token: CDN_TOKEN });
    expect(await rebuild({ cdn: unreachable })).toMatchObject({
      outcome: 'built',
      purge: { purged: 0 },
    });
    const reopenedCdn = await aCdn(closedCdn.port);
    const stop = new AbortController();
    const rebuildOnce = async () => {
      await rebuild({ cdn: unreachable });
      stop.abort();
    };
    await watchCatalogue({
      ...site,
      cdn: unreachable,
      rebuild: rebuildOnce,
      signal: stop.signal,
      everySeconds: 0.1,
      quietMs: 50,
    });
    expect(reopenedCdn.takePurgedUrls()).toContain(addressOf(await oneFilm()));
    await reopenedCdn.close();
  },
);

test('pending purges are stored before the release is activated', { tags: ['deep'] }, async () => {
  const film = await oneFilm();
  await rename(film);
  // A folder blocks the path of the new symlink.
  mkdirSync(`${site.siteDir}.next`);
  const release = readRelease(site.siteDir)!.id;
  await expect(rebuild()).rejects.toThrow('EISDIR');
  rmdirSync(`${site.siteDir}.next`);
  expect([readRelease(site.siteDir)!.id, cdnServer.calls]).toEqual([release, []]);
  expect(readPendingPurges(site.dataDir)!.paths).toContain(addressOf(film).slice(origin.length));
  expect(await rebuild()).toMatchObject({ outcome: 'built', purge: { notPurged: 0 } });
  expect(cdnServer.takePurgedUrls()).toContain(addressOf(film));
});

test(
  'if a rebuild is killed during the purge, the next rebuild sends all purges',
  { tags: ['deep'] },
  async () => {
    const film = await oneFilm();
    await rename(film);
    const start = () =>
      runCommand(['scripts/cinema.ts', 'rebuild', '--api', site.apiOrigin], {
        DATA_DIR: site.dataDir,
        ORIGIN: site.origin,
        TZ: process.env['TZ']!,
        CDN_PURGE_URL: cdnServer.url,
        CDN_PURGE_TOKEN: CDN_TOKEN,
      });
    const run = start();
    cdnServer.faults.push('no-response', { status: 503 });
    await waitUntil(
      'the CDN is called',
      async () => cdnServer.calls.length > 0 || run.hasExited(),
      60_000,
    );
    await run.kill();
    expect([cdnServer.calls.length, cdnServer.takePurgedUrls()], run.output()).toEqual([1, []]);
    const again = start();
    expect(await again.exited).toBe(0);
    expect(again.output()).toMatch(
      /^The site is up to date\. \d+ URLs could not be purged from the CDN; .*: cdn: .*HTTP 503/,
    );
    const release = readRelease(site.siteDir)!.id;
    expect(await rebuild()).toMatchObject({
      outcome: 'fresh',
      release,
      purge: { notPurged: 0, error: null },
    });
    expect(cdnServer.takePurgedUrls()).toEqual(
      expect.arrayContaining([addressOf(film), addressOf(await oneFilm()), `${origin}/build.json`]),
    );
  },
);

test('a rollback purges the changed pages', async () => {
  const film = await oneFilm();
  await rename(film);
  await rebuild();
  const purgedByUpdate = cdnServer.takePurgedUrls();
  expect(await rollback({ ...site, cdn })).toMatchObject({
    purge: { purged: purgedByUpdate.length, notPurged: 0 },
  });
  expect(cdnServer.takePurgedUrls()).toEqual(purgedByUpdate);
});

test(
  'with a bucket, the CDN is purged only after the upload is complete',
  { tags: ['deep'] },
  async () => {
    const stored = new Map<string, string>();
    let purgedAt: number | null = null;
    const uploads: string[] = [];
    const recordingCdn = { purge: async () => void (purgedAt = uploads.length) };
    const publisher: UploadTarget = {
      read: async (path) => stored.get(path) ?? null,
      put: async (path, file) => {
        if (path === 'build.json')
          stored.set(path, JSON.stringify({ release: readRelease(site.siteDir)!.id }));
        return uploads.push(`${path} ${file}`);
      },
      remove: async () => undefined,
      list: async () => new Map(),
    };
    const broken = {
      ...publisher,
      put: () => Promise.reject(new Error('the connection was lost')),
    };
    await rename(await oneFilm());
    await expect(rebuild({ publisher: broken, cdn: recordingCdn })).rejects.toThrow(
      'the connection was lost',
    );
    expect([purgedAt, readPendingPurges(site.dataDir)!.paths.length > 0]).toEqual([null, true]);
    await rebuild({ publisher, cdn: recordingCdn });
    expect(uploads.at(-1)).toContain('build.json');
    expect(purgedAt).toBe(uploads.length);
  },
);

test('changes that cannot be listed, or too many changes, purge everything', async () => {
  const release = readRelease(site.siteDir)!;
  recordPurges(site.dataDir, { ...release, sources: 'other sources' }, release);
  expect(readPendingPurges(site.dataDir)).toMatchObject({ all: true, paths: [] });
  const paths = Array.from({ length: 2000 }, (_, at) => `/v/film/${at}`);
  savePendingPurges(site.dataDir, { since: SINCE, all: false, paths });
  recordPurges(site.dataDir, release, release);
  expect(readPendingPurges(site.dataDir)).toEqual({ since: SINCE, all: true, paths: [] });
  await rebuild();
  expect(cdnServer.takePurgedUrls()).toEqual(['everything']);
});
