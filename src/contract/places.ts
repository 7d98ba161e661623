import { z } from 'zod';
import { endpoint, PUBLIC_GET, VIEWER_GET } from './endpoint.ts';

export const publicGeo = endpoint(PUBLIC_GET, '/public/geo', {
  summary: 'Get the address and country of the caller',
  reply: z.object({ ip: z.string(), country: z.string().nullable() }),
});

export const Place = z.object({
  placeName: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Place = z.infer<typeof Place>;

/**
 * Goes through this server, so that no third party gets a viewer's typing together with their IP
 * address.
 */
export const findPlaces = endpoint(VIEWER_GET, '/places', {
  summary: 'Search places by name, best match first',
  errors: ['places_away', 'too_many_requests'],
  query: z.object({ search: z.string().trim().min(2).max(100) }),
  reply: z.object({ content: z.array(Place) }),
});
export const namePlace = endpoint(VIEWER_GET, '/places/at', {
  summary: 'Get the place at a point; null if there is none',
  errors: ['places_away', 'too_many_requests'],
  query: z.object({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
  }),
  reply: z.object({ place: Place.nullable() }),
});
export const mapTiles = endpoint(VIEWER_GET, '/places/tiles', {
  summary: 'Get the URL template of the map tiles',
  errors: ['map_not_set_up'],
  reply: z.object({ tileUrl: z.string(), attribution: z.string() }),
});
