import { z } from 'zod';
import type { Place } from '#contract/places.ts';
import { callProvider, refuseSandbox } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';

export interface PhotonOptions {
  /** `https://photon.komoot.io`; the path of the call is added. */
  baseUrl: string;
  /** The house's address, by which the provider knows us. */
  origin: string;
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

const word = z.string().optional().catch(undefined);
const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
  properties: z.object({
    name: word,
    housenumber: word,
    street: word,
    district: word,
    city: word,
    state: word,
    country: word,
  }),
});
type Feature = z.infer<typeof Feature>;
const Reply = z.object({ features: z.array(z.unknown()) });

/** Somebody is waiting at a keyboard: a slow answer is no answer. */
const TIMEOUT_MS = 4000;
const RESULTS = 6;
/** How far from a pin its name may lie, in kilometres. */
const NEAR_KM = 25;
/** Chosen: a pin is named by its quarter or town, never by a house: the profile need not know the door. */
const PIN_LAYERS = ['locality', 'district', 'city', 'county'];

export type Photon = ReturnType<typeof createPhoton>;

/** Places by name and by point, as Photon tells them (GeoJSON). Throws ProviderError. */
export function createPhoton({ baseUrl, origin, isProduction = false, timeoutMs = TIMEOUT_MS, fetch }: PhotonOptions) {
  refuseSandbox('photon', baseUrl, isProduction);

  async function ask(path: string, query: [string, string][]): Promise<Feature[]> {
    const { status, json } = await callProvider({
      provider: 'photon',
      url: `${baseUrl.replace(/\/$/, '')}${path}?${new URLSearchParams([...query, ['lang', 'en']])}`,
      method: 'GET',
      headers: { 'user-agent': `Matinee (${origin})` },
      timeoutMs,
      fetch,
    });
    if (status !== 200) throw new ProviderError('photon', status >= 500 ? 'unreachable' : 'refused', { status });
    const reply = Reply.safeParse(json);
    if (!reply.success) throw new ProviderError('photon', 'garbled', { status, cause: reply.error });
    // One odd feature among good ones is left out.
    return reply.data.features.flatMap((each) => Feature.safeParse(each).data ?? []);
  }

  return {
    async search(text: string): Promise<Place[]> {
      const features = await ask('/api', [
        ['q', text],
        ['limit', String(RESULTS)],
      ]);
      const places = features.map(toPlace).filter(({ placeName }) => placeName);
      return [...new Map(places.map((place) => [place.placeName, place])).values()];
    },

    /** The words for a point; null where nothing is near. */
    async nameAt(latitude: number, longitude: number): Promise<string | null> {
      const [nearest] = await ask('/reverse', [
        ['lat', String(latitude)],
        ['lon', String(longitude)],
        ['radius', String(NEAR_KM)],
        ['limit', '1'],
        ...PIN_LAYERS.map((layer): [string, string] => ['layer', layer]),
      ]);
      return nearest ? toPlace(nearest).placeName || null : null;
    },
  };
}

const MAX_NAME = 200;

function toPlace({ geometry, properties }: Feature): Place {
  const { name, street, housenumber, district, city, state, country } = properties;
  const parts = [name, [street, housenumber].filter(Boolean).join(' '), district, city, state, country];
  const placeName = [...new Set(parts.filter(Boolean))].join(', ').slice(0, MAX_NAME);
  const [longitude, latitude] = geometry.coordinates;
  return { placeName, latitude, longitude };
}
