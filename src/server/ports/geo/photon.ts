import { z } from 'zod';
import type { Place } from '#contract/places.ts';
import { typedLine } from '#contract/typed-text.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';

interface PhotonOptions extends ProviderOptions {
  baseUrl: string;
  /** Our public address; it identifies us to the provider. */
  origin: string;
}

const optionalLine = typedLine().optional().catch(undefined);
const Feature = z.object({
  geometry: z.object({
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  }),
  properties: z.object({
    name: optionalLine,
    housenumber: optionalLine,
    street: optionalLine,
    district: optionalLine,
    city: optionalLine,
    state: optionalLine,
    country: optionalLine,
  }),
});
type Feature = z.infer<typeof Feature>;
const Reply = z.object({ features: z.array(z.unknown()) });

/** A viewer is typing and waits: a slow response is useless. */
const TIMEOUT_MS = 4000;
const RESULT_COUNT = 6;
const REVERSE_RADIUS_KM = 25;
/**
 * Chosen: a pin is named by its district or town, never by a building: the profile does not need
 * the street address.
 */
const PIN_LAYERS = ['locality', 'district', 'city', 'county'];

export type Photon = ReturnType<typeof createPhoton>;

/** Geocodes by name and by point through Photon (GeoJSON). Throws ProviderError. */
export function createPhoton({ baseUrl, origin, ...options }: PhotonOptions) {
  const call = createProviderClient('photon', baseUrl, { timeoutMs: TIMEOUT_MS, ...options });

  async function request(path: string, query: [string, string][]): Promise<Feature[]> {
    const { status, json } = await call({
      url: `${baseUrl.replace(/\/$/, '')}${path}?${new URLSearchParams([...query, ['lang', LANGUAGE]])}`,
      headers: { 'user-agent': `Matinee (${origin})` },
    });
    if (status !== 200)
      throw new ProviderError('photon', status >= 500 ? 'unreachable' : 'refused', { status });
    const reply = Reply.safeParse(json);
    if (!reply.success)
      throw new ProviderError('photon', 'garbled', { status, cause: reply.error });
    return reply.data.features.flatMap((each) => Feature.safeParse(each).data ?? []);
  }

  return {
    async search(text: string): Promise<Place[]> {
      const features = await request(
        '/api',
        Object.entries({ q: text, limit: String(RESULT_COUNT) }),
      );
      const places = features.map(toPlace).filter(({ placeName }) => placeName);
      return [...new Map(places.map((place) => [place.placeName, place])).values()];
    },

    async reverseGeocode(latitude: number, longitude: number): Promise<string | null> {
      const query = {
        lat: String(latitude),
        lon: String(longitude),
        radius: String(REVERSE_RADIUS_KM),
        limit: '1',
      };
      const layers = PIN_LAYERS.map((layer): [string, string] => ['layer', layer]);
      const [nearest] = await request('/reverse', [...Object.entries(query), ...layers]);
      return nearest ? toPlace(nearest).placeName || null : null;
    },
  };
}

const MAX_NAME_LENGTH = 200;

function toPlace({ geometry, properties }: Feature): Place {
  const { name, street, housenumber, district, city, state, country } = properties;
  const parts = [
    name,
    [street, housenumber].filter(Boolean).join(' '),
    district,
    city,
    state,
    country,
  ];
  const placeName = [...new Set(parts.filter(Boolean))].join(', ').slice(0, MAX_NAME_LENGTH);
  const [longitude, latitude] = geometry.coordinates;
  return { placeName, latitude, longitude };
}
