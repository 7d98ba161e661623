/** @module-tag databases */
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { escapeValue } from '#contract/criteria.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { fillSearchColumns } from '#server/streaming/catalogue/search/actions.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

interface Film {
  movieName: string;
  movieNameEn: string;
  primaryLanguage: string;
}
const sample = JSON.parse(readFileSync('scripts/sample/catalogue.json', 'utf8')) as {
  movies: Film[];
};

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  for (const { movieName, movieNameEn, primaryLanguage } of sample.movies)
    await server.aFilm({ movieName, movieNameEn, primaryLanguage });
});

const search = async (criteria: string, extraQuery = '') => {
  const { status, json } = await server.get(
    `/api/ott/public/searchmovies?search=${encodeURIComponent(criteria)}&page=0&size=10${extraQuery}`,
  );
  expect(status).toBe(200);
  return json as { content: Film[]; totalElements: number };
};
const find = async (term: string) =>
  (await search(`movieNameLIKE=${escapeValue(term)}`)).content.map(
    (film) => film.movieNameEn ?? film.movieName,
  );

describe('a film is among the first three results', () => {
  test.each([
    ['seven dors', 'Seven Doors'],
    ['sevn doors', 'Seven Doors'],
    ['nigth rail', 'Night Rail'],
    ['nihgt rial', 'Night Rail'],
    ['shadwo of the wave', 'Shadow of the Wave'],
    ['unfinishd tee', 'Unfinished Tea'],
    ['elefant bus', 'The Elephant Bus'],
    ['hlisa season', 'Hilsa Season'],
    ['granmothers swing', 'Grandmother’s Swing'],
    ['chekc quietly', 'Check, Quietly'],
    ['kite strnig', 'Kite String'],
    ['bakwater moon', 'Backwater Moon'],
    ['distent signel', 'A Distant Signal'],
    ['tha last lien', 'The Last Line'],
    ['alleywyas', 'Alleyways'],
    ['snowlnie', 'Snowline'],
    ['banyann shaed', 'Banyan Shade'],
    ['cokcrow', 'Cockcrow'],
    ['kadisi thandavlam', 'The Last Rail'],
  ])('for the typing error %s', async (term, film) => {
    expect((await find(term)).slice(0, 3)).toContain(film);
  });

  test.each([
    ['raat ki rel', 'Night Rail'],
    ['rat ki rail', 'Night Rail'],
    ['mazhai koottam', 'Crowd of Rain'],
    ['Kadaisi Thandavalam', 'The Last Rail'],
    ['rendu sakkaram', 'Two Wheels'],
    ['khidki', 'Window on the Mountain'],
    ['adhuri chai', 'Unfinished Tea'],
    ['gol jeena', 'The Round Stair'],
    ['thirayude thalam', 'Rhythm of the Tide'],
    ['aanavandi', 'The Elephant Bus'],
    ['saat darja', 'Seven Doors'],
    ['oligoli', 'Alleyways'],
    ['rangula mukham', 'The Painted Face'],
    ['shoonya kakshya', 'Empty Orbit'],
    ['eleya noolu', 'Leaf Thread'],
    ['aajicha zhoka', 'Grandmother’s Swing'],
    ['souq al layl', 'Market of the Night'],
    ['zill al nakheel', 'Shade of the Palms'],
    ['madinat al nawafidh', 'City of Windows'],
  ])('for the romanisation %s', async (term, film) => {
    expect((await find(term)).slice(0, 3)).toContain(film);
  });

  test.each([
    ['रात की', 'Night Rail'],
    ['গলি', 'Alleyways'],
    ['信号', 'A Distant Signal'],
    ['夏', 'The Summer Mask'],
    ['अधुरी चाइ', 'Unfinished Tea'],
    ['नाइट रेल', 'Night Rail'],
    ["the lamp's flame", 'The Lamp’s Flame'],
    ['سُوق', 'Market of the Night'],
  ])('for %s in its own script or another script', async (term, film) => {
    expect((await find(term)).slice(0, 3)).toContain(film);
  });
});

