import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Where the caller seems to be, by this server's own table; never asked of a third party. */
export const publicGeo = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/geo',
  summary: 'The caller as this server sees them',
  status: 200,
  reply: z.object({ ip: z.string(), country: z.string().nullable() }),
});

export const Place = z.object({ placeName: z.string(), latitude: z.number(), longitude: z.number() });
export type Place = z.infer<typeof Place>;

/** Address autocomplete through our own server, so that no visitor's typing goes to a third party with their address. */
export const findPlaces = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/places',
  summary: 'Places by name, the likeliest first',
  query: z.object({ search: z.string().trim().min(2).max(100) }),
  status: 200,
  reply: z.object({ content: z.array(Place) }),
});
/** The name of a point, for a pin that was moved. */
export const namePlace = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/places/at',
  summary: 'The place at a point; null where there is none',
  query: z.object({ latitude: z.coerce.number().min(-90).max(90), longitude: z.coerce.number().min(-180).max(180) }),
  status: 200,
  reply: z.object({ place: Place.nullable() }),
});
/** Where the map's tiles come from (`{z}/{x}/{y}`), by setting. */
export const mapTiles = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/places/tiles',
  summary: "The map's tiles",
  status: 200,
  reply: z.object({ tileUrl: z.string(), attribution: z.string() }),
});
