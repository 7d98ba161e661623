import { expect, test } from 'vitest';
import { fetchList } from '#api/catalogue.ts';
import { HOUR, PAGE_SIZES } from '#domain/limits.ts';
import { createCatalogueList, NO_WISH } from '#stores/movie-list.ts';
import { aHouseForStores } from '../support/stores.ts';
import { browser } from '../support/tab.ts';

const house = await aHouseForStores();
const fromNow = (hours: number) => new Date(house.clock.now().getTime() + hours * HOUR);
for (let index = 1; index <= PAGE_SIZES.movies + 1; index++)
  await house.aFilm({ streamingStartDate: fromNow(-index), releaseDate: fromNow(-index) });
const soon = await house.aFilm({ streamingStartDate: fromNow(1), releaseDate: fromNow(1) });

test('Load More begins with what streams, as the page does, and shows no film twice when one opened meanwhile', async () => {
  browser.open('/movies');
  const first = await fetchList('movies', NO_WISH, 1);
  const list = createCatalogueList('movies', { first, applied: NO_WISH, languages: [], genres: [] });
  expect(first.content.map(({ movieId }) => movieId)).not.toContain(soon.movieId);
  house.clock.advance(2 * HOUR);
  await list.loadMore();
  const { movies, total, status } = list.$state.get();
  expect(status).toBe('success');
  expect(movies).toHaveLength(PAGE_SIZES.movies + 1);
  expect(new Set(movies).size).toBe(new Set(movies.map(({ movieId }) => movieId)).size);
  expect(total).toBe(movies.length);
});
