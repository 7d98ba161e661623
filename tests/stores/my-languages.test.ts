import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchList, fetchMyList, type ListKind } from '#api/catalogue.ts';
import { writeItem } from '#api/tokens.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { createCatalogueList, NO_WISH } from '#stores/movie-list.ts';
import { loadProfile } from '#stores/accounts.ts';
import { aHouseForStores } from '../support/stores.ts';
import { browser } from '../support/tab.ts';

const house = await aHouseForStores();
const FILMS = PAGE_SIZES.movies * 2;
for (let index = 0; index < FILMS; index++)
  await house.aFilm({
    primaryLanguage: index % 4 === 3 ? 'Arabic' : 'Tamil',
    movieType: index % 6 === 0 ? 'SERIES' : 'MOVIES',
  });
const PUBLIC = 'GET /api/ott/public/filtermovies';
const MINE = 'GET /api/ott/searchmovies';

beforeEach(() => {
  browser.open('/movies');
  Object.assign(globalThis, {
    history: { pushState: (_state: unknown, _title: string, path: string) => browser.open(path) },
  });
  house.online.value = true;
});

/** A viewer on this browser who chose languages, if any. */
async function aMember(languages: string[]) {
  const { userId } = await house.signIn();
  await house.put(`/api/auth/userinfo/${userId}`, { as: { userId }, body: { languages } });
  await loadProfile();
  house.calls.length = 0;
}

/** The list as the page has it: its first page is in the HTML already. */
async function aPage(kind: ListKind = 'movies') {
  const first = await fetchList(kind, {}, 1);
  house.calls.length = 0;
  const list = createCatalogueList(kind, { first, applied: NO_WISH, languages: [], genres: [] });
  list.followAddress();
  return list;
}
type List = Awaited<ReturnType<typeof aPage>>;
const languagesIn = (list: List) => list.$state.get().movies.map(({ primaryLanguage }) => primaryLanguage);
const mineShown = (list: List) => vi.waitFor(() => expect(list.$state.get().inMyLanguages).toBe(true));

describe('a list of a viewer who chose languages', () => {
  test('puts them first in the place of everybody’s order, and Load More goes on in it: no film twice, none missing', async () => {
    await aMember(['Arabic']);
    const list = await aPage();
    expect(languagesIn(list)[0]).toBe('Tamil');
    await mineShown(list);
    await list.loadMore();
    expect(house.calls).toEqual([MINE, MINE]);
    const { movies, total } = list.$state.get();
    expect(new Set(movies.map(({ movieId }) => movieId)).size).toBe(total);
    expect(languagesIn(list).lastIndexOf('Arabic')).toBe(FILMS / 4 - 1);
  });

  test('goes by the sort toggles when they are on, as everybody’s does', async () => {
    await aMember(['Arabic']);
    const list = await aPage();
    await mineShown(list);
    await list.sort({ rating: true });
    expect(list.$state.get().inMyLanguages).toBe(false);
    expect(house.calls.at(-1)).toBe(PUBLIC);
    await list.reset();
    expect(list.$state.get().inMyLanguages).toBe(true);
  });

  test('keeps what the page has when the own order does not come, and goes on with everybody’s', async () => {
    await aMember(['Arabic']);
    const first = await fetchList('movies', {}, 1);
    const list = createCatalogueList('movies', { first, applied: NO_WISH, languages: [], genres: [] });
    house.online.value = false;
    await list.putMineFirst();
    expect(list.$state.get()).toMatchObject({ status: 'success', inMyLanguages: false, movies: first.content });
    house.online.value = true;
    house.calls.length = 0;
    await list.loadMore();
    expect(house.calls).toEqual([PUBLIC]);
    expect(new Set(list.$state.get().movies.map(({ movieId }) => movieId)).size).toBe(list.$state.get().total);
  });

  test.each<ListKind>(['movies', 'SHORTS', 'SERIES'])('has the same films as everybody’s: %s', async (kind) => {
    await aMember(['Arabic']);
    const ids = ({ content }: { content: { movieId: number }[] }) => content.map(({ movieId }) => movieId).toSorted();
    const [one, two] = [await fetchMyList(kind, {}, 1), await fetchMyList(kind, {}, 2)];
    const [first, second] = [await fetchList(kind, {}, 1), await fetchList(kind, {}, 2)];
    expect(one.totalElements).toBe(first.totalElements);
    expect([...ids(one), ...ids(two)].toSorted()).toEqual([...ids(first), ...ids(second)].toSorted());
  });
});

describe('everybody else keeps the public list, which a CDN may hold', () => {
  test('a viewer without languages', async () => {
    await aMember([]);
    const list = await aPage();
    await list.loadMore();
    expect(house.calls).toEqual([PUBLIC]);
    expect(list.$state.get().inMyLanguages).toBe(false);
  });

  test('a visitor, even where a viewer’s profile was left behind', async () => {
    await aMember(['Arabic']);
    writeItem('userToken', null);
    const list = await aPage();
    await list.loadMore();
    expect(house.calls).toEqual([PUBLIC]);
  });

  test.each(['{', '{"data":{"languages":"Arabic"}}', '{"data":null}', 'null', '7'])(
    'a browser that kept %s',
    async (kept) => {
      await aMember(['Arabic']);
      browser.local.setItem('user', kept);
      browser.writtenElsewhere('user', kept);
      const list = await aPage();
      await list.loadMore();
      expect(house.calls).toEqual([PUBLIC]);
    },
  );
});
