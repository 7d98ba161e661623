import { expect, test } from 'vitest';
import { fetchList } from '#api/catalogue.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { createCatalogueList, NO_FILTER } from '#stores/catalogue/movie-list.ts';
import { aServerForStores } from '../support/stores.ts';
import { browser } from '../support/fake-browser.ts';

const server = await aServerForStores();
const fromNow = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR);
for (let index = 1; index <= PAGE_SIZES.movies + 1; index++)
  await server.aFilm({ streamingStartDate: fromNow(-index), releaseDate: fromNow(-index) });
const soon = await server.aFilm({ streamingStartDate: fromNow(1), releaseDate: fromNow(1) });

test('the list has streaming films first, and Load More shows no film twice if another film has started meanwhile', async () => {
  browser.open('/movies');
  const first = await fetchList('movies', NO_FILTER, 1);
  const list = createCatalogueList('movies', {
    first,
    applied: NO_FILTER,
    languages: [],
    genres: [],
  });
  expect(first.content.map(({ movieId }) => movieId)).not.toContain(soon.movieId);
  server.clock.advance(2 * HOUR);
  await list.loadMore();
  const { movies, total, status } = list.$state.get();
  expect(status).toBe('success');
  expect(movies).toHaveLength(PAGE_SIZES.movies + 1);
  expect(new Set(movies).size).toBe(new Set(movies.map(({ movieId }) => movieId)).size);
  expect(total).toBe(movies.length);
});

test('an empty result leads to the list of each filter alone', () => {
  const list = createCatalogueList('movies', {
    first: null,
    applied: NO_FILTER,
    languages: [{ languageId: 1, languageName: 'Tamil' }],
    genres: [{ genreId: 7, genreName: 'Drama', ordering: 1 }],
  });
  expect(list.widerLists({ ...NO_FILTER, languages: ['Tamil'], genreIds: [7] })).toEqual([
    { name: 'Tamil', href: '/movies/search/language/Tamil' },
    { name: 'Drama', href: '/movies/search/genre/Drama' },
  ]);
  expect(list.widerLists({ ...NO_FILTER, languages: ['Tamil'] })).toEqual([]);
});
