import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { filmFile } from '#domain/film-file.ts';
import { DAY } from '#domain/limits.ts';
import { movieSlug } from '#domain/slug.ts';
import { href, shellPath, routes } from '#routes.ts';
import { movies, removedMovies } from '#server/db/schema/catalogue.ts';
import { aHouse } from '../support/house.ts';

const siteDir = mkdtempSync(join(tmpdir(), 'matinee-site-'));
afterAll(() => rmSync(siteDir, { recursive: true, force: true }));

/** Hangs a page into the built site; its text says which it is. */
function aPage(path: string, text: string) {
  const file = join(siteDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `<!doctype html><title>${text}</title>`);
}
aPage('index.html', 'home');
aPage('404.html', 'not found');
aPage('410/index.html', 'gone');
aPage(`${shellPath(routes.publicMovie.path)}index.html`, 'film shell');
aPage(`${shellPath(routes.watchLink.path)}index.html`, 'watch link shell');
aPage(`${shellPath(routes.movieDetails.path)}index.html`, 'details shell');
aPage(`${shellPath(routes.moviesByGenre.path)}index.html`, 'genre shell');
aPage('movies/search/genre/Action & Adventure/index.html', 'adventures');
writeFileSync(join(siteDir, 'robots.txt'), 'User-agent: *\n');
mkdirSync(join(siteDir, '_astro'));
writeFileSync(join(siteDir, '_astro/page.abc.js'), 'let nothing = 0;\n'.repeat(200));

const house = await aHouse({ settings: { SITE_DIR: siteDir, PORT: '0' } });
const port = await house.listen();

const aMediaFile = (name: string) => {
  const file = join(house.config.mediaDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'nobody’s');
};

/** The status of a path as it is sent: `fetch` would make it plain first. */
async function rawStatus(path: string) {
  const [answer] = await once(request({ port, path }).end(), 'response');
  answer.resume();
  return (answer as IncomingMessage).statusCode;
}

/** Ways of writing the path of one file. */
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
const { get, aFilm } = house;
const { db } = house.database;

const addressOf = ({ movieName, movieKey }: { movieName: string; movieKey: string }) =>
  href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey });
const aBuiltFilm = async (given: Parameters<typeof aFilm>[0] = {}) => {
  const film = await aFilm(given);
  aPage(filmFile(film.movieKey)!, `film ${film.movieKey}`);
  return film;
};

