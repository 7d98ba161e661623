import * as catalogue from '#contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { list, readChanges, readCollections, readGenres, readLanguages, readMovie, search } from './actions.ts';

export const catalogueRoutes = (deps: Deps) => [
  serve(catalogue.publicMovies, ({ query }) => list(deps, 'movies', query, 1)),
  serve(catalogue.publicUpcomingMovies, ({ query }) => list(deps, 'upcomingMovies', query, 1)),
  serve(catalogue.publicShortFilms, ({ query }) => list(deps, 'shortFilms', query, 1)),
  serve(catalogue.publicUpcomingShortFilms, ({ query }) => list(deps, 'upcomingShortFilms', query, 1)),
  serve(catalogue.publicStreamingNow, ({ query }) => list(deps, 'streamingNow', query, 0)),
  serve(catalogue.publicSearchMovies, ({ query }) => search(deps, query, 0)),
  serve(catalogue.publicFilterMovies, ({ query }) => search(deps, query, 1)),
  serve(catalogue.publicMovie, ({ params }) => readMovie(deps, { movieId: params.id })),
  serve(catalogue.publicMovieInfo, ({ query }) => readMovie(deps, { movieKey: query.movie })),
  serve(catalogue.publicLanguages, () => readLanguages(deps)),
  serve(catalogue.publicGenres, () => readGenres(deps)),
  serve(catalogue.publicCollections, () => readCollections(deps)),
  serve(catalogue.catalogueChanges, ({ query }) => readChanges(deps, query)),
  serve(catalogue.memberMovies, ({ query }) => list(deps, 'movies', query, 0)),
  serve(catalogue.memberUpcomingMovies, ({ query }) => list(deps, 'upcomingMovies', query, 0)),
  serve(catalogue.memberNextWeek, ({ query }) => list(deps, 'nextWeek', query, 0)),
  serve(catalogue.memberShortFilms, ({ query }) => list(deps, 'shortFilms', query, 1)),
  serve(catalogue.memberUpcomingShortFilms, ({ query }) => list(deps, 'upcomingShortFilms', query, 1)),
  serve(catalogue.memberStreamingNow, ({ query }) => list(deps, 'streamingNow', query, 0)),
  serve(catalogue.memberSearchMovies, async ({ query }) => ({ data: await search(deps, query, 0) })),
  serve(catalogue.memberCollections, () => readCollections(deps)),
];
