import * as catalogue from '#contract/catalogue.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { type AppContext, cacheableResponse, serveEndpoint } from '../../http.ts';
import { createChangesFeed } from './changes.ts';
import { readMovieList, readCollections, readGenres, readLanguages, readMovie, searchMovies } from './actions.ts';

/** Public reads use the replica, which may lag; `Cache-Control: no-cache` (a rebuild) selects the primary. */
const depsForRead =
  (deps: Deps) =>
  ({ context }: { context: AppContext }): Deps =>
    context.req.header('Cache-Control') === 'no-cache' ? deps : { ...deps, db: deps.readDb };

export const catalogueRoutes = (deps: Deps) => [
  ...publicRoutes(depsForRead(deps)),
  ...changesRoutes(deps),
  ...viewerRoutes(deps),
];

/** A change of a film invalidates these replies. Genres, languages and collections have no change number. */
const CACHED = { cachedUntil: 'catalogueChange' } as const;

const publicRoutes = (depsOf: ReturnType<typeof depsForRead>) => [
  serveEndpoint(catalogue.publicMovies, (call) => readMovieList(depsOf(call), null, 'movies', call.query, 1), CACHED),
  serveEndpoint(
    catalogue.publicUpcomingMovies,
    (call) => readMovieList(depsOf(call), null, 'upcomingMovies', call.query, 1),
    CACHED,
  ),
  serveEndpoint(
    catalogue.publicShortFilms,
    (call) => readMovieList(depsOf(call), null, 'shortFilms', call.query, 1),
    CACHED,
  ),
  serveEndpoint(
    catalogue.publicUpcomingShortFilms,
    (call) => readMovieList(depsOf(call), null, 'upcomingShortFilms', call.query, 1),
    CACHED,
  ),
  serveEndpoint(
    catalogue.publicStreamingNow,
    (call) => readMovieList(depsOf(call), null, 'streamingNow', call.query, 0),
    CACHED,
  ),
  serveEndpoint(catalogue.publicSearchMovies, (call) => searchMovies(depsOf(call), null, call.query, 0), CACHED),
  serveEndpoint(catalogue.publicFilterMovies, (call) => searchMovies(depsOf(call), null, call.query, 1), CACHED),
  serveEndpoint(catalogue.publicMovie, (call) => readMovie(depsOf(call), { movieId: call.params.id }), CACHED),
  serveEndpoint(
    catalogue.drawnCardFile,
    async (call) => shareCardFile(call.context, await readMovie(depsOf(call), { movieId: call.params.id })),
    CACHED,
  ),
  serveEndpoint(catalogue.publicMovieInfo, (call) => readMovie(depsOf(call), { movieKey: call.query.movie }), CACHED),
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
      async ({ query, context }) => cacheableResponse(context, await feed.readChanges(query), cache!),
      // The feed has its own cache.
      { cachedUntil: 'notCached' },
    ),
  ];
}

const viewerRoutes = (deps: Deps) => [
  serveEndpoint(catalogue.memberMovies, ({ viewer, query }) => readMovieList(deps, viewer, 'movies', query, 1)),
  serveEndpoint(catalogue.memberUpcomingMovies, ({ viewer, query }) =>
    readMovieList(deps, viewer, 'upcomingMovies', query, 0),
  ),
  serveEndpoint(catalogue.memberNextWeek, ({ viewer, query }) => readMovieList(deps, viewer, 'nextWeek', query, 0)),
  serveEndpoint(catalogue.memberShortFilms, ({ viewer, query }) => readMovieList(deps, viewer, 'shortFilms', query, 1)),
  serveEndpoint(catalogue.memberUpcomingShortFilms, ({ viewer, query }) =>
    readMovieList(deps, viewer, 'upcomingShortFilms', query, 1),
  ),
  serveEndpoint(catalogue.memberStreamingNow, ({ viewer, query }) =>
    readMovieList(deps, viewer, 'streamingNow', query, 0),
  ),
  serveEndpoint(catalogue.memberSearchMovies, async ({ viewer, query }) => ({
    data: await searchMovies(deps, viewer, query, 0),
  })),
  serveEndpoint(catalogue.memberCollections, () => readCollections(deps)),
];
