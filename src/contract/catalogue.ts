import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { ACTIVE } from '#domain/active.ts';
import type { ErrorCode } from './error-codes.ts';
import { endpoint, LONG_CACHE, PUBLIC_GET, SHORT_CACHE, VIEWER_GET } from './endpoint.ts';
import { Rupees } from './money.ts';
import { pageOf, pageQuery } from './page.ts';

const nullableText = z.string().nullable();
/** `DD-MM-YYYY HH:mm:ss`, UTC. */
export const WireDate = z.string();
export const Id = z.coerce.number().int().positive().max(2_147_483_647);

export const Genre = z.object({ genreId: z.number(), genreName: z.string(), ordering: z.number() });
export const Language = z.object({ languageId: z.number(), languageName: z.string() });
const MovieActor = z.object({
  actorRole: z.string(),
  actor: z.object({ actorName: z.string(), actorImage: nullableText }),
});

/** A film, web series or short film (spec §3). */
export const Movie = z.object({
  movieId: z.number(),
  movieKey: z.string(),
  movieName: z.string(),
  movieNameEn: nullableText,
  movieDescription: z.string(),
  /** Chosen: the synopsis in the film's own language is sent together with the English one. */
  movieDescriptionOwn: nullableText,
  // Two pictures under six names. Poster: moviePoster, webMoviePoster, thumbnail, image. Banner:
  // webMovieDetail, webStreamingNow.
  moviePoster: nullableText,
  webMoviePoster: nullableText,
  webMovieDetail: nullableText,
  webStreamingNow: nullableText,
  thumbnail: nullableText,
  image: nullableText,
  /**
   * Placeholder colour (`#0e2b2d`): a dark tone of the poster, shown until the poster has loaded.
   */
  posterGel: nullableText,
  bannerGel: nullableText,
  primaryLanguage: z.string(),
  yearReleased: nullableText,
  releaseDate: WireDate.nullable(),
  /** `November 2026` */
  releaseMonth: nullableText,
  runningTime: z.number().nullable(),
  ageRating: z.number().nullable(),
  avgRating: z.number().nullable(),
  /** The number of visible reviews; named as in the specification. */
  overallRank: z.number(),
  active: z.enum(ACTIVE),
  movieType: z.string(),
  streamingStartDate: WireDate.nullable(),
  /** Before GST. */
  ticketRate: Rupees,
  teaserUrl: nullableText,
  /** The trailer; spelled as in the specification. */
  trailorUrl: nullableText,
  createdOn: WireDate,
  movieGenres: z.array(z.object({ genre: Genre })),
  movieActors: z.array(MovieActor),
});
export type Movie = z.infer<typeof Movie>;

/** What a card of a list shows: without synopses and cast (`fields=card`). */
export const MovieSummary = Movie.omit({
  movieDescription: true,
  movieDescriptionOwn: true,
  movieActors: true,
});
export type MovieSummary = z.infer<typeof MovieSummary>;

export const Collection = z.object({
  collectionId: z.number(),
  name: z.string(),
  ordering: z.number(),
  active: z.enum(ACTIVE),
  movieCollections: z.array(z.object({ movie: Movie })),
});
export type Collection = z.infer<typeof Collection>;

const SORTABLE = [
  'streamingStartDate',
  'releaseDate',
  'avgRating',
  'movieId',
  'movieName',
] as const;
/** `card`: the reply has summaries. */
const fields = z.enum(['card']).optional();
const zeroBased = (size: number) =>
  pageQuery({ base: 0, size, sortable: SORTABLE }).extend({ fields });
const oneBased = (size: number) =>
  pageQuery({ base: 1, size, sortable: SORTABLE }).extend({ fields });

export const MoviePage = pageOf(Movie);
export const MovieSummaryPage = pageOf(MovieSummary);
const AnyMoviePage = pageOf(z.union([Movie, MovieSummary]));

interface MovieList<Query extends z.ZodType> {
  path: string;
  summary: string;
  query: Query;
  errors?: readonly ErrorCode[];
}
const publicList = <Query extends z.ZodType>({ path, ...list }: MovieList<Query>) =>
  endpoint(PUBLIC_GET, `/public${path}`, { ...list, reply: AnyMoviePage, cache: SHORT_CACHE });
const memberList = <Query extends z.ZodType>({ path, ...list }: MovieList<Query>) =>
  endpoint(VIEWER_GET, path, { ...list, reply: AnyMoviePage });

const MOVIES = {
  path: '/getallmovies',
  summary: 'Films and web series, newest first',
  query: oneBased(PAGE_SIZES.movies),
};
export const publicMovies = publicList(MOVIES);
export const memberMovies = memberList(MOVIES);

