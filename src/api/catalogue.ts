import { z } from 'zod';
import {
  memberSearchMovies,
  MoviePage,
  MovieSummaryPage,
  publicCollections,
  publicFilterMovies,
  publicGenres,
  publicLanguages,
  publicMovieInfo,
  publicSearchMovies,
  publicStreamingNow,
  publicUpcomingMovies,
  type Movie,
} from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { formatCriteria, escapeValue, type MovieFilter } from '#contract/criteria.ts';
import { toWire } from '#domain/dates.ts';
import { MAX_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts';
import { call } from './http.ts';

/** `movies`: films and web series. The other two are values of `movieType`. */
export type ListKind = 'movies' | 'SHORTS' | 'SERIES';

/** The lists of a page show cards. Without `fields=card`, a list has whole films. */
const CARDS = { fields: 'card' } as const;
const asCards = <Query extends z.ZodType>(list: Endpoint<z.ZodUndefined, Query, z.ZodUndefined>) =>
  ({ ...list, reply: MovieSummaryPage }) as Endpoint<z.ZodUndefined, Query, z.ZodUndefined, typeof MovieSummaryPage>;
const asFilms = <Query extends z.ZodType>(list: Endpoint<z.ZodUndefined, Query, z.ZodUndefined>) =>
  ({ ...list, reply: MoviePage }) as Endpoint<z.ZodUndefined, Query, z.ZodUndefined, typeof MoviePage>;

export const fetchStreamingNow = () =>
  call(asFilms(publicStreamingNow), { query: { page: 0, size: PAGE_SIZES.homeStreaming } });

// Chosen: nearest first, as in the signed-in call.
export const fetchUpcoming = (page: number, size: number = PAGE_SIZES.publicUpcoming) =>
  call(asCards(publicUpcomingMovies), { query: { ...CARDS, page, size, sort: 'streamingStartDate,asc' } });

// Chosen: films that do not stream yet are listed only under UPCOMING.
export const fetchPopularSeries = (now: Date) =>
  call(asCards(publicSearchMovies), {
    query: {
      ...CARDS,
      search: `movieType:SERIES,streamingStartDate<${toWire(now)},avgRating-`,
      page: 0,
      size: PAGE_SIZES.popular,
    },
  });

export const fetchNewShortFilms = (now: Date) =>
  call(asCards(publicSearchMovies), {
    query: {
      ...CARDS,
      search: `movieType:SHORTS,streamingStartDate<${toWire(now)},releaseDate-`,
      page: 0,
      size: PAGE_SIZES.homeShortFilms,
    },
  });

export const searchMovies = (term: string, signal: AbortSignal) =>
  call(
    asCards(publicSearchMovies),
    { query: { ...CARDS, search: `movieNameLIKE=${escapeValue(term)}`, page: 0, size: PAGE_SIZES.search } },
    { signal },
  );

/** Pages start at 1. */
export const fetchList = (kind: ListKind, filter: MovieFilter, page: number) =>
  call(asCards(publicFilterMovies), {
    query:
      kind === 'movies'
        ? { ...CARDS, search: `${formatCriteria(filter)},movieType!SHORTS`, page, size: PAGE_SIZES.movies }
        : { ...CARDS, search: formatCriteria(filter), movieType: kind, page, size: PAGE_SIZES.shortFilms },
  });

/** The list for a viewer: films in their languages first, otherwise in the public order. */
export async function fetchMyList(kind: ListKind, filter: MovieFilter, page: number) {
  const query = {
    ...CARDS,
    search: `${formatCriteria({ ...filter, sortBy: {} })},${kind === 'movies' ? 'movieType!SHORTS' : `movieType:${kind}`}`,
    // This call counts pages from 0, the public list from 1.
    page: page - 1,
    size: kind === 'movies' ? PAGE_SIZES.movies : PAGE_SIZES.shortFilms,
  };
  return (await call({ ...memberSearchMovies, reply: z.object({ data: MovieSummaryPage }) }, { query })).data;
}

export const fetchCollections = async () => (await call(publicCollections, {})).content;
export const fetchLanguages = async () => (await call(publicLanguages, {})).content;
export const fetchGenres = async () => (await call(publicGenres, {})).content;
export const fetchMovieByKey = (movieKey: string) => call(publicMovieInfo, { query: { movie: movieKey } });

export async function fetchWholeCatalogue(): Promise<Movie[]> {
  const films: Movie[] = [];
  for (let page = 0; ; page++) {
    const { content, totalPages } = await call(asFilms(publicSearchMovies), {
      query: { search: 'movieId>0,movieId+', page, size: MAX_PAGE_SIZE },
    });
    films.push(...content);
    if (page + 1 >= totalPages) return films;
  }
}