describe('the order of the results', () => {
  test('is: whole name, its start, a word, anywhere, then by sound', async () => {
    const names = ['Zeal', 'Zeal of Spring', 'The Zeal', 'Unzealous', 'Zeel Gaon', 'জীল'];
    for (const movieName of [...names].reverse())
      await server.aFilm({ movieName, primaryLanguage: 'Welsh' });
    expect(
      (await search('movieNameLIKE=zeal,primaryLanguage:Welsh')).content
        .map(({ movieName }) => movieName)
        .slice(0, 4),
    ).toEqual(names.slice(0, 4));
    expect(
      (await search('movieNameLIKE=zeel,primaryLanguage:Welsh')).content.map(
        ({ movieName }) => movieName,
      ),
    ).toEqual(['Zeel Gaon', 'জীল']);
  });

  test('is the requested order, if one is requested', async () => {
    const { content } = await search('movieNameLIKE=rain,movieId-');
    expect(content.map(({ movieNameEn }) => movieNameEn)).toEqual([
      'Rain Town',
      'Window Rain',
      'Crowd of Rain',
    ]);
  });

  test('has no duplicates over the pages', async () => {
    const pages = await Promise.all(
      [0, 1, 2].map(
        async (page) =>
          (
            await server.get(
              `/api/ott/public/searchmovies?search=movieNameLIKE%3Dthe&page=${page}&size=5`,
            )
          ).json,
      ),
    );
    const keys = pages.flatMap(({ content }) =>
      content.map((film: { movieKey: string }) => film.movieKey),
    );
    expect(new Set(keys).size).toBe(15);
  });
});

describe('a search', () => {
  test('takes % and _ literally, and accepts any other input', async () => {
    await server.aFilm({ movieName: '50% Off_Season' });
    for (const term of ['%', '_', '0% o', 'f_s'])
      expect(await find(term)).toEqual(['50% Off_Season']);
    for (const term of ["'", '\\\\', '\u0001x', '...', 'x'.repeat(300), '🎬', 'ə', '்'])
      await find(term);
  });

  test('never finds a withdrawn film, not even by sound or with a typing error', async () => {
    await server.aFilm({ movieName: 'விலகல்', movieNameEn: 'Xylophone', active: 'N' });
    for (const term of ['xylophone', 'விலகல்', 'vilagal', 'xylophnoe'])
      expect(await find(term)).not.toContain('Xylophone');
  });

  test('does not guess if a film has the name, or for a short term', async () => {
    expect(await find('spare key')).toEqual(['Spare Key']);
    expect(await find('nul')).not.toContain('Nine Lights');
    expect(await find('qqqq zzzz')).toEqual([]);
  });

  test('applies the other criteria to guesses', async () => {
    expect(
      (await search('movieNameLIKE=sevn doors,primaryLanguage:Bengali')).content,
    ).toMatchObject([{ movieNameEn: 'Seven Doors' }]);
    expect(
      (await search('movieNameLIKE=sevn doors,primaryLanguage:Tamil')).content.map(
        (film) => film.movieNameEn,
      ),
    ).not.toContain('Seven Doors');
  });
});

test('films without search columns get them when jobs start, and keep their change number', async () => {
  const { db } = server.database;
  const film = await server.aFilm({
    movieName: 'ಮರಳು',
    movieNameEn: 'Sand Grain',
    primaryLanguage: 'Kannada',
    searchText: '',
    searchSound: null,
  });
  expect(await find('maralu')).not.toContain('Sand Grain');
  await fillSearchColumns({ db });
  // The change number stays, so a cached reply would stay valid for up to a minute. A new film ends it.
  await server.aFilm();
  expect([await find('maralu'), await find('sand grain')]).toEqual([
    ['Sand Grain'],
    ['Sand Grain'],
  ]);
  const [after] = await db.select().from(movies).where(eq(movies.movieId, film.movieId));
  expect(after!.changeNo).toBe(film.changeNo);
});
