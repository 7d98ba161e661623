/** @module-tag databases */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Movie } from '#contract/catalogue.ts';
import { DAY } from '#domain/limits/durations.ts';
import {
  collectionMovies,
  collections,
  genres,
  movieGenres,
  movies,
} from '#server/db/schema/catalogue.ts';
import { subscriptions } from '#server/db/schema/content.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
const REQUIRED_FIELDS = {
  primaryLanguage: 'Tamil',
  movieType: 'MOVIES',
  ticketRate: 14900,
} as const;
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY);

beforeAll(async () => {
  server = await aServer({ clock });
  const film = (movieName: string, overrides: object = {}) =>
    server.aFilm({ movieName, ...overrides });
  const kadal = await film('கடல்', {
    movieNameEn: 'The Sea',
    primaryLanguage: 'Tamil',
    avgRating: 4.5,
    streamingStartDate: inDays(-3),
    releaseDate: inDays(-3),
    ageRating: 13,
  });
  await film('La Niña, otra vez', {
    primaryLanguage: 'Spanish',
    avgRating: 3.1,
    streamingStartDate: inDays(-2),
    releaseDate: inDays(-9),
    ageRating: 18,
  });
  await film('100% Pure; Cut', {
    primaryLanguage: 'English',
    streamingStartDate: inDays(-1),
    releaseDate: inDays(-1),
  });
  const sevenDoors = await film('Seven Doors', {
    movieType: 'SERIES',
    primaryLanguage: 'Bengali',
    avgRating: 4.9,
    streamingStartDate: inDays(-4),
    releaseDate: inDays(-4),
  });
  await film('Kite String', {
    movieType: 'SHORTS',
    primaryLanguage: 'Tamil',
    streamingStartDate: inDays(-5),
    releaseDate: inDays(-5),
  });
  await film('Tomorrow', { streamingStartDate: inDays(1), releaseDate: inDays(1) });
  await film('In a month', { streamingStartDate: inDays(30), releaseDate: inDays(30) });
  await film('Withdrawn', { active: 'N' });
  const db = server.database.db;
  const [drama] = await db.insert(genres).values({ genreName: 'Drama', ordering: 1 }).returning();
  const { genreId } = drama!;
  await db.insert(movieGenres).values([
    { movieId: kadal.movieId, genreId },
    { movieId: sevenDoors.movieId, genreId, active: 'N' },
  ]);
  const [row] = await db
    .insert(collections)
    .values({ name: 'By the water', ordering: 1 })
    .returning();
  await db
    .insert(collectionMovies)
    .values({ collectionId: row!.collectionId, movieId: kadal.movieId, ordering: 1 });
});

const names = ({ json }: { json: { content: { movieName: string }[] } }) =>
  json.content.map(({ movieName }) => movieName);
const get = (path: string) => server.get(`/api/ott${path}`);
const search = (criteria: string, extraQuery = '') =>
  get(`/public/searchmovies?search=${encodeURIComponent(criteria)}${extraQuery}`);

