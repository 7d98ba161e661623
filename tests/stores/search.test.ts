import { beforeEach, expect, test, vi } from 'vitest';
import { SEARCH_MAX_LETTERS } from '#domain/limits.ts';
import { $search, enterSearch, forgetEnter, searchFor } from '#stores/catalogue.ts';
import { aHouseForStores } from '../support/stores.ts';

const house = await aHouseForStores();
await house.aFilm({ movieName: 'Night Rail' });
const status = (wanted: string) => vi.waitFor(() => expect($search.get().status).toBe(wanted), { timeout: 9000 });

beforeEach(() => {
  house.online.value = true;
  searchFor('');
});

test('Enter before the answer is there waits for its first film, and asks at once', async () => {
  searchFor('night');
  enterSearch();
  expect($search.get()).toMatchObject({ status: 'process', isEntered: true });
  await status('success');
  expect($search.get()).toMatchObject({ isEntered: true, movies: [{ movieName: 'Night Rail' }] });
});

test.each([
  ['another term is typed', () => searchFor('rail')],
  ['the search is left', forgetEnter],
])('Enter is forgotten when %s', async (_, goOn) => {
  searchFor('night');
  enterSearch();
  goOn();
  await status('success');
  expect($search.get()).toMatchObject({ isEntered: false, movies: [{ movieName: 'Night Rail' }] });
});

test('Enter asks a search again that failed', async () => {
  house.online.value = false;
  searchFor('rail');
  await status('error');
  house.online.value = true;
  enterSearch();
  await status('success');
  expect($search.get().isEntered).toBe(true);
});

test('a text of 1,200 letters is cut, and says so; what is typed next does not', async () => {
  const kept = searchFor('கடல்,\\; '.repeat(150));
  expect(Array.from(kept)).toHaveLength(SEARCH_MAX_LETTERS);
  expect($search.get()).toMatchObject({ isCut: true, term: kept.trim() });
  await status('noData');
  expect(searchFor('night')).toBe('night');
  expect($search.get().isCut).toBe(false);
});
