/** @module-tag dates */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY } from '#domain/limits/durations.ts';
import { genres as genreRows, movieGenres } from '#server/db/schema/catalogue.ts';
import { listUrl, readUrlFilter } from '#stores/catalogue/list-url.ts';
import { createCatalogueList, NO_FILTER } from '#stores/catalogue/movie-list.ts';
import { aServerForStores } from '../support/stores.ts';
import { browser } from '../support/fake-browser.ts';
import { waitFor } from '../support/wait-for.ts';
import { testNow } from '../support/test-now.ts';

const server = await aServerForStores();
const languages = ['Hindi', 'Marathi', 'Tamil'].map((languageName, index) => ({
  languageId: index + 1,
  languageName,
}));
const genres = [
  { genreId: 1, genreName: 'Drama', ordering: 1 },
  { genreId: 2, genreName: 'Science Fiction', ordering: 2 },
];

beforeAll(async () => {
  await server.database.db.insert(genreRows).values(genres);
  const films = [
    { movieName: 'Rain', primaryLanguage: 'Tamil', genreId: 1 },
    { movieName: 'Orbit', primaryLanguage: 'Tamil', genreId: 2 },
    { movieName: 'Dhoop', primaryLanguage: 'Hindi', genreId: 1 },
  ];
  for (const { genreId, ...film } of films) {
    const { movieId } = await server.aFilm(film);
    await server.database.db.insert(movieGenres).values({ movieId, genreId, ordering: 1 });
  }
});

const pushed: string[] = [];
beforeEach(() => {
  pushed.length = 0;
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, path: string) => (
      pushed.push(path),
      browser.open(path)
    ),
  });
  server.connection.isUp = true;
  server.routeFetch();
});

const aList = () =>
  createCatalogueList('movies', { first: null, applied: NO_FILTER, languages, genres });
const namesIn = (list: ReturnType<typeof aList>) =>
  list.$state
    .get()
    .movies.map(({ movieName }) => movieName)
    .toSorted();
const waitUntilLoaded = (list: ReturnType<typeof aList>) =>
  waitFor(() => expect(list.$state.get().status).not.toBe('process'));

const unsorted = { rating: false, dates: false };
describe('a filter and its URL match in both directions (spec §2)', () => {
  test.each([
    ['/movies', { languages: [], genres: [], sortBy: unsorted }],
    ['/movies?sort=rating', { languages: [], genres: [], sortBy: { rating: true, dates: false } }],
    [
      '/movies?sort=rating,dates',
      { languages: [], genres: [], sortBy: { rating: true, dates: true } },
    ],
    ['/movies/search/language/Tamil', { languages: ['Tamil'], genres: [], sortBy: unsorted }],
    [
      '/movies/search/language/Tamil;Hindi',
      { languages: ['Tamil', 'Hindi'], genres: [], sortBy: unsorted },
    ],
    [
      '/movies/search/genre/Science%20Fiction',
      { languages: [], genres: ['Science Fiction'], sortBy: unsorted },
    ],
    [
      '/movies/search/language/Tamil/genre/Drama;Crime?sort=dates',
      { languages: ['Tamil'], genres: ['Drama', 'Crime'], sortBy: { rating: false, dates: true } },
    ],
  ])('%s', (address, filter) => {
    const [pathname, search = ''] = address.split('?');
    expect(listUrl('movies', filter)).toBe(address);
    expect(
      readUrlFilter('movies', { pathname: pathname!, search: search && `?${search}` }),
    ).toEqual(filter);
  });

  test.each(['SHORTS', 'SERIES'] as const)('for %s in the query', (kind) => {
    const filter = {
      languages: ['Tamil', 'Hindi'],
      genres: ['Science Fiction'],
      sortBy: { rating: true, dates: false },
    };
    const address = listUrl(kind, filter);
    const { pathname, search } = new URL(address, 'http://server.test');
    expect(address).toContain('?language=Tamil;Hindi&genre=Science%20Fiction&sort=rating');
    expect(readUrlFilter(kind, { pathname, search })).toEqual(filter);
  });
});

test('a URL opens the list with its filter', async () => {
  browser.open('/movies/search/language/tamil/genre/Drama');
  const list = aList();
  list.followUrl();
  await waitUntilLoaded(list);
  expect(namesIn(list)).toEqual(['Rain']);
  expect(list.$state.get().selected).toMatchObject({ languages: ['Tamil'], genreIds: [1] });
});

test('Apply changes the URL, in the order of the selects; Back restores the filter', async () => {
  browser.open('/movies');
  const list = aList();
  const stop = list.followUrl();
  await waitUntilLoaded(list);
  list.select({ languages: ['Tamil', 'Hindi'], genreIds: [1] });
  expect(namesIn(list)).toHaveLength(3);
  await list.apply();
  expect(pushed).toEqual(['/movies/search/language/Hindi;Tamil/genre/Drama']);
  expect(namesIn(list)).toEqual(['Dhoop', 'Rain']);
  browser.open('/movies');
  browser.dispatch(new Event('popstate'));
  await waitUntilLoaded(list);
  expect(namesIn(list)).toHaveLength(3);
  stop();
});

test('a sort toggle applies immediately; Reset clears toggles and selects and reloads (spec §4)', async () => {
  browser.open('/movies');
  const list = aList();
  await list.sort({ rating: true });
  list.select({ languages: ['Hindi'] });
  await list.apply();
  await list.reset();
  expect(pushed).toEqual([
    '/movies?sort=rating',
    '/movies/search/language/Hindi?sort=rating',
    '/movies',
  ]);
  expect(list.$state.get()).toMatchObject({ selected: NO_FILTER, total: 3, status: 'success' });
});

test.each(['/movies/search/language/Klingon', '/movies/search/genre/Opera'])(
  '%s shows no films and lists the unknown name',
  async (address) => {
    browser.open(address);
    server.calls.length = 0;
    const list = aList();
    list.followUrl();
    await waitUntilLoaded(list);
    expect(list.$state.get()).toMatchObject({
      status: 'noData',
      movies: [],
      unknown: [address.split('/').at(-1)],
    });
    expect(server.calls).toEqual([]);
  },
);

test('an unknown name in the URL is ignored if another name is known', async () => {
  browser.open('/movies/search/language/Klingon;Hindi');
  const list = aList();
  list.followUrl();
  await waitUntilLoaded(list);
  expect(namesIn(list)).toEqual(['Dhoop']);
});

test('without the API, the list shows an error, keeps its filter, and loads after a retry', async () => {
  server.connection.isUp = false;
  browser.open('/movies/search/language/Hindi');
  const list = aList();
  list.followUrl();
  await waitFor(() => expect(list.$state.get().status).toBe('error'));
  server.connection.isUp = true;
  await list.retry();
  expect(namesIn(list)).toEqual(['Dhoop']);
});

test('upcoming films are included in filter results', async () => {
  const streamingStartDate = new Date(testNow().getTime() + 9 * DAY);
  await server.aFilm({
    movieName: `Soon ${toWire(streamingStartDate)}`,
    primaryLanguage: 'Marathi',
    streamingStartDate,
  });
  browser.open('/movies/search/language/Marathi');
  const list = aList();
  list.followUrl();
  await waitUntilLoaded(list);
  expect(list.$state.get().total).toBe(1);
});
