import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { filmPagePath } from '#domain/film-page-path.ts';
import { DAY } from '#domain/limits/durations.ts';
import { movieSlug } from '#domain/slug.ts';
import { href, shellPath, routes } from '#routes.ts';
import { movies, removedMovies } from '#server/db/schema/catalogue.ts';
import { aServer } from '../support/test-server.ts';

const siteDir = mkdtempSync(join(tmpdir(), 'matinee-site-'));
afterAll(() => rmSync(siteDir, { recursive: true, force: true }));

/** Writes a page with this text into the site folder. */
function aPage(path: string, text: string) {
  const file = join(siteDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `<!doctype html><title>${text}</title>`);
}
aPage('index.html', 'home');
aPage('404.html', 'not found');
aPage('410/index.html', 'withdrawn');
aPage(`${shellPath(routes.publicMovie.path)}index.html`, 'film shell');
aPage(`${shellPath(routes.watchLink.path)}index.html`, 'watch link shell');
aPage(`${shellPath(routes.movieDetails.path)}index.html`, 'details shell');
aPage(`${shellPath(routes.moviesByGenre.path)}index.html`, 'genre shell');
aPage('movies/search/genre/Action & Adventure/index.html', 'adventures');
writeFileSync(join(siteDir, 'robots.txt'), 'User-agent: *\n');
mkdirSync(join(siteDir, '_astro'));
writeFileSync(join(siteDir, '_astro/page.abc.js'), 'let nothing = 0;\n'.repeat(200));

const server = await aServer({ settings: { SITE_DIR: siteDir, PORT: '0' } });
const port = await server.listen();

const aMediaFile = (name: string) => {
  const file = join(server.config.mediaDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'private');
};

/** Sends the path unchanged; `fetch` would normalize it. */
async function rawStatus(path: string) {
  const [response] = await once(request({ port, path }).end(), 'response');
  response.resume();
  return (response as IncomingMessage).statusCode;
}

/** Returns different spellings of the path of one file. */
const spellings = (file: string) => [
  `/${file}`,
  `//${file}`,
  `///${file}`,
  `/./${file}`,
  `/x/../${file}`,
  `/x/%2e%2e/${file}`,
  `/%2e/${file}`,
  `/${file.replace('.', '%2e')}`,
  `/${file.replace('.', '%2E')}`,
  `/${file.replaceAll('/', '//')}`,
  `/${file.replaceAll('/', '%2f')}`,
  `/${file.replaceAll('/', '%5c')}`,
  `/%2f${file}`,
  `/%5c${file}`,
  `/\\${file}`,
  `/${file}/`,
  `/${file}%00`,
];
const { get, aFilm } = server;
const { db } = server.database;

const addressOf = ({ movieName, movieKey }: { movieName: string; movieKey: string }) =>
  href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey });
const aBuiltFilm = async (given: Parameters<typeof aFilm>[0] = {}) => {
  const film = await aFilm(given);
  aPage(filmPagePath(film.movieKey)!, `film ${film.movieKey}`);
  return film;
};

