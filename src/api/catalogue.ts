import { z } from 'zod';
import * as contract from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { escapeValue, formatCriteria, isWholeList, type MovieFilter } from '#contract/criteria.ts';
import { toWire } from '#domain/dates.ts';
import { MAX_PAGE_SIZE, PAGE_SIZES } from '#domain/limits/lists.ts';
import { call } from './http.ts';

/** `movies`: films and web series. The other two are values of `movieType`. */
export type ListKind = 'movies' | 'SHORTS' | 'SERIES';

/** The lists of a page show cards. Without `fields=card`, a list has whole films. */
const CARDS = { fields: 'card' } as const;
const withReply = <Query extends z.ZodType, Reply extends z.ZodType>(
  list: Endpoint<z.ZodUndefined, Query, z.ZodUndefined>,
  reply: Reply,
) => ({ ...list, reply }) as Endpoint<z.ZodUndefined, Query, z.ZodUndefined, Reply>;

export const fetchStreamingNow = () =>
  call(withReply(contract.publicStreamingNow, contract.MoviePage), {
    query: { page: 0, size: PAGE_SIZES.homeStreaming },
  });

// Chosen: nearest first, as in the signed-in call.
export const fetchUpcoming = (page: number, size: number = PAGE_SIZES.publicUpcoming) =>
  call(withReply(contract.publicUpcomingMovies, contract.MovieSummaryPage), {
    query: { ...CARDS, page, size, sort: 'streamingStartDate,asc' },
  });

// Chosen: films that do not stream yet are listed only under UPCOMING.
const fetchStreaming = ({
  movieType,
  order,
  size,
  now,
}: {
  movieType: 'SERIES' | 'SHORTS';
  order: string;
  size: number;
  now: Date;
}) =>
  call(withReply(contract.publicSearchMovies, contract.MovieSummaryPage), {
    query: {
      ...CARDS,
      search: `movieType:${movieType},streamingStartDate<${toWire(now)},${order}`,
      page: 0,
      size,
    },
  });
export const fetchPopularSeries = (now: Date) =>
  fetchStreaming({ movieType: 'SERIES', order: 'avgRating-', size: PAGE_SIZES.popular, now });
export const fetchNewShortFilms = (now: Date) =>
  fetchStreaming({
    movieType: 'SHORTS',
    order: 'releaseDate-',
    size: PAGE_SIZES.homeShortFilms,
    now,
  });

export const searchMovies = (term: string, signal: AbortSignal) =>
  call(
    withReply(contract.publicSearchMovies, contract.MovieSummaryPage),
    {
      query: {
        ...CARDS,
        search: `movieNameLIKE=${escapeValue(term)}`,
        page: 0,
        size: PAGE_SIZES.search,
      },
    },
    { signal },
  );

/**
 * Pages start at 1. Spec §7: the whole list of short films or web series is a search, which counts
 * pages from 0.
 */
export const fetchList = (kind: ListKind, filter: MovieFilter, page: number) =>
  kind !== 'movies' && isWholeList(filter)
    ? call(withReply(contract.publicSearchMovies, contract.MovieSummaryPage), {
        query: {
          ...CARDS,
          search: wholeListSearch(kind),
          page: page - 1,
          size: PAGE_SIZES.shortFilms,
        },
      })
    : call(withReply(contract.publicFilterMovies, contract.MovieSummaryPage), {
        query:
          kind === 'movies'
            ? {
                ...CARDS,
                search: `${formatCriteria(filter)},movieType!SHORTS`,
                page,
                size: PAGE_SIZES.movies,
              }
            : {
                ...CARDS,
                search: formatCriteria(filter),
                movieType: kind,
                page,
                size: PAGE_SIZES.shortFilms,
              },
      });

const wholeListSearch = (movieType: 'SHORTS' | 'SERIES') =>
  `active:Y,movieType:${movieType},${formatCriteria({})}`;

/** The list for a viewer: films in their languages first, otherwise in the public order. */
export async function fetchMyList(kind: ListKind, filter: MovieFilter, page: number) {
  const query = {
    ...CARDS,
    search: `${formatCriteria({ ...filter, sortBy: {} })},${kind === 'movies' ? 'movieType!SHORTS' : `movieType:${kind}`}`,
    // This call counts pages from 0, the public list from 1.
    page: page - 1,
    size: kind === 'movies' ? PAGE_SIZES.movies : PAGE_SIZES.shortFilms,
  };
  const list = {
    ...contract.memberSearchMovies,
    reply: z.object({ data: contract.MovieSummaryPage }),
  };
  return (await call(list, { query })).data;
}

export const fetchCollections = async () => (await call(contract.publicCollections, {})).content;
export const fetchLanguages = async () => (await call(contract.publicLanguages, {})).content;
export const fetchGenres = async () => (await call(contract.publicGenres, {})).content;
export const fetchMovieByKey = (movieKey: string) =>
  call(contract.publicMovieInfo, { query: { movie: movieKey } });

export async function fetchWholeCatalogue(): Promise<contract.Movie[]> {
  const films: contract.Movie[] = [];
  for (let page = 0; ; page++) {
    const { content, totalPages } = await call(
      withReply(contract.publicSearchMovies, contract.MoviePage),
      {
        query: { search: 'movieId>0,movieId+', page, size: MAX_PAGE_SIZE },
      },
    );
    films.push(...content);
    if (page + 1 >= totalPages) return films;
  }
}