describe('the lists', () => {
  test('show streaming films newest first, upcoming films soonest first, and short films separately', async () => {
    expect(names(await get('/public/streamingnow?page=0&size=12'))).toEqual([
      '100% Pure; Cut',
      'La Niña, otra vez',
      'கடல்',
      'Seven Doors',
    ]);
    expect(names(await get('/public/upcomingmovies?page=1&size=12'))).toEqual([
      'Tomorrow',
      'In a month',
    ]);
    expect(names(await get('/public/getallshortfilms?page=1'))).toEqual(['Kite String']);
  });

  test('never show a withdrawn film, for any criteria', async () => {
    const { movieId, movieKey } = (await server.database.db.select().from(movies)).find(
      ({ active }) => active === 'N',
    )!;
    for (const criteria of [
      'active:N',
      'active!Y',
      'movieNameLIKE=withdrawn',
      `movieId:${movieId}`,
      '',
    ])
      expect(names(await search(criteria, '&size=100'))).not.toContain('Withdrawn');
    expect(await get(`/public/movies/${movieId}`)).toMatchObject({
      status: 404,
      json: { code: 'movie_not_found', message: 'Movie not found' },
    });
    expect((await get(`/public/movieinfo?movie=${movieKey}`)).status).toBe(404);
  });

  test('count pages from one where the contract says so, and then page 0 is the first page too', async () => {
    const first = await get('/public/getallmovies?page=1&size=2');
    expect(first.json).toMatchObject({ number: 1, size: 2, totalElements: 6, totalPages: 3 });
    expect(names(await get('/public/getallmovies?page=0&size=2'))).toEqual(names(first));
    const all = [1, 2, 3].map((page) => get(`/public/getallmovies?page=${page}&size=2`));
    expect(new Set((await Promise.all(all)).flatMap(names)).size).toBe(6);
    expect((await get('/public/streamingnow?page=1&size=3')).json).toMatchObject({
      number: 1,
      totalPages: 2,
    });
  });

  test.each([
    ['/getallmovies', 1],
    ['/getallshortfilms', 1],
    ['/upcomingshortfilms', 1],
    ['/getallmoviereviews', 1],
    ['/streamingnow', 0],
    ['/upcomingmovies', 0],
    ['/nextweekreleases', 0],
    ['/orders', 0],
    ['/searchmovies', 0],
  ])('count pages for a signed-in viewer as api.md says: %s from %i', async (path, base) => {
    const viewer = await server.aViewer();
    const page = async (query: string) => {
      const { json } = await server.get(`/api/ott${path}${query}`, { as: viewer });
      return json.data ?? json;
    };
    const first = await page('?size=1');
    expect(first.number).toBe(base);
    const ids = ({ content }: { content: { movieId: number }[] }) =>
      content.map(({ movieId }) => movieId);
    const next = await page(`?size=1&page=${base + 1}`);
    expect(next.content).toHaveLength(Math.min(1, Math.max(0, first.totalElements - 1)));
    expect(ids(next)).not.toEqual(first.totalElements ? ids(first) : null);
    if (base === 1) expect(ids(await page('?size=1&page=0'))).toEqual(ids(first));
  });

  test('reject an invalid sort, page and size', async () => {
    expect(await get('/public/getallmovies?sort=password,desc')).toMatchObject({
      status: 400,
      json: { code: 'bad_sort' },
    });
    for (const query of ['page=-1', 'page=x', 'size=0', 'size=1e9x', 'page=99999999999'])
      expect((await get(`/public/getallmovies?${query}`)).status).toBe(422);
    expect((await get('/public/getallmovies?size=5000')).json.size).toBe(100);
  });
});

describe('a list of movies', () => {
  const list = async (criteria: string, page = 'page=1&size=12') =>
    names(await get(`/public/filtermovies?search=${encodeURIComponent(criteria)}&${page}`));
  const streaming = ['100% Pure; Cut', 'கடல்', 'Seven Doors', 'La Niña, otra vez'];
  const upcoming = ['In a month', 'Tomorrow'];

  test('shows films that stream before upcoming films by default, each part newest first', async () => {
    expect(await list('movieId>0,releaseDate-,movieType!SHORTS')).toEqual([
      ...streaming,
      ...upcoming,
    ]);
  });

  test('is ordered by date only when the Dates filter is chosen, which sends active!N', async () => {
    expect(await list('active!N,releaseDate-,movieType!SHORTS')).toEqual([
      ...upcoming,
      ...streaming,
    ]);
  });

  test('shows every film once over all pages by default, also on the page where the first part ends', async () => {
    for (const size of [1, 3, 5]) {
      const pages = [1, 2, 3, 4, 5, 6, 7].map((page) =>
        list('movieId>0,releaseDate-,movieType!SHORTS', `page=${page}&size=${size}`),
      );
      expect((await Promise.all(pages)).flat(), `${size} a page`).toEqual([
        ...streaming,
        ...upcoming,
      ]);
    }
  });

  test('shows streaming films first with a language and no order', async () => {
    expect(await list('active!N,primaryLanguageLISTSTR=Tamil,movieType!SHORTS')).toEqual([
      'கடல்',
      'In a month',
      'Tomorrow',
    ]);
    expect(names(await get('/public/getallmovies')).slice(-2)).toEqual(['In a month', 'Tomorrow']);
  });

  test('shows films in the viewer’s languages first, and streaming films first among them', async () => {
    const viewer = await server.aViewer({ languages: ['Tamil'] });
    const { json } = await server.get(
      `/api/ott/searchmovies?search=${encodeURIComponent('movieId>0,releaseDate-,movieType!SHORTS')}`,
      { as: viewer },
    );
    expect(names({ json: json.data })).toEqual([
      'கடல்',
      ...upcoming,
      '100% Pure; Cut',
      'Seven Doors',
      'La Niña, otra vez',
    ]);
  });
});

