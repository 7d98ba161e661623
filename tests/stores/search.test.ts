import { beforeEach, expect, test } from 'vitest';
import { SEARCH_MAX_LETTERS } from '#domain/limits/catalogue.ts';
import { genres, languages } from '#server/db/schema/catalogue.ts';
import { $search, enterSearch, cancelEnter, searchFor } from '#stores/catalogue/catalogue.ts';
import { aServerForStores } from '../support/stores.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
await server.aFilm({ movieName: 'Night Rail' });
await server.database.db.insert(languages).values({ languageName: 'Tamil' });
await server.database.db.insert(genres).values({ genreName: 'Thriller', ordering: 1 });
const waitForStatus = (expected: string) =>
  waitFor(() => expect($search.get().status).toBe(expected));

beforeEach(() => {
  server.connection.isUp = true;
  searchFor('');
});

test('Enter before the results arrive searches immediately and opens the first film', async () => {
  searchFor('night');
  enterSearch();
  expect($search.get()).toMatchObject({ status: 'process', isEntered: true });
  await waitForStatus('success');
  expect($search.get()).toMatchObject({ isEntered: true, movies: [{ movieName: 'Night Rail' }] });
});

test.each([
  ['another term is typed', () => searchFor('rail')],
  ['the search is closed', cancelEnter],
])('Enter is cancelled when %s', async (_, cancel) => {
  searchFor('night');
  enterSearch();
  cancel();
  await waitForStatus('success');
  expect($search.get()).toMatchObject({ isEntered: false, movies: [{ movieName: 'Night Rail' }] });
});

test('Enter repeats a failed search', async () => {
  server.connection.isUp = false;
  searchFor('rail');
  await waitForStatus('error');
  server.connection.isUp = true;
  enterSearch();
  await waitForStatus('success');
  expect($search.get().isEntered).toBe(true);
});

test('a text of 1,200 letters is cut with a note; the next input clears the note', async () => {
  const cut = searchFor('கடல்,\\; '.repeat(150));
  expect(Array.from(cut)).toHaveLength(SEARCH_MAX_LETTERS);
  expect($search.get()).toMatchObject({ isCut: true, term: cut.trim() });
  await waitForStatus('noData');
  expect(searchFor('night')).toBe('night');
  expect($search.get().isCut).toBe(false);
});

test('the beginning of a genre or of a language, also in its own script, finds its list', async () => {
  const namesFor = async (term: string) => {
    searchFor(term);
    await waitFor(() => expect($search.get().status).not.toBe('process'));
    return $search.get().lists.map(({ name, href }) => [name, href]);
  };
  expect(await namesFor('thrill')).toEqual([['Thriller', '/movies/search/genre/Thriller']]);
  expect(await namesFor('தமி')).toEqual([['Tamil', '/movies/search/language/Tamil']]);
  expect($search.get()).toMatchObject({ status: 'success', movies: [] });
  expect(await namesFor('ta')).toEqual([]);
});