describe('a film’s address', () => {
  test('shows the built page', async () => {
    const film = await aBuiltFilm({ movieName: 'அலையின் நிழல்' });
    const { status, text, headers } = await get(addressOf(film));
    expect([status, text]).toEqual([200, expect.stringContaining(`film ${film.movieKey}`)]);
    expect(headers.get('content-language')).toBe('en');
    expect((await get(`${addressOf(film)}/`)).status).toBe(200);
  });

  test('is shown by the shell when the film is newer than the build', async () => {
    expect(await get(addressOf(await aFilm()))).toMatchObject({
      status: 200,
      text: expect.stringContaining('film shell'),
    });
  });

  test('under another name leads to the right one, with what was asked', async () => {
    const film = await aBuiltFilm({ movieName: 'Night Rail' });
    const answer = await get(
      `${href('publicMovie', { movie_name: 'an-old-name', movie_id: film.movieKey })}?from=mail`,
    );
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(`${addressOf(film)}?from=mail`);
    // It carries what this visitor asked: nobody keeps it for the next.
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
  });

  test('in its short form leads to the whole one', async () => {
    const film = await aBuiltFilm({ movieName: 'ஒளிக் கரை' });
    const answer = await get(href('watchLink', { movie_id: film.movieKey }));
    expect([answer.status, answer.headers.get('location')]).toEqual([301, addressOf(film)]);
    expect(answer.headers.get('location')).toMatch(/^[\x21-\x7e]+$/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test.each([
    ['of a film that never was', 'nosuchkey'],
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

  test('of a film that was withdrawn is gone, although its page is still in the release', async () => {
    const film = await aBuiltFilm();
    await db.update(movies).set({ active: 'N' }).where(eq(movies.movieId, film.movieId));
    for (const address of [
      addressOf(film),
      href('watchLink', { movie_id: film.movieKey }),
      href('publicMovie', { movie_name: 'other', movie_id: film.movieKey }),
    ]) {
      expect(await get(address)).toMatchObject({ status: 410, text: expect.stringContaining('gone') });
    }
  });

  test('of a film that was removed is gone', async () => {
    const film = await aBuiltFilm();
    await db.delete(movies).where(eq(movies.movieId, film.movieId));
    await db.insert(removedMovies).values({ movieKey: film.movieKey });
    expect((await get(addressOf(film))).status).toBe(410);
  });

  test('of a film that comes is open, of one that was only handed in it is not found', async () => {
    const coming = await aFilm({ streamingStartDate: new Date(house.clock.now().getTime() + DAY) });
    const handedIn = await aFilm({ active: 'N', streamingStartDate: null });
    expect((await get(addressOf(coming))).status).toBe(200);
    expect((await get(addressOf(handedIn))).status).toBe(404);
  });
});

describe('other addresses', () => {
  test('of a shell show it, unknown ones are not found', async () => {
    expect(await get(href('movieDetails', { movie_id: 7 }))).toMatchObject({
      status: 200,
      text: expect.stringContaining('details shell'),
    });
    expect(await get('/nowhere')).toMatchObject({ status: 404, text: expect.stringContaining('not found') });
    expect((await get('/%ff')).status).toBe(404);
    expect((await get('/../package.json')).status).toBe(404);
  });

  test('of what only a release knows are not found', async () => {
    const film = await aBuiltFilm();
    aPage('.release.json', 'the card');
    for (const address of [filmFile(film.movieKey)!, '/.release.json']) expect((await get(address)).status).toBe(404);
  });

  test('of what only a release or a package knows are not found in any spelling', async () => {
    const film = await aBuiltFilm();
    aPage('.release.json', 'the card');
    aMediaFile('packages/a-film/keys.json');
    aMediaFile('.incoming/half');
    const inner = ['.release.json', filmFile(film.movieKey)!.slice(1)].flatMap((file) => spellings(file));
    const media = ['packages/a-film/keys.json', '.incoming/half'].flatMap((file) => [
      ...spellings(`media/${file}`),
      ...spellings(file).flatMap((each) => [`/media/images/..${each}`, `/media/images/%2e%2e${each}`]),
      `/media/images/..%2f${file}`,
      `/media/video/..%5c${file}`,
    ]);
    const answers = await Promise.all(
      [...inner, ...media].map(async (path) => ({ path, status: await rawStatus(path) })),
    );
    expect(answers.filter(({ status }) => status !== 404 && status !== 400)).toEqual([]);
  });

  test.each(['Sci/Fi', 'What? #1', '100% Pure', 'a%2Fb', '../..', 'Tamil;Hindi', 'back\\slash'])(
    'of a list under a name such as %s show its shell',
    async (genres) => {
      expect(await get(href('moviesByGenre', { genres }))).toMatchObject({
        status: 200,
        text: expect.stringContaining('genre shell'),
      });
    },
  );

  test('of a list are its own page where one was built, in every spelling', async () => {
    for (const address of [
      href('moviesByGenre', { genres: 'Action & Adventure' }),
      '/movies/search/genre/Action%20&%20Adventure/',
    ])
      expect(await get(address)).toMatchObject({ status: 200, text: expect.stringContaining('adventures') });
    expect((await get('/movies/search/genre/%ff')).status).toBe(404);
  });

  test('say the language of pages, and of nothing else', async () => {
    expect((await get('/')).headers.get('content-language')).toBe('en');
    expect((await get('/robots.txt')).headers.get('content-language')).toBeNull();
  });

  test('answer HEAD as GET, without a body', async () => {
    const film = await aBuiltFilm();
    for (const path of ['/', '/nowhere', addressOf(film), '/_astro/page.abc.js']) {
      const asked = await house.app.request(path);
      const head = await house.app.request(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([asked.status, '']);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        expect(head.headers.get(name)).toBe(asked.headers.get(name));
    }
  });

  test('send what a browser can unpack, and nothing that it has', async () => {
    const packed = await house.app.request('/_astro/page.abc.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([packed.headers.get('content-encoding'), Number(packed.headers.get('content-length'))]).toEqual([
      'br',
      (await packed.arrayBuffer()).byteLength,
    ]);
    expect(packed.headers.get('cache-control')).toContain('immutable');
    const again = await house.app.request('/', {
      headers: { 'if-none-match': (await house.app.request('/')).headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });
});

test('the built pages can be read while the catalogue does not answer', async () => {
  const film = await aBuiltFilm();
  const { siteApp } = await import('#server/site/site.ts');
  const site = siteApp(siteDir, {
    isHttps: false,
    movieState: () => Promise.reject(new Error('the database is away')),
  });
  expect(await (await site.request(addressOf(film))).text()).toContain(`film ${film.movieKey}`);
});

test('/readyz tells how fresh the site is, and how many changes wait; without a stamp it is ready all the same', async () => {
  const ready = async () => (await get('/api/ott/readyz')).json;
  expect(await ready()).toEqual({ status: 'ready' });
  const builtAt = new Date(house.clock.now().getTime() - 90_000).toISOString();
  const { cursor } = (await get('/api/ott/public/catalogue/changes?limit=1000')).json;
  writeFileSync(join(siteDir, 'build.json'), JSON.stringify({ release: '20261121', builtAt, cursor }));
  expect((await ready()).site).toEqual({ release: '20261121', builtAt, ageSeconds: 90, changesWaiting: 0 });
  await aFilm();
  expect((await ready()).site.changesWaiting).toBe(1);
  writeFileSync(join(siteDir, 'build.json'), '{');
  expect(await ready()).toEqual({ status: 'ready' });
});