const SHORT_FILMS = {
  path: '/getallshortfilms',
  summary: 'Short films, newest first',
  query: oneBased(PAGE_SIZES.shortFilms),
};
export const publicShortFilms = publicList(SHORT_FILMS);
export const memberShortFilms = memberList(SHORT_FILMS);

const UPCOMING_SHORT_FILMS = {
  path: '/upcomingshortfilms',
  summary: 'Upcoming short films',
  query: oneBased(PAGE_SIZES.shortFilms),
};
export const publicUpcomingShortFilms = publicList(UPCOMING_SHORT_FILMS);
export const memberUpcomingShortFilms = memberList(UPCOMING_SHORT_FILMS);

const STREAMING_NOW = {
  path: '/streamingnow',
  summary: 'Titles that stream now, newest first',
  query: zeroBased(PAGE_SIZES.homeStreaming),
};
export const publicStreamingNow = publicList(STREAMING_NOW);
export const memberStreamingNow = memberList(STREAMING_NOW);

const UPCOMING = { path: '/upcomingmovies', summary: 'Upcoming films and web series' };
export const publicUpcomingMovies = publicList({
  ...UPCOMING,
  query: oneBased(PAGE_SIZES.publicUpcoming),
});
export const memberUpcomingMovies = memberList({
  ...UPCOMING,
  query: zeroBased(PAGE_SIZES.upcoming),
});
export const memberNextWeek = memberList({
  path: '/nextweekreleases',
  summary: 'Titles that start within seven days',
  query: zeroBased(PAGE_SIZES.upcoming),
});

const search = z.string().max(1000).default('');
const SEARCH_ERRORS: ErrorCode[] = ['bad_search'];
const SEARCH = {
  path: '/searchmovies',
  summary: 'Search by criteria',
  errors: SEARCH_ERRORS,
  query: zeroBased(PAGE_SIZES.search).extend({ search }),
};
export const publicSearchMovies = publicList(SEARCH);
export const publicFilterMovies = publicList({
  path: '/filtermovies',
  summary: 'Filter and sort by criteria',
  errors: SEARCH_ERRORS,
  query: oneBased(PAGE_SIZES.movies).extend({ search, movieType: z.string().max(40).optional() }),
});
export const memberSearchMovies = endpoint(VIEWER_GET, SEARCH.path, {
  ...SEARCH,
  reply: z.object({ data: AnyMoviePage }),
});

export const publicMovie = endpoint(PUBLIC_GET, '/public/movies/:id', {
  summary: 'Get a film by its id',
  errors: ['movie_not_found'],
  params: z.object({ id: Id }),
  reply: Movie,
  cache: SHORT_CACHE,
  // The ticket button on other sites (src/embed).
  isForAnySite: true,
});
/** Used for a film without artwork, but available for every film. */
export const drawnCardFile = endpoint(PUBLIC_GET, '/public/movies/:id/card.png', {
  summary: 'Get the share card of a film, drawn from its name (image/png)',
  errors: ['movie_not_found'],
  params: z.object({ id: Id }),
  reply: z.unknown(),
  cache: LONG_CACHE,
});
export const publicMovieInfo = endpoint(PUBLIC_GET, '/public/movieinfo', {
  summary: 'Get a film by its key',
  errors: ['movie_not_found'],
  query: z.object({ movie: z.string().min(1).max(100) }),
  reply: Movie,
  cache: SHORT_CACHE,
});
export const publicLanguages = endpoint(PUBLIC_GET, '/public/getalllanguages', {
  summary: 'List the languages of the films',
  reply: z.object({ content: z.array(Language) }),
  cache: LONG_CACHE,
});
export const publicGenres = endpoint(PUBLIC_GET, '/public/getallgenres', {
  summary: 'List the genres in use',
  reply: z.object({ content: z.array(Genre) }),
  cache: LONG_CACHE,
});
const COLLECTIONS = {
  summary: 'List the named collections, by ordering',
  reply: z.object({ content: z.array(Collection) }),
};
export const publicCollections = endpoint(PUBLIC_GET, '/public/mcollections/getall', {
  ...COLLECTIONS,
  cache: SHORT_CACHE,
});
export const memberCollections = endpoint(VIEWER_GET, '/collections', COLLECTIONS);

/**
 * For rebuilds. `cursor` is opaque. `full` is true if `since` is missing, invalid or of another
 * catalogue.
 */
export const catalogueChanges = endpoint(PUBLIC_GET, '/public/catalogue/changes', {
  summary: 'List the films changed since a cursor',
  errors: ['catalogue_busy'],
  query: z.object({
    since: z.string().max(40).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  reply: z.object({
    changed: z.array(Movie),
    removed: z.array(z.string()),
    cursor: z.string(),
    full: z.boolean(),
  }),
  // Chosen: one second at a CDN absorbs load, and is short enough for a rebuild started by hand.
  cache: { maxAge: 0, sMaxAge: 1, staleWhileRevalidate: 0 },
});
