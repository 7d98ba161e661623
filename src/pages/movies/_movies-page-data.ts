import {
  fetchCollections,
  fetchGenres,
  fetchLanguages,
  fetchStreamingNow,
  fetchUpcoming,
} from '#api/catalogue.ts';

export async function fetchMoviesPageData() {
  const [streaming, upcoming, collections, languages, genres] = await Promise.all([
    fetchStreamingNow(),
    fetchUpcoming(1),
    fetchCollections(),
    fetchLanguages(),
    fetchGenres(),
  ]);
  return { streaming, upcoming, collections, languages, genres };
}
export type MoviesPageData = Awaited<ReturnType<typeof fetchMoviesPageData>>;

export const NO_FILTER = { languages: [] as string[], genreIds: [] as number[], sortBy: {} };