describe('a search', () => {
  test.each([
    ['movieNameLIKE=kad', []],
    ['movieNameLIKE=கடல்', ['கடல்']],
    ['movieNameLIKE=THE SEA', ['கடல்']],
    ['movieNameLIKE=nina', ['La Niña, otra vez']],
    ['movieNameLIKE=niña\\, otra', ['La Niña, otra vez']],
    ['movieNameLIKE=100%', ['100% Pure; Cut']],
    ['movieNameLIKE=%', ['100% Pure; Cut']],
    ['movieNameLIKE=_', []],
    ['avgRating>4,avgRating-', ['Seven Doors', 'கடல்']],
    ['avgRating<4', ['La Niña, otra vez']],
    ['movieType:SHORTS', ['Kite String']],
    ['primaryLanguageLISTSTR=spanish;Bengali,releaseDate-', ['Seven Doors', 'La Niña, otra vez']],
    ['movieGenresDSgenreIdLIST=1', ['கடல்']],
    ['ageRating:18', ['La Niña, otra vez']],
    ['active!N,primaryLanguage:Spanish', ['La Niña, otra vez']],
  ])('for %s finds %j', async (criteria, found) => {
    expect(names(await search(criteria))).toEqual(found);
  });

  test.each([
    ['password:1', 'password:1', 1],
    ['movieId>0,nonsense', 'nonsense', 11],
    ['movieId>abc', 'movieId>abc', 1],
    ['movieGenresDSgenreIdLIST=1;x', 'movieGenresDSgenreIdLIST=1;x', 1],
    ['movieId>0,releaseDate>yesterday', 'releaseDate>yesterday', 11],
    ['movieId>0,nonsense\\', 'nonsense', 11],
    ["movieId:1' or '1'='1", 'movieId', 1],
  ])('for %s is rejected with the item and its position', async (criteria, item, position) => {
    const { status, json } = await search(criteria);
    expect([status, json.code]).toEqual([400, 'bad_search']);
    expect(json.message).toContain(item);
    expect(json.message).toContain(`position ${position}`);
  });

  test('does not find a film under a removed genre', async () => {
    const [sevenDoors] = (await search('movieNameLIKE=seven')).json.content;
    const { rows } = await server.database.query(
      `select active from movie_genres where genre_id = 1 and movie_id = ${sevenDoors.movieId}`,
    );
    expect(rows).toEqual([{ active: 'N' }]);
    expect(names(await search('movieGenresDSgenreIdLIST=1'))).toEqual(['கடல்']);
  });

  test('filters by type, and counts pages from one', async () => {
    const { json } = await get(
      `/public/filtermovies?search=${encodeURIComponent('movieId>0,releaseDate-')}&movieType=SERIES&page=1&size=12`,
    );
    expect(json).toMatchObject({
      number: 1,
      totalElements: 1,
      content: [{ movieName: 'Seven Doors' }],
    });
  });

  test('by a signed-in viewer is wrapped in data', async () => {
    const viewer = await server.aViewer();
    expect(
      (await server.get('/api/ott/searchmovies?search=movieNameLIKE=sea', { as: viewer })).json.data
        .content,
    ).toHaveLength(1);
  });
});

