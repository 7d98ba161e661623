import fc from '../support/fast-check.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/limits/durations.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();

describe('lists in a viewer’s languages', () => {
  const LANGUAGES = ['Tamil', 'Hindi', 'English', 'Arabic'];
  const FILMS = 31;
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer({ clock });
    for (let index = 0; index < FILMS; index++)
      await server.aFilm({
        movieName: `Number ${index}`,
        primaryLanguage: LANGUAGES[index % LANGUAGES.length]!,
        movieType: index % 3 === 0 ? 'SHORTS' : 'MOVIES',
        // Includes ties: several films start on the same day.
        streamingStartDate: new Date(clock.now().getTime() - (Math.floor(index / 2) - 5) * DAY),
        avgRating: (index * 7) % 5,
      });
    await server.aFilm({ movieName: 'Withdrawn', primaryLanguage: 'Tamil', active: 'N' });
  });

  interface Film {
    movieId: number;
    movieName: string;
    primaryLanguage: string;
    streamingStartDate: string;
    avgRating: number;
  }
  const isInLanguages = (languages: string[]) => (film: Film) =>
    languages.includes(film.primaryLanguage);
  const CALLS = [
    { path: '/getallmovies', firstPage: 1, publicPath: '/public/getallmovies', publicFirstPage: 1 },
    { path: '/streamingnow', firstPage: 0, publicPath: '/public/streamingnow', publicFirstPage: 0 },
    {
      path: '/upcomingmovies',
      firstPage: 0,
      publicPath: '/public/upcomingmovies',
      publicFirstPage: 1,
    },
    {
      path: '/getallshortfilms',
      firstPage: 1,
      publicPath: '/public/getallshortfilms',
      publicFirstPage: 1,
    },
    {
      path: '/upcomingshortfilms',
      firstPage: 1,
      publicPath: '/public/upcomingshortfilms',
      publicFirstPage: 1,
    },
    { path: '/searchmovies', firstPage: 0, publicPath: '/public/searchmovies', publicFirstPage: 0 },
  ] as const;

  async function allPages(
    path: string,
    firstPage: number,
    size: number,
    sort: string,
    as?: { userId: number },
  ): Promise<Film[]> {
    const all: Film[] = [];
    for (let page = firstPage; ; page++) {
      const query = `page=${page}&size=${size}${sort && `&sort=${sort}`}`;
      const { json } = await server.get(`/api/ott${path}?${query}`, as ? { as } : {});
      const { content, totalPages } = json.data ?? json;
      all.push(...content);
      if (page - firstPage + 1 >= totalPages) return all;
    }
  }

  test('contain every film once over all pages, viewer languages first, each part in the requested order (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CALLS),
        fc.subarray(LANGUAGES),
        fc.integer({ min: 5, max: 13 }),
        fc.constantFrom('', 'avgRating,desc', 'streamingStartDate,asc', 'movieName,asc'),
        async ({ path, firstPage, publicPath, publicFirstPage }, languages, size, sort) => {
          const viewer = await server.aViewer({ languages });
          const viewerFilms = await allPages(path, firstPage, size, sort, viewer);
          const publicFilms = await allPages(publicPath, publicFirstPage, 100, sort);
          const isMine = isInLanguages(languages);
          const expected = [
            ...publicFilms.filter(isMine),
            ...publicFilms.filter((film) => !isMine(film)),
          ];
          expect(viewerFilms.map(({ movieId }) => movieId)).toEqual(
            expected.map(({ movieId }) => movieId),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  test('keep a sort of the criteria, and put the best name match before the languages', async () => {
    const viewer = await server.aViewer({ languages: ['Arabic'] });
    const search = async (criteria: string) =>
      (
        await server.get(`/api/ott/searchmovies?search=${encodeURIComponent(criteria)}&size=100`, {
          as: viewer,
        })
      ).json.data.content;
    const byRating = (await search('movieId>0,avgRating-')).map(({ avgRating }: Film) => avgRating);
    expect(byRating).toEqual(byRating.toSorted((one: number, other: number) => other - one));
    expect((await search('movieNameLIKE=number 4'))[0].movieName).toBe('Number 4');
    expect((await search('movieNameLIKE=number'))[0].primaryLanguage).toBe('Arabic');
  });

  test('equal the public lists for a viewer without languages; public lists are the same for every viewer', async () => {
    const [withoutLanguages, withLanguages] = [
      await server.aViewer(),
      await server.aViewer({ languages: ['Arabic'] }),
    ];
    const publicFilms = await allPages('/public/getallmovies', 1, 100, '');
    expect(await allPages('/getallmovies', 1, 100, '', withoutLanguages)).toEqual(publicFilms);
    expect(await allPages('/public/getallmovies', 1, 100, '', withLanguages)).toEqual(publicFilms);
    expect(await allPages('/getallmovies', 1, 100, '', withLanguages)).not.toEqual(publicFilms);
    expect(
      (await server.get('/api/ott/getallmovies', { as: withLanguages })).headers.get(
        'cache-control',
      ),
    ).toBe('no-store');
  });

  test('equal the public lists for a deleted account, or are refused', async () => {
    const reply = await server.get('/api/ott/getallmovies?size=100', { as: { userId: 999_999 } });
    if (reply.status === 200)
      expect(reply.json.content).toEqual(await allPages('/public/getallmovies', 1, 100, ''));
    else expect(reply.status).toBe(403);
  });
});
