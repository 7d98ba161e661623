import type { Place } from '#contract/places.ts';
import { DAY } from '#domain/limits/durations.ts';
import { placeMessages as text } from '#messages/places.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { Limit } from '../../rate-limits.ts';
import { memoize } from './memoize.ts';

/** More searches than one person types; protects the public provider, which asks for fair use. */
const LIMIT: Limit = { name: 'places', points: 60, seconds: 60, message: text.tooManySearches };
const CACHE = { size: 1000, lifetimeMs: DAY };

const unavailable = () => new AppError('places_away');

/** The places provider sees the server's IP address and the search text, never the viewer. */
export function createPlaces(deps: Deps) {
  const { photon, limits, log, config, now } = deps;
  const provider = () => photon ?? throwError(unavailable());
  const search = memoize((searchText) => provider().search(searchText), { ...CACHE, now });
  const nameAt = memoize(
    (point) => provider().reverseGeocode(...(point.split(',').map(Number) as [number, number])),
    {
      ...CACHE,
      now,
    },
  );

  async function runLimited<Result>(
    { userId }: Viewer,
    query: () => Promise<Result>,
  ): Promise<Result> {
    await limits.use(LIMIT, String(userId));
    try {
      return await query();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error }, 'the places provider failed');
      throw unavailable();
    }
  }

  return {
    /** Throws `places_away` (the map still works) and `too_many_requests`. */
    search: async (viewer: Viewer, searchText: string): Promise<{ content: Place[] }> => ({
      content: await runLimited(viewer, async () =>
        search(searchText.toLowerCase().replace(/\s+/g, ' ')),
      ),
    }),

    async findByPoint(
      viewer: Viewer,
      point: { latitude: number; longitude: number },
    ): Promise<{ place: Place | null }> {
      // Rounded to 100 metres for privacy, and so that neighbours share a cache entry.
      const rounded = [point.latitude, point.longitude].map((each) => each.toFixed(3)).join();
      const placeName = await runLimited(viewer, async () => nameAt(rounded));
      return { place: placeName ? { placeName, ...point } : null };
    },

    mapTiles: () => config.mapTiles ?? throwError(new AppError('map_not_set_up')),
  };
}
