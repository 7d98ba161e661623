import * as catalogue from '#contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { list, readChanges, readCollections, readGenres, readLanguages, readMovie, search } from './actions.ts';

export const catalogueRoutes = (deps: Deps) => [
  serve(catalogue.publicMovies, ({ query }) => list(deps, null, 'movies', query, 1)),
  serve(catalogue.publicUpcomingMovies, ({ query }) => list(deps, null, 'upcomingMovies', query, 1)),
  serve(catalogue.publicShortFilms, ({ query }) => list(deps, null, 'shortFilms', query, 1)),
  serve(catalogue.publicUpcomingShortFilms, ({ query }) => list(deps, null, 'upcomingShortFilms', query, 1)),
  serve(catalogue.publicStreamingNow, ({ query }) => list(deps, null, 'streamingNow', query, 0)),
  serve(catalogue.publicSearchMovies, ({ query }) => search(deps, null, query, 0)),
  serve(catalogue.publicFilterMovies, ({ query }) => search(deps, null, query, 1)),
  serve(catalogue.publicMovie, ({ params }) => readMovie(deps, { movieId: params.id })),
  serve(catalogue.publicMovieInfo, ({ query }) => readMovie(deps, { movieKey: query.movie })),
  serve(catalogue.publicLanguages, () => readLanguages(deps)),
  serve(catalogue.publicGenres, () => readGenres(deps)),
  serve(catalogue.publicCollections, () => readCollections(deps)),
  serve(catalogue.catalogueChanges, ({ query }) => readChanges(deps, query)),
  serve(catalogue.memberMovies, ({ viewer, query }) => list(deps, viewer, 'movies', query, 0)),
  serve(catalogue.memberUpcomingMovies, ({ viewer, query }) => list(deps, viewer, 'upcomingMovies', query, 0)),
  serve(catalogue.memberNextWeek, ({ viewer, query }) => list(deps, viewer, 'nextWeek', query, 0)),
  serve(catalogue.memberShortFilms, ({ viewer, query }) => list(deps, viewer, 'shortFilms', query, 1)),
  serve(catalogue.memberUpcomingShortFilms, ({ viewer, query }) => list(deps, viewer, 'upcomingShortFilms', query, 1)),
  serve(catalogue.memberStreamingNow, ({ viewer, query }) => list(deps, viewer, 'streamingNow', query, 0)),
  serve(catalogue.memberSearchMovies, async ({ viewer, query }) => ({ data: await search(deps, viewer, query, 0) })),
  serve(catalogue.memberCollections, () => readCollections(deps)),
];
