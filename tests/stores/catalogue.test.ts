import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY } from '#domain/limits.ts';
import { genres as genreRows, movieGenres } from '#server/db/schema/catalogue.ts';
import { listAddress, wishAt } from '#stores/lib/list-address.ts';
import { createCatalogueList, NO_WISH } from '#stores/movie-list.ts';
import { aHouseForStores } from '../support/stores.ts';
import { browser } from '../support/tab.ts';

const house = await aHouseForStores();
const languages = ['Hindi', 'Science', 'Tamil'].map((languageName, index) => ({ languageId: index + 1, languageName }));
const genres = [
  { genreId: 1, genreName: 'Drama', ordering: 1 },
  { genreId: 2, genreName: 'Science Fiction', ordering: 2 },
];

beforeAll(async () => {
  await house.database.db.insert(genreRows).values(genres);
  const films = [
    { movieName: 'Rain', primaryLanguage: 'Tamil', genreId: 1 },
    { movieName: 'Orbit', primaryLanguage: 'Tamil', genreId: 2 },
    { movieName: 'Dhoop', primaryLanguage: 'Hindi', genreId: 1 },
  ];
  for (const { genreId, ...film } of films) {
    const { movieId } = await house.aFilm(film);
    await house.database.db.insert(movieGenres).values({ movieId, genreId, ordering: 1 });
  }
});

const pushed: string[] = [];
beforeEach(() => {
  pushed.length = 0;
  Object.assign(globalThis, {
    history: { pushState: (_state: unknown, _title: string, path: string) => (pushed.push(path), browser.open(path)) },
  });
  house.online.value = true;
  house.answer();
});

const aList = () => createCatalogueList('movies', { first: null, applied: NO_WISH, languages, genres });
const namesIn = (list: ReturnType<typeof aList>) =>
  list.$state
    .get()
    .movies.map(({ movieName }) => movieName)
    .toSorted();
const settled = (list: ReturnType<typeof aList>) =>
  vi.waitFor(() => expect(list.$state.get().status).not.toBe('process'));

const none = { rating: false, dates: false };
describe('a filter has an address, and the address its filter (spec §2)', () => {
  test.each([
    ['/movies', { languages: [], genres: [], sortBy: none }],
    ['/movies?sort=rating', { languages: [], genres: [], sortBy: { rating: true, dates: false } }],
    ['/movies?sort=rating,dates', { languages: [], genres: [], sortBy: { rating: true, dates: true } }],
    ['/movies/search/language/Tamil', { languages: ['Tamil'], genres: [], sortBy: none }],
    ['/movies/search/language/Tamil;Hindi', { languages: ['Tamil', 'Hindi'], genres: [], sortBy: none }],
    ['/movies/search/genre/Science%20Fiction', { languages: [], genres: ['Science Fiction'], sortBy: none }],
    [
      '/movies/search/language/Tamil/genre/Drama;Crime?sort=dates',
      { languages: ['Tamil'], genres: ['Drama', 'Crime'], sortBy: { rating: false, dates: true } },
    ],
  ])('%s', (address, wish) => {
    const [pathname, search = ''] = address.split('?');
    expect(listAddress('movies', wish)).toBe(address);
    expect(wishAt('movies', { pathname: pathname!, search: search && `?${search}` })).toEqual(wish);
  });

  test.each(['SHORTS', 'SERIES'] as const)('of %s in the query', (kind) => {
    const wish = { languages: ['Tamil', 'Hindi'], genres: ['Science Fiction'], sortBy: { rating: true, dates: false } };
    const address = listAddress(kind, wish);
    const { pathname, search } = new URL(address, 'http://house.test');
    expect(address).toContain('?language=Tamil;Hindi&genre=Science%20Fiction&sort=rating');
    expect(wishAt(kind, { pathname, search })).toEqual(wish);
  });
});

test('a link opens the list with its filter', async () => {
  browser.open('/movies/search/language/tamil/genre/Drama');
  const list = aList();
  list.followAddress();
  await settled(list);
  expect(namesIn(list)).toEqual(['Rain']);
  expect(list.$state.get().wish).toMatchObject({ languages: ['Tamil'], genreIds: [1] });
});

test('Apply changes the address, in the order of the selects; Back follows it', async () => {
  browser.open('/movies');
  const list = aList();
  const stop = list.followAddress();
  await settled(list);
  list.wishFor({ languages: ['Tamil', 'Hindi'], genreIds: [1] });
  expect(namesIn(list)).toHaveLength(3);
  await list.apply();
  expect(pushed).toEqual(['/movies/search/language/Hindi;Tamil/genre/Drama']);
  expect(namesIn(list)).toEqual(['Dhoop', 'Rain']);
  browser.open('/movies');
  browser.dispatch(new Event('popstate'));
  await settled(list);
  expect(namesIn(list)).toHaveLength(3);
  stop();
});

test('a sort toggle applies at once; Reset clears toggles and selects and reloads (spec §4)', async () => {
  browser.open('/movies');
  const list = aList();
  await list.sort({ rating: true });
  list.wishFor({ languages: ['Hindi'] });
  await list.apply();
  await list.reset();
  expect(pushed).toEqual(['/movies?sort=rating', '/movies/search/language/Hindi?sort=rating', '/movies']);
  expect(list.$state.get()).toMatchObject({ wish: NO_WISH, total: 3, status: 'success' });
});

test.each(['/movies/search/language/Klingon', '/movies/search/genre/Opera'])(
  '%s finds nothing and names what is not listed',
  async (address) => {
    browser.open(address);
    house.calls.length = 0;
    const list = aList();
    list.followAddress();
    await settled(list);
    expect(list.$state.get()).toMatchObject({ status: 'noData', movies: [], unknown: [address.split('/').at(-1)] });
    expect(house.calls).toEqual([]);
  },
);

test('of several names the unknown one is left out', async () => {
  browser.open('/movies/search/language/Klingon;Hindi');
  const list = aList();
  list.followAddress();
  await settled(list);
  expect(namesIn(list)).toEqual(['Dhoop']);
});

test('without the API the list says so, keeps its filter, and comes when it is asked again', async () => {
  house.online.value = false;
  browser.open('/movies/search/language/Hindi');
  const list = aList();
  list.followAddress();
  await vi.waitFor(() => expect(list.$state.get().status).toBe('error'), { timeout: 8000 });
  house.online.value = true;
  await list.retry();
  expect(namesIn(list)).toEqual(['Dhoop']);
});

test('what is upcoming is not hidden from the filter', async () => {
  const streamingStartDate = new Date(Date.now() + 9 * DAY);
  await house.aFilm({
    movieName: `Soon ${toWire(streamingStartDate)}`,
    primaryLanguage: 'Science',
    streamingStartDate,
  });
  browser.open('/movies/search/language/Science');
  const list = aList();
  list.followAddress();
  await settled(list);
  expect(list.$state.get().total).toBe(1);
});