describe('fields=card', () => {
  test.each([
    ['the films', '/api/ott/public/getallmovies?size=50'],
    ['a search', '/api/ott/public/searchmovies?search=movieNameLIKE=kadal'],
    [
      'a search with a typing error',
      '/api/ott/public/searchmovies?search=movieNameLIKE=seven dors',
    ],
    ['a filter', '/api/ott/public/filtermovies?search=movieType:SERIES'],
  ])('leaves synopses and cast out of %s, and nothing else', async (_, path) => {
    const whole = (await server.get(path)).json;
    const cards = (await server.get(`${path}&fields=card`)).json;
    expect(whole.content.length).toBeGreaterThan(0);
    const withoutText = ({
      movieDescription: _text,
      movieDescriptionOwn: _own,
      movieActors: _cast,
      ...card
    }: Movie) => card;
    expect(cards).toEqual({ ...whole, content: whole.content.map(withoutText) });
    for (const film of whole.content) expect(film).toHaveProperty('movieActors');
  });

  test('also works in the lists of a signed-in viewer, and another value is refused', async () => {
    const as = await server.aViewer();
    const { json } = await server.get('/api/ott/searchmovies?search=movieType:MOVIES&fields=card', {
      as,
    });
    expect(json.data.content.length).toBeGreaterThan(0);
    for (const film of json.data.content) expect(film).not.toHaveProperty('movieActors');
    expect(await server.get('/api/ott/public/streamingnow?fields=all')).toMatchObject({
      status: 422,
      json: { code: 'validation_failed' },
    });
  });
});

describe('public replies', () => {
  test('may be cached by a CDN, and are 304 when nothing changed', async () => {
    const first = await get('/public/getallmovies');
    expect(first.headers.get('cache-control')).toMatch(
      /^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=\d+$/,
    );
    const repeated = await server.get('/api/ott/public/getallmovies', {
      headers: { 'If-None-Match': first.headers.get('etag')! },
    });
    expect([repeated.status, repeated.text]).toEqual([304, '']);
  });

  test('list the changes since a cursor, and everything for an unreadable cursor', async () => {
    const all = (await get('/public/catalogue/changes')).json;
    expect(all).toMatchObject({ full: true });
    expect(all.changed).toHaveLength(7);
    expect((await get(`/public/catalogue/changes?since=${all.cursor}`)).json).toEqual({
      changed: [],
      removed: [],
      cursor: all.cursor,
      full: false,
    });
    expect((await get('/public/catalogue/changes?since=nonsense')).json.full).toBe(true);
    const entries = [];
    for (let cursor = '0'; ;) {
      const page = (await get(`/public/catalogue/changes?since=${cursor}&limit=3`)).json;
      if (page.cursor === cursor) break;
      entries.push(...page.changed, ...page.removed);
      cursor = page.cursor;
    }
    expect(entries).toHaveLength(8);
  });

  test('list everything for a cursor that is higher than this catalogue’s last change', async () => {
    expect((await get('/public/catalogue/changes?since=999999999')).json.full).toBe(true);
  });

  test('list the subscriptions in order, and none before the operator adds one', async () => {
    const viewer = await server.aViewer();
    const replies = () =>
      Promise.all([
        get('/public/subs/getall'),
        server.get('/api/ott/subscriptions', { as: viewer }),
      ]);
    for (const reply of await replies())
      expect(reply).toMatchObject({ status: 200, json: { content: [] } });
    await server.database.db.insert(subscriptions).values([
      { content: 'Second', ordering: 2 },
      { content: 'First', ordering: 1 },
    ]);
    const content = [
      { content: 'First', ordering: 1 },
      { content: 'Second', ordering: 2 },
    ];
    for (const { json } of await replies()) expect(json).toEqual({ content });
    expect((await server.get('/api/ott/subscriptions')).json.code).toBe('token_invalid');
  });

  test('contain collections with their films, genres and languages', async () => {
    expect((await get('/public/mcollections/getall')).json.content).toMatchObject([
      {
        name: 'By the water',
        movieCollections: [
          { movie: { movieName: 'கடல்', movieGenres: [{ genre: { genreName: 'Drama' } }] } },
        ],
      },
    ]);
    expect((await get('/public/getallgenres')).json.content).toMatchObject([
      { genreName: 'Drama' },
    ]);
  });
});

