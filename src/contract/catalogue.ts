import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

const nullableText = z.string().nullable();
/** `DD-MM-YYYY HH:mm:ss`, UTC. */
export const WireDate = z.string();
export const Id = z.coerce.number().int().positive().max(2_147_483_647);

export const Genre = z.object({ genreId: z.number(), genreName: z.string(), ordering: z.number() });
export const Language = z.object({ languageId: z.number(), languageName: z.string() });
export const MovieActor = z.object({
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
  moviePoster: nullableText,
  webMoviePoster: nullableText,
  webMovieDetail: nullableText,
  webStreamingNow: nullableText,
  thumbnail: nullableText,
  image: nullableText,
  /** Dominant colour (`#0e2b2d`), shown until the picture has loaded. */
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
  overallRank: z.number(),
  active: z.enum(['Y', 'N']),
  movieType: z.string(),
  streamingStartDate: WireDate.nullable(),
  /** Rupees before GST. */
  ticketRate: z.number(),
  teaserUrl: nullableText,
  trailorUrl: nullableText,
  createdOn: WireDate,
  movieGenres: z.array(z.object({ genre: Genre })),
  movieActors: z.array(MovieActor),
});
export type Movie = z.infer<typeof Movie>;

export const Collection = z.object({
  collectionId: z.number(),
  name: z.string(),
  ordering: z.number(),
  active: z.enum(['Y', 'N']),
  movieCollections: z.array(z.object({ movie: Movie })),
});
export type Collection = z.infer<typeof Collection>;

const SORTABLE = ['streamingStartDate', 'releaseDate', 'avgRating', 'movieId', 'movieName'] as const;
const zeroBased = (size: number) => pageQuery({ base: 0, size, sortable: SORTABLE });
const oneBased = (size: number) => pageQuery({ base: 1, size, sortable: SORTABLE });

const MoviePage = pageOf(Movie);
/** A CDN may cache public lists for a minute; a rebuild uses its own cursor instead. */
const SHORT_CACHE = { maxAge: 30, sMaxAge: 60, staleWhileRevalidate: 600 };
const LONG_CACHE = { maxAge: 300, sMaxAge: 3600, staleWhileRevalidate: 86_400 };

const publicList = <Query extends z.ZodType>(path: string, summary: string, query: Query) =>
  endpoint({
    service: 'ott',
    auth: 'none',
    method: 'GET',
    path,
    summary,
    query,
    status: 200,
    reply: MoviePage,
    cache: SHORT_CACHE,
  });
const memberList = <Query extends z.ZodType>(path: string, summary: string, query: Query) =>
  endpoint({ service: 'ott', auth: 'token', method: 'GET', path, summary, query, status: 200, reply: MoviePage });

export const publicMovies = publicList(
  '/public/getallmovies',
  'Films and web series, newest first',
  oneBased(PAGE_SIZES.movies),
);
export const publicUpcomingMovies = publicList(
  '/public/upcomingmovies',
  'Upcoming films and web series',
  oneBased(PAGE_SIZES.publicUpcoming),
);
export const publicShortFilms = publicList(
  '/public/getallshortfilms',
  'Short films, newest first',
  oneBased(PAGE_SIZES.shortFilms),
);
export const publicUpcomingShortFilms = publicList(
  '/public/upcomingshortfilms',
  'Upcoming short films',
  oneBased(PAGE_SIZES.shortFilms),
);
export const publicStreamingNow = publicList(
  '/public/streamingnow',
  'Titles that stream now, newest first',
  zeroBased(PAGE_SIZES.homeStreaming),
);

const search = z.string().max(1000).default('');
export const publicSearchMovies = publicList(
  '/public/searchmovies',
  'Search by criteria',
  zeroBased(PAGE_SIZES.search).extend({ search }),
);
export const publicFilterMovies = publicList(
  '/public/filtermovies',
  'Filter and sort by criteria',
  oneBased(PAGE_SIZES.movies).extend({ search, movieType: z.string().max(40).optional() }),
);

export const memberMovies = memberList(
  '/getallmovies',
  'Films and web series, newest first',
  oneBased(PAGE_SIZES.movies),
);
export const memberUpcomingMovies = memberList(
  '/upcomingmovies',
  'Upcoming films and web series',
  zeroBased(PAGE_SIZES.upcoming),
);
export const memberNextWeek = memberList(
  '/nextweekreleases',
  'Titles that start within seven days',
  zeroBased(PAGE_SIZES.upcoming),
);
export const memberShortFilms = memberList(
  '/getallshortfilms',
  'Short films, newest first',
  oneBased(PAGE_SIZES.shortFilms),
);
export const memberUpcomingShortFilms = memberList(
  '/upcomingshortfilms',
  'Upcoming short films',
  oneBased(PAGE_SIZES.shortFilms),
);
export const memberStreamingNow = memberList(
  '/streamingnow',
  'Titles that stream now, newest first',
  zeroBased(PAGE_SIZES.homeStreaming),
);
export const memberSearchMovies = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/searchmovies',
  summary: 'Search by criteria',
  query: zeroBased(PAGE_SIZES.search).extend({ search }),
  status: 200,
  reply: z.object({ data: MoviePage }),
});

export const publicMovie = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/movies/:id',
  summary: 'Get a film by its id',
  params: z.object({ id: Id }),
  status: 200,
  reply: Movie,
  cache: SHORT_CACHE,
});
/** Used for a film without artwork, but available for every film. */
export const drawnCardFile = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/movies/:id/card.png',
  summary: 'Get the share card of a film, drawn from its name (image/png)',
  params: z.object({ id: Id }),
  status: 200,
  reply: z.unknown(),
  cache: LONG_CACHE,
});
export const publicMovieInfo = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/movieinfo',
  summary: 'Get a film by its key',
  query: z.object({ movie: z.string().min(1).max(100) }),
  status: 200,
  reply: Movie,
  cache: SHORT_CACHE,
});
export const publicLanguages = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/getalllanguages',
  summary: 'List the languages of the films',
  status: 200,
  reply: z.object({ content: z.array(Language) }),
  cache: LONG_CACHE,
});
export const publicGenres = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/getallgenres',
  summary: 'List the genres in use',
  status: 200,
  reply: z.object({ content: z.array(Genre) }),
  cache: LONG_CACHE,
});
export const publicCollections = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/mcollections/getall',
  summary: 'List the named collections, by ordering',
  status: 200,
  reply: z.object({ content: z.array(Collection) }),
  cache: SHORT_CACHE,
});
export const memberCollections = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/collections',
  summary: 'List the named collections, by ordering',
  status: 200,
  reply: z.object({ content: z.array(Collection) }),
});

/** For rebuilds (api.md). `cursor` is opaque. `full` is true without `since` or with one that is too old. */
export const catalogueChanges = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/catalogue/changes',
  summary: 'List the films changed since a cursor',
  query: z.object({
    since: z.string().max(40).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  status: 200,
  reply: z.object({ changed: z.array(Movie), removed: z.array(z.string()), cursor: z.string(), full: z.boolean() }),
  // Chosen: one second at a CDN absorbs load, and is short enough for a rebuild started by hand.
  cache: { maxAge: 0, sMaxAge: 1, staleWhileRevalidate: 0 },
});
