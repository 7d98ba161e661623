import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchList, fetchMyList, type ListKind } from '#api/catalogue.ts';
import { writeItem } from '#api/browser-storage.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { createCatalogueList, NO_FILTER } from '#stores/catalogue/movie-list.ts';
import { loadProfile } from '#stores/accounts/accounts.ts';
import { aServerForStores } from '../support/stores.ts';
import { browser } from '../support/fake-browser.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
const FILMS = PAGE_SIZES.movies * 2;
for (let index = 0; index < FILMS; index++)
  await server.aFilm({
    primaryLanguage: index % 4 === 3 ? 'Arabic' : 'Tamil',
    movieType: index % 6 === 0 ? 'SERIES' : 'MOVIES',
  });
const PUBLIC = 'GET /api/ott/public/filtermovies';
const PUBLIC_SEARCH = 'GET /api/ott/public/searchmovies';
const MINE = 'GET /api/ott/searchmovies';

beforeEach(() => {
  browser.open('/movies');
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, path: string) => browser.open(path),
  });
  server.connection.isUp = true;
});

/** Signs in a viewer with these languages. */
async function aMember(languages: string[]) {
  const { userId } = await server.signIn();
  await server.put(`/api/auth/userinfo/${userId}`, { as: { userId }, body: { languages } });
  await loadProfile();
  server.calls.length = 0;
}

/** The list with its first page from the HTML. */
async function aPage(kind: ListKind = 'movies') {
  const first = await fetchList(kind, {}, 1);
  server.calls.length = 0;
  const list = createCatalogueList(kind, { first, applied: NO_FILTER, languages: [], genres: [] });
  list.followUrl();
  return list;
}
type List = Awaited<ReturnType<typeof aPage>>;
const languagesIn = (list: List) =>
  list.$state.get().movies.map(({ primaryLanguage }) => primaryLanguage);
const waitForMyLanguages = (list: List) =>
  waitFor(() => expect(list.$state.get().isMyLanguagesFirst).toBe(true));

describe('the list of a viewer with chosen languages', () => {
  test('shows films in these languages first, and Load More continues in that order without duplicates or gaps', async () => {
    await aMember(['Arabic']);
    const list = await aPage();
    expect(languagesIn(list)[0]).toBe('Tamil');
    await waitForMyLanguages(list);
    await list.loadMore();
    expect(server.calls).toEqual([MINE, MINE]);
    const { movies, total } = list.$state.get();
    expect(new Set(movies.map(({ movieId }) => movieId)).size).toBe(total);
    expect(languagesIn(list).lastIndexOf('Arabic')).toBe(FILMS / 4 - 1);
  });

  test('follows active sort toggles, like the public list', async () => {
    await aMember(['Arabic']);
    const list = await aPage();
    await waitForMyLanguages(list);
    await list.sort({ rating: true });
    expect(list.$state.get().isMyLanguagesFirst).toBe(false);
    expect(server.calls.at(-1)).toBe(PUBLIC);
    await list.reset();
    expect(list.$state.get().isMyLanguagesFirst).toBe(true);
  });

  test('keeps the public order if the viewer’s order cannot be loaded', async () => {
    await aMember(['Arabic']);
    const first = await fetchList('movies', {}, 1);
    const list = createCatalogueList('movies', {
      first,
      applied: NO_FILTER,
      languages: [],
      genres: [],
    });
    server.connection.isUp = false;
    await list.showMyLanguagesFirst();
    expect(list.$state.get()).toMatchObject({
      status: 'success',
      isMyLanguagesFirst: false,
      movies: first.content,
    });
    server.connection.isUp = true;
    server.calls.length = 0;
    await list.loadMore();
    expect(server.calls).toEqual([PUBLIC]);
    expect(new Set(list.$state.get().movies.map(({ movieId }) => movieId)).size).toBe(
      list.$state.get().total,
    );
  });

  test.each<ListKind>(['movies', 'SHORTS', 'SERIES'])(
    'has the same films as the public list: %s',
    async (kind) => {
      await aMember(['Arabic']);
      const ids = ({ content }: { content: { movieId: number }[] }) =>
        content.map(({ movieId }) => movieId).toSorted();
      const [one, two] = [await fetchMyList(kind, {}, 1), await fetchMyList(kind, {}, 2)];
      const [first, second] = [await fetchList(kind, {}, 1), await fetchList(kind, {}, 2)];
      expect(one.totalElements).toBe(first.totalElements);
      expect([...ids(one), ...ids(two)].toSorted()).toEqual(
        [...ids(first), ...ids(second)].toSorted(),
      );
    },
  );
});

test.each(['SHORTS', 'SERIES'] as const)(
  'the whole list of %s is a search from page 0',
  async (kind) => {
    server.bodies.length = 0;
    const [one, two] = [await fetchList(kind, {}, 1), await fetchList(kind, {}, 2)];
    const search = `active:Y,movieType:${kind},movieId>0,releaseDate-`;
    expect(server.bodies.map(({ call }) => call)).toEqual(
      [0, 1].map(
        (page) =>
          `${PUBLIC_SEARCH}?fields=card&search=${search}&page=${page}&size=${PAGE_SIZES.shortFilms}`,
      ),
    );
    expect(one.content.length).toBe(Math.min(one.totalElements, PAGE_SIZES.shortFilms));
    expect(two.content.length).toBe(Math.max(0, one.totalElements - PAGE_SIZES.shortFilms));
  },
);

describe('other viewers keep the public list, which a CDN can cache', () => {
  test('a viewer without languages', async () => {
    await aMember([]);
    const list = await aPage();
    await list.loadMore();
    expect(server.calls).toEqual([PUBLIC]);
    expect(list.$state.get().isMyLanguagesFirst).toBe(false);
  });

  test('a visitor, even with a stored profile of another viewer', async () => {
    await aMember(['Arabic']);
    writeItem('userToken', null);
    const list = await aPage();
    await list.loadMore();
    expect(server.calls).toEqual([PUBLIC]);
  });

  test.each(['{', '{"data":{"languages":"Arabic"}}', '{"data":null}', 'null', '7'])(
    'a browser with the stored value %s',
    async (stored) => {
      await aMember(['Arabic']);
      browser.local.setItem('user', stored);
      browser.writeInOtherTab('user', stored);
      const list = await aPage();
      await list.loadMore();
      expect(server.calls).toEqual([PUBLIC]);
    },
  );
});
