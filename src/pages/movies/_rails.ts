import { fetchCollections, fetchGenres, fetchLanguages, fetchStreamingNow, fetchUpcoming } from '#api/catalogue.ts';

/** What stands on the movies list's pages around the list itself. */
export async function fetchShelves() {
  const [streaming, upcoming, collections, languages, genres] = await Promise.all([
    fetchStreamingNow(),
    fetchUpcoming(1),
    fetchCollections(),
    fetchLanguages(),
    fetchGenres(),
  ]);
  return { streaming, upcoming, collections, languages, genres };
}
export type Shelves = Awaited<ReturnType<typeof fetchShelves>>;

export const noWish = { languages: [] as string[], genreIds: [] as number[], sortBy: {} };
