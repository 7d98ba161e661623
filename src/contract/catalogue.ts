import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

const text = z.string().nullable();
/** `DD-MM-YYYY HH:mm:ss`, UTC. */
export const WireDate = z.string();
export const Id = z.coerce.number().int().positive().max(2_147_483_647);

export const Genre = z.object({ genreId: z.number(), genreName: z.string(), ordering: z.number() });
export const Language = z.object({ languageId: z.number(), languageName: z.string() });
export const MovieActor = z.object({
  actorRole: z.string(),
  actor: z.object({ actorName: z.string(), actorImage: text }),
});

/** A film, web series or short film as the public sees it (spec §3). */
export const Movie = z.object({
  movieId: z.number(),
  movieKey: z.string(),
  movieName: z.string(),
  movieNameEn: text,
  /** Synopsis, English. */
  movieDescription: z.string(),
  /** Chosen: the synopsis in the film's own language travels beside the English one, as the names do. */
  movieDescriptionOwn: text,
  moviePoster: text,
  webMoviePoster: text,
  webMovieDetail: text,
  webStreamingNow: text,
  thumbnail: text,
  image: text,
  /** Dominant colour of the poster, banner: `#0e2b2d`; drawn before the picture is there. */
  posterGel: text,
  bannerGel: text,
  primaryLanguage: z.string(),
  yearReleased: text,
  releaseDate: WireDate.nullable(),
  /** `November 2026` */
  releaseMonth: text,
  runningTime: z.number().nullable(),
  ageRating: z.number().nullable(),
  avgRating: z.number().nullable(),
  overallRank: z.number(),
  active: z.enum(['Y', 'N']),
  movieType: z.string(),
  streamingStartDate: WireDate.nullable(),
  /** Rupees before GST. */
  ticketRate: z.number(),
  teaserUrl: text,
  trailorUrl: text,
  /** When it came into the catalogue. */
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
/** Public lists may be a minute old at a CDN; a rebuild asks past it by its own cursor. */
const shortly = { maxAge: 30, sMaxAge: 60, staleWhileRevalidate: 600 };
const rarely = { maxAge: 300, sMaxAge: 3600, staleWhileRevalidate: 86_400 };

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
    cache: shortly,
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
  'Films and web series to come',
  oneBased(PAGE_SIZES.publicUpcoming),
);
export const publicShortFilms = publicList(
  '/public/getallshortfilms',
  'Short films, newest first',
  oneBased(PAGE_SIZES.shortFilms),
);
export const publicUpcomingShortFilms = publicList(
  '/public/upcomingshortfilms',
  'Short films to come',
  oneBased(PAGE_SIZES.shortFilms),
);
export const publicStreamingNow = publicList(
  '/public/streamingnow',
  'What streams now, newest first',
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
  'Films and web series to come',
  zeroBased(PAGE_SIZES.upcoming),
);
export const memberNextWeek = memberList(
  '/nextweekreleases',
  'What starts within seven days',
  zeroBased(PAGE_SIZES.upcoming),
);
export const memberShortFilms = memberList(
  '/getallshortfilms',
  'Short films, newest first',
  oneBased(PAGE_SIZES.shortFilms),
);
export const memberUpcomingShortFilms = memberList(
  '/upcomingshortfilms',
  'Short films to come',
  oneBased(PAGE_SIZES.shortFilms),
);
export const memberStreamingNow = memberList(
  '/streamingnow',
  'What streams now, newest first',
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
  summary: 'One film by its id',
  params: z.object({ id: Id }),
  status: 200,
  reply: Movie,
  cache: shortly,
});
/** For a film without artwork; every film has one. */
export const drawnCardFile = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/movies/:id/card.png',
  summary: 'The picture of a shared link to a film, drawn from its name (image/png)',
  params: z.object({ id: Id }),
  status: 200,
  reply: z.unknown(),
  cache: rarely,
});
export const publicMovieInfo = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/movieinfo',
  summary: 'One film by its key',
  query: z.object({ movie: z.string().min(1).max(100) }),
  status: 200,
  reply: Movie,
  cache: shortly,
});
export const publicLanguages = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/getalllanguages',
  summary: 'Languages that films are in',
  status: 200,
  reply: z.object({ content: z.array(Language) }),
  cache: rarely,
});
export const publicGenres = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/getallgenres',
  summary: 'Genres in use',
  status: 200,
  reply: z.object({ content: z.array(Genre) }),
  cache: rarely,
});
export const publicCollections = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/mcollections/getall',
  summary: 'Named collections, by ordering',
  status: 200,
  reply: z.object({ content: z.array(Collection) }),
  cache: shortly,
});
export const memberCollections = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/collections',
  summary: 'Named collections, by ordering',
  status: 200,
  reply: z.object({ content: z.array(Collection) }),
});

/** What a rebuild needs (api.md). `cursor` is opaque; without `since`, or when it is too old, `full` is true. */
export const catalogueChanges = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/catalogue/changes',
  summary: 'Films changed since a cursor',
  query: z.object({
    since: z.string().max(40).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  status: 200,
  reply: z.object({ changed: z.array(Movie), removed: z.array(z.string()), cursor: z.string(), full: z.boolean() }),
  // Chosen: a second at a CDN takes the crowd away, and a rebuild that is begun by hand comes later than that.
  cache: { maxAge: 0, sMaxAge: 1, staleWhileRevalidate: 0 },
});
