import { buildNow } from '#api/build.ts';
import { fetchStreamingNow } from '#api/catalogue.ts';
import { DAY } from '#domain/limits/durations.ts';

export async function fetchFilmOfTheWeek() {
  const { content } = await fetchStreamingNow();
  return content[Math.floor(buildNow().getTime() / (7 * DAY)) % (content.length || 1)];
}
