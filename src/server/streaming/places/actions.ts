import type { Place } from '#contract/places.ts';
import { DAY } from '#domain/limits.ts';
import { placeMessages as text } from '#messages/places.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { Limit } from '../../rate-limits.ts';
import { remember } from './remember.ts';

/** More than a person types; a public provider asks its users to be fair. */
const LIMIT: Limit = { name: 'places', points: 60, seconds: 60, message: text.tooManySearches };
const KEPT = { size: 1000, milliseconds: DAY };

const away = () => new AppError('unavailable', 'places_away', text.searchAway);

/** The places' provider behind our own server: it sees our address and what is searched for, never who searches. */
export function createPlaces(deps: Deps) {
  const { photon, limits, log, config, now } = deps;
  const provider = () => photon ?? raise(away());
  const search = remember((words) => provider().search(words), { ...KEPT, now });
  const nameAt = remember((point) => provider().nameAt(...(point.split(',').map(Number) as [number, number])), {
    ...KEPT,
    now,
  });

  async function asked<Answer>({ userId }: Viewer, question: () => Promise<Answer>): Promise<Answer> {
    await limits.use(LIMIT, String(userId));
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error }, "the places' provider did not answer");
      throw away();
    }
  }

  return {
    /** Throws `places_away` (the map still works) and `too_many_requests`. */
    find: async (viewer: Viewer, words: string): Promise<{ content: Place[] }> => ({
      content: await asked(viewer, async () => search(words.toLowerCase().replace(/\s+/g, ' '))),
    }),

    /** The place is where the pin stands; what is found there gives it its words. */
    async at(viewer: Viewer, point: { latitude: number; longitude: number }): Promise<{ place: Place | null }> {
      // To a hundred metres: no provider need know more, and neighbours share an answer.
      const rounded = [point.latitude, point.longitude].map((each) => each.toFixed(3)).join();
      const placeName = await asked(viewer, async () => nameAt(rounded));
      return { place: placeName ? { placeName, ...point } : null };
    },

    tiles: () => config.mapTiles ?? raise(new AppError('unavailable', 'map_not_set_up', text.tilesMissing)),
  };
}
