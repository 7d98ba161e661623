import * as catalogue from '#contract/catalogue.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { type AppContext, cacheable, serve } from '../../http.ts';
import { createChangesFeed } from './changes.ts';
import { list, readCollections, readGenres, readLanguages, readMovie, search } from './actions.ts';

/**
 * What everybody may read comes from a replica where there is one, a moment behind perhaps. Who says that it must be fresh
 * (`Cache-Control: no-cache`: a rebuild) is answered by the primary.
 */
const freshest =
  (deps: Deps) =>
  ({ context }: { context: AppContext }): Deps =>
    context.req.header('Cache-Control') === 'no-cache' ? deps : { ...deps, db: deps.readDb };

export const catalogueRoutes = (deps: Deps) => [
  ...forEverybody(freshest(deps)),
  ...forRebuilds(deps),
  ...forViewers(deps),
];

const forEverybody = (of: ReturnType<typeof freshest>) => [
  serve(catalogue.publicMovies, (call) => list(of(call), null, 'movies', call.query, 1)),
  serve(catalogue.publicUpcomingMovies, (call) => list(of(call), null, 'upcomingMovies', call.query, 1)),
  serve(catalogue.publicShortFilms, (call) => list(of(call), null, 'shortFilms', call.query, 1)),
  serve(catalogue.publicUpcomingShortFilms, (call) => list(of(call), null, 'upcomingShortFilms', call.query, 1)),
  serve(catalogue.publicStreamingNow, (call) => list(of(call), null, 'streamingNow', call.query, 0)),
  serve(catalogue.publicSearchMovies, (call) => search(of(call), null, call.query, 0)),
  serve(catalogue.publicFilterMovies, (call) => search(of(call), null, call.query, 1)),
  serve(catalogue.publicMovie, (call) => readMovie(of(call), { movieId: call.params.id })),
  serve(catalogue.drawnCardFile, async (call) =>
    cardFile(call.context, await readMovie(of(call), { movieId: call.params.id })),
  ),
  serve(catalogue.publicMovieInfo, (call) => readMovie(of(call), { movieKey: call.query.movie })),
  serve(catalogue.publicLanguages, (call) => readLanguages(of(call))),
  serve(catalogue.publicGenres, (call) => readGenres(of(call))),
  serve(catalogue.publicCollections, (call) => readCollections(of(call))),
];

async function cardFile(context: AppContext, movie: Movie) {
  // Brought when it is first asked for: a start is quicker without typefaces.
  const { drawCard } = await import('./drawn-card.ts');
  return cacheable(context, new Uint8Array(await drawCard(movie)), catalogue.drawnCardFile.cache!, 'image/png');
}

/** From the primary alone: a replica does not know which changes are not committed yet. */
function forRebuilds(deps: Deps) {
  const feed = createChangesFeed(deps);
  const { cache } = catalogue.catalogueChanges;
  return [
    serve(catalogue.catalogueChanges, async ({ query, context }) => cacheable(context, await feed.read(query), cache!)),
  ];
}

const forViewers = (deps: Deps) => [
  serve(catalogue.memberMovies, ({ viewer, query }) => list(deps, viewer, 'movies', query, 1)),
  serve(catalogue.memberUpcomingMovies, ({ viewer, query }) => list(deps, viewer, 'upcomingMovies', query, 0)),
  serve(catalogue.memberNextWeek, ({ viewer, query }) => list(deps, viewer, 'nextWeek', query, 0)),
  serve(catalogue.memberShortFilms, ({ viewer, query }) => list(deps, viewer, 'shortFilms', query, 1)),
  serve(catalogue.memberUpcomingShortFilms, ({ viewer, query }) => list(deps, viewer, 'upcomingShortFilms', query, 1)),
  serve(catalogue.memberStreamingNow, ({ viewer, query }) => list(deps, viewer, 'streamingNow', query, 0)),
  serve(catalogue.memberSearchMovies, async ({ viewer, query }) => ({ data: await search(deps, viewer, query, 0) })),
  serve(catalogue.memberCollections, () => readCollections(deps)),
];