describe('a film’s address', () => {
  test('serves the built page', async () => {
    const film = await aBuiltFilm({ movieName: 'அலையின் நிழல்' });
    const { status, text, headers } = await get(addressOf(film));
    expect([status, text]).toEqual([200, expect.stringContaining(`film ${film.movieKey}`)]);
    expect(headers.get('content-language')).toBe('en');
    expect((await get(`${addressOf(film)}/`)).status).toBe(200);
  });

  test('serves the shell if the film is newer than the release', async () => {
    expect(await get(addressOf(await aFilm()))).toMatchObject({
      status: 200,
      text: expect.stringContaining('film shell'),
    });
  });

  test('with another slug redirects to the right one and keeps the query', async () => {
    const film = await aBuiltFilm({ movieName: 'Night Rail' });
    const response = await get(
      `${href('publicMovie', { movie_name: 'an-old-name', movie_id: film.movieKey })}?from=mail`,
    );
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${addressOf(film)}?from=mail`);
    // Private: the location contains this visitor's query.
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
  });

  test.each([
    ['a dot at its end', (slug: string, key: string) => `/v/${slug}/${key}.`],
    ['a bracket', (slug: string, key: string) => `/v/${slug}/${key})`],
    ['a space', (slug: string, key: string) => `/v/${slug}/${key}%20`],
    ['a quote', (slug: string, key: string) => `/v/${slug}/${key}%22`],
    ['a zero-width space', (slug: string, key: string) => `/v/${slug}/${key}%E2%80%8B`],
    ['a capital V', (slug: string, key: string) => `/V/${slug}/${key}`],
    ['a slug that was cut inside an escape', (_: string, key: string) => `/v/%E0%B4/${key}`],
    ['the short form and a dot', (_: string, key: string) => `/v/${key}.`],
  ])('from a chat, with %s, redirects to the film', async (_, link) => {
    const film = await aBuiltFilm({ movieName: 'Night Rail' });
    const response = await get(`${link('night-rail', film.movieKey)}?from=chat`);
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      `${addressOf(film)}?from=chat`,
    ]);
  });

  test('in its short form redirects to the full one', async () => {
    const film = await aBuiltFilm({ movieName: 'ஒளிக் கரை' });
    const response = await get(href('watchLink', { movie_id: film.movieKey }));
    expect([response.status, response.headers.get('location')]).toEqual([301, addressOf(film)]);
    expect(response.headers.get('location')).toMatch(/^[\x21-\x7e]+$/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test.each([
    ['of an unknown film', 'nosuchkey'],
    ['of the shell', '_'],
  ])('%s is not found', async (_, key) => {
    expect(await get(href('publicMovie', { movie_name: '_', movie_id: key }))).toMatchObject({
      status: 404,
      text: expect.stringContaining('not found'),
    });
    expect(await get(href('watchLink', { movie_id: key }))).toMatchObject({
      status: 404,
      text: expect.stringContaining('not found'),
    });
  });

  test('of a withdrawn film answers 410, even if its page is still in the release', async () => {
    const film = await aBuiltFilm();
    await db.update(movies).set({ active: 'N' }).where(eq(movies.movieId, film.movieId));
    for (const address of [
      addressOf(film),
      href('watchLink', { movie_id: film.movieKey }),
      href('publicMovie', { movie_name: 'other', movie_id: film.movieKey }),
    ]) {
      expect(await get(address)).toMatchObject({
        status: 410,
        text: expect.stringContaining('withdrawn'),
      });
    }
  });

  test('of a removed film answers 410', async () => {
    const film = await aBuiltFilm();
    await db.delete(movies).where(eq(movies.movieId, film.movieId));
    await db.insert(removedMovies).values({ movieKey: film.movieKey });
    expect((await get(addressOf(film))).status).toBe(410);
  });

  test('of an upcoming film answers 200, of a submitted film 404', async () => {
    const coming = await aFilm({
      streamingStartDate: new Date(server.clock.now().getTime() + DAY),
    });
    const submitted = await aFilm({ active: 'N', streamingStartDate: null });
    expect((await get(addressOf(coming))).status).toBe(200);
    expect((await get(addressOf(submitted))).status).toBe(404);
  });
});

describe('other addresses', () => {
  test('of a shell serve it; unknown ones answer 404', async () => {
    expect(await get(href('movieDetails', { movie_id: 7 }))).toMatchObject({
      status: 200,
      text: expect.stringContaining('details shell'),
    });
    expect(await get('/nowhere')).toMatchObject({
      status: 404,
      text: expect.stringContaining('not found'),
    });
    expect((await get('/%ff')).status).toBe(404);
    expect((await get('/../package.json')).status).toBe(404);
  });

  test('of internal files of a release answer 404', async () => {
    const film = await aBuiltFilm();
    aPage('.release.json', 'the manifest');
    for (const address of [filmPagePath(film.movieKey)!, '/.release.json'])
      expect((await get(address)).status).toBe(404);
  });

  test('of internal files of a release or a package answer 404 in every spelling', async () => {
    const film = await aBuiltFilm();
    aPage('.release.json', 'the manifest');
    aMediaFile('packages/a-film/keys.json');
    aMediaFile('.incoming/half');
    const inner = ['.release.json', filmPagePath(film.movieKey)!.slice(1)].flatMap((file) =>
      spellings(file),
    );
    const media = ['packages/a-film/keys.json', '.incoming/half'].flatMap((file) => [
      ...spellings(`media/${file}`),
      ...spellings(file).flatMap((each) => [
        `/media/images/..${each}`,
        `/media/images/%2e%2e${each}`,
      ]),
      `/media/images/..%2f${file}`,
      `/media/video/..%5c${file}`,
    ]);
    const responses = await Promise.all(
      [...inner, ...media].map(async (path) => ({ path, status: await rawStatus(path) })),
    );
    expect(responses.filter(({ status }) => status !== 404 && status !== 400)).toEqual([]);
  });

  test.each(['Sci/Fi', 'What? #1', '100% Pure', 'a%2Fb', '../..', 'Tamil;Hindi', 'back\\slash'])(
    'of a list with a name such as %s serve its shell',
    async (genres) => {
      expect(await get(href('moviesByGenre', { genres }))).toMatchObject({
        status: 200,
        text: expect.stringContaining('genre shell'),
      });
    },
  );

  test('of a list serve its built page, in every spelling', async () => {
    for (const address of [
      href('moviesByGenre', { genres: 'Action & Adventure' }),
      '/movies/search/genre/Action%20&%20Adventure/',
    ])
      expect(await get(address)).toMatchObject({
        status: 200,
        text: expect.stringContaining('adventures'),
      });
    expect((await get('/movies/search/genre/%ff')).status).toBe(404);
  });

  test('have a Content-Language header on pages only', async () => {
    expect((await get('/')).headers.get('content-language')).toBe('en');
    expect((await get('/robots.txt')).headers.get('content-language')).toBeNull();
  });

  test('answer HEAD like GET, without a body', async () => {
    const film = await aBuiltFilm();
    for (const path of ['/', '/nowhere', addressOf(film), '/_astro/page.abc.js']) {
      const getResponse = await server.app.request(path);
      const headResponse = await server.app.request(path, { method: 'HEAD' });
      expect([headResponse.status, await headResponse.text()]).toEqual([getResponse.status, '']);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        expect(headResponse.headers.get(name)).toBe(getResponse.headers.get(name));
    }
  });

  test('are compressed for the browser, and answer 304 for a cached page', async () => {
    const packed = await server.app.request('/_astro/page.abc.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([
      packed.headers.get('content-encoding'),
      Number(packed.headers.get('content-length')),
    ]).toEqual(['br', (await packed.arrayBuffer()).byteLength]);
    expect(packed.headers.get('cache-control')).toContain('immutable');
    const again = await server.app.request('/', {
      headers: { 'if-none-match': (await server.app.request('/')).headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });
});

test('the built pages are served while the database is unavailable', async () => {
  const film = await aBuiltFilm();
  const { siteApp } = await import('#server/site/site.ts');
  const site = siteApp(siteDir, {
    isHttps: false,
    movieState: () => Promise.reject(new Error('the database is unavailable')),
  });
  expect(await (await site.request(addressOf(film))).text()).toContain(`film ${film.movieKey}`);
});

test('/readyz reports the age of the site and its waiting changes; without build info it is still ready', async () => {
  const ready = async () => (await get('/api/ott/readyz')).json;
  expect(await ready()).toEqual({ status: 'ready' });
  const builtAt = new Date(server.clock.now().getTime() - 90_000).toISOString();
  const { cursor } = (await get('/api/ott/public/catalogue/changes?limit=1000')).json;
  writeFileSync(
    join(siteDir, 'build.json'),
    JSON.stringify({ release: '20261121', builtAt, cursor }),
  );
  expect((await ready()).site).toEqual({
    release: '20261121',
    builtAt,
    leftOut: [],
    ageSeconds: 90,
    changesWaiting: 0,
  });
  await aFilm();
  expect((await ready()).site.changesWaiting).toBe(1);
  writeFileSync(join(siteDir, 'build.json'), '{');
  expect(await ready()).toEqual({ status: 'ready' });
});
