import { fetchCollections, fetchGenres, fetchLanguages, fetchStreamingNow, fetchUpcoming } from '#api/catalogue.ts';

export async function fetchRails() {
  const [streaming, upcoming, collections, languages, genres] = await Promise.all([
    fetchStreamingNow(),
    fetchUpcoming(1),
    fetchCollections(),
    fetchLanguages(),
    fetchGenres(),
  ]);
  return { streaming, upcoming, collections, languages, genres };
}
export type Rails = Awaited<ReturnType<typeof fetchRails>>;

export const NO_FILTER = { languages: [] as string[], genreIds: [] as number[], sortBy: {} };