describe('the changes feed', () => {
  const changes = async (since: string) =>
    (await server.get(`/api/ott/public/catalogue/changes?since=${since}`)).json;

  test('costs the same for twenty concurrent readers as for one, until something changes', async () => {
    const select = vi.spyOn(server.deps.db, 'select');
    const countQueries = async (readers: number, since: string) => {
      select.mockClear();
      const replies = await Promise.all(Array.from({ length: readers }, () => changes(since)));
      expect(replies.every(({ cursor }) => cursor === replies[0].cursor)).toBe(true);
      return select.mock.calls.length;
    };
    const one = await countQueries(1, '0');
    expect(one).toBeGreaterThan(0);
    expect(await countQueries(20, '0')).toBe(0);
    expect(await countQueries(20, '1')).toBeLessThanOrEqual(one);
    const film = await server.aFilm({ movieName: 'Fresh' });
    expect((await changes('0')).changed.at(-1)).toMatchObject({ movieId: film.movieId });
    select.mockRestore();
  });

  test('has a cache lifetime, and is not sent again to a reader with the same ETag', async () => {
    const first = await server.get('/api/ott/public/catalogue/changes');
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=0',
    );
    const headers = { 'If-None-Match': first.headers.get('etag')! };
    expect((await server.get('/api/ott/public/catalogue/changes', { headers })).status).toBe(304);
  });

  test.skipIf(!process.env['TEST_DATABASE_URL'])(
    'delays no writer while a reader waits for another writer',
    async () => {
      const { db } = server.deps;
      const { cursor } = await changes('');
      let commit = () => undefined as void;
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let resolveNumbered = () => undefined as void;
      const numbered = new Promise<void>((resolve) => (resolveNumbered = resolve));
      const first = db.transaction(async (tx) => {
        await tx
          .insert(movies)
          .values({ movieKey: 'first', movieName: 'First', ...REQUIRED_FIELDS });
        resolveNumbered();
        await mayCommit;
      });
      await numbered;
      const executeSpy = vi.spyOn(db, 'execute');
      const pendingChanges = changes(cursor);
      // The reader has found the writer: it polls, or waits for CATALOGUE_LOCK (4071889).
      await vi.waitUntil(async () => {
        const { rows } = await server.database.query(
          'select from pg_locks where not granted and objid = 4071889',
        );
        return rows.length > 0 || executeSpy.mock.calls.length > 2;
      });
      executeSpy.mockRestore();
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '500ms'`);
        await tx
          .insert(movies)
          .values({ movieKey: 'second', movieName: 'Second', ...REQUIRED_FIELDS });
      });
      commit();
      await first;
      expect((await pendingChanges).changed).toMatchObject([{ movieName: 'First' }]);
      expect((await changes(cursor)).changed).toMatchObject([
        { movieName: 'First' },
        { movieName: 'Second' },
      ]);
    },
  );

  // A single connection writes one transaction after another.
  test.skipIf(!process.env['TEST_DATABASE_URL'])(
    'waits for an uncommitted change that has its number, so that it is never skipped',
    async () => {
      const { db } = server.deps;
      const { cursor } = await changes('');
      let commit = () => undefined as void;
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let resolveNumbered = () => undefined as void;
      const numbered = new Promise<void>((resolve) => (resolveNumbered = resolve));
      const slow = db.transaction(async (tx) => {
        await tx.insert(movies).values({ movieKey: 'slow', movieName: 'Slow', ...REQUIRED_FIELDS });
        resolveNumbered();
        await mayCommit;
      });
      await numbered;
      await db.insert(movies).values({ movieKey: 'quick', movieName: 'Quick', ...REQUIRED_FIELDS });
      const pendingChanges = changes(cursor);
      setTimeout(commit, 300);
      await slow;
      const names = (await pendingChanges).changed.map(
        (movie: { movieName: string }) => movie.movieName,
      );
      expect(names).toEqual(['Slow', 'Quick']);
    },
  );

  test.skipIf(!process.env['TEST_DATABASE_URL'])('is unavailable during a long write', async () => {
    const { db } = server.deps;
    const { cursor } = await changes('');
    let end = () => undefined as void;
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    let resolveNumbered = () => undefined as void;
    const numbered = new Promise<void>((resolve) => (resolveNumbered = resolve));
    const long = db.transaction(async (tx) => {
      await tx.insert(movies).values({ movieKey: 'long', movieName: 'Long', ...REQUIRED_FIELDS });
      resolveNumbered();
      await mayEnd;
    });
    await numbered;
    expect(await changes(cursor)).toMatchObject({ status: 503, code: 'catalogue_busy' });
    end();
    await long;
    expect((await changes(cursor)).changed).toMatchObject([{ movieName: 'Long' }]);
  });
});
