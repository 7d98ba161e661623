import * as catalogue from '#contract/catalogue.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http/app-context.ts';
import { cacheableResponse } from '../../http/cacheable-response.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { createChangesFeed } from './changes.ts';
import {
  readMovieList,
  readCollections,
  readGenres,
  readLanguages,
  readMovie,
  searchMovies,
} from './actions.ts';

/**
 * Public reads use the replica, which may lag; `Cache-Control: no-cache` (a rebuild) selects the
 * primary.
 */
const depsForRead =
  (deps: Deps) =>
  ({ context }: { context: AppContext }): Deps =>
    context.req.header('Cache-Control') === 'no-cache' ? deps : { ...deps, db: deps.readDb };

export const catalogueRoutes = (deps: Deps) => [
  ...publicRoutes(depsForRead(deps)),
  ...changesRoutes(deps),
  ...viewerRoutes(deps),
];

/**
 * A change of a film invalidates these replies. Genres, languages and collections have no change
 * number.
 */
const CACHED = { cachedUntil: 'catalogueChange' } as const;

const PUBLIC_LISTS = [
  [catalogue.publicMovies, 'movies', 1],
  [catalogue.publicUpcomingMovies, 'upcomingMovies', 1],
  [catalogue.publicShortFilms, 'shortFilms', 1],
  [catalogue.publicUpcomingShortFilms, 'upcomingShortFilms', 1],
  [catalogue.publicStreamingNow, 'streamingNow', 0],
] as const;

const publicRoutes = (depsOf: ReturnType<typeof depsForRead>) => [
  ...PUBLIC_LISTS.map(([endpoint, name, firstPage]) =>
    serveEndpoint(
      endpoint,
      (call) => readMovieList(depsOf(call), { viewer: null, name, query: call.query, firstPage }),
      CACHED,
    ),
  ),
  serveEndpoint(
    catalogue.publicSearchMovies,
    (call) => searchMovies(depsOf(call), { viewer: null, query: call.query, firstPage: 0 }),
    CACHED,
  ),
  serveEndpoint(
    catalogue.publicFilterMovies,
    (call) => searchMovies(depsOf(call), { viewer: null, query: call.query, firstPage: 1 }),
    CACHED,
  ),
  serveEndpoint(
    catalogue.publicMovie,
    (call) => readMovie(depsOf(call), { movieId: call.params.id }),
    CACHED,
  ),
  serveEndpoint(
    catalogue.drawnCardFile,
    async (call) =>
      shareCardFile(call.context, await readMovie(depsOf(call), { movieId: call.params.id })),
    CACHED,
  ),
  serveEndpoint(
    catalogue.publicMovieInfo,
    (call) => readMovie(depsOf(call), { movieKey: call.query.movie }),
    CACHED,
  ),
  serveEndpoint(catalogue.publicLanguages, (call) => readLanguages(depsOf(call))),
  serveEndpoint(catalogue.publicGenres, (call) => readGenres(depsOf(call))),
  serveEndpoint(catalogue.publicCollections, (call) => readCollections(depsOf(call))),
];

async function shareCardFile(context: AppContext, movie: Movie) {
  // Loaded on the first request: the server starts faster without the typefaces.
  const { drawShareCard } = await import('./share-card.ts');
  return cacheableResponse(
    context,
    new Uint8Array(await drawShareCard(movie)),
    catalogue.drawnCardFile.cache!,
    'image/png',
  );
}

/** Primary only: a replica does not know which changes are uncommitted. */
function changesRoutes(deps: Deps) {
  const feed = createChangesFeed(deps);
  const { cache } = catalogue.catalogueChanges;
  return [
    serveEndpoint(
      catalogue.catalogueChanges,
      async ({ query, context }) =>
        cacheableResponse(context, await feed.readChanges(query), cache!),
      // The feed has its own cache.
      { cachedUntil: 'notCached' },
    ),
  ];
}

const VIEWER_LISTS = [
  [catalogue.memberMovies, 'movies', 1],
  [catalogue.memberUpcomingMovies, 'upcomingMovies', 0],
  [catalogue.memberNextWeek, 'nextWeek', 0],
  [catalogue.memberShortFilms, 'shortFilms', 1],
  [catalogue.memberUpcomingShortFilms, 'upcomingShortFilms', 1],
  [catalogue.memberStreamingNow, 'streamingNow', 0],
] as const;

const viewerRoutes = (deps: Deps) => [
  ...VIEWER_LISTS.map(([endpoint, name, firstPage]) =>
    serveEndpoint(endpoint, ({ viewer, query }) =>
      readMovieList(deps, { viewer, name, query, firstPage }),
    ),
  ),
  serveEndpoint(catalogue.memberSearchMovies, async ({ viewer, query }) => ({
    data: await searchMovies(deps, { viewer, query, firstPage: 0 }),
  })),
  serveEndpoint(catalogue.memberCollections, () => readCollections(deps)),
];
