import { Hono } from 'hono';
import { searchCities, citiesNear, type City } from './cities.ts';
import { drawTile, isTile } from './tiles.ts';

const DEFAULT_LIMIT = 15;
const DEFAULT_RADIUS_KM = 1;
const MAX_RADIUS_KM = 5000;

/**
 * Photon's `/api` and `/reverse` over a small list of cities, and map tiles
 * (`/tiles/{z}/{x}/{y}.svg`).
 */
export function placesRoutes() {
  return new Hono()
    .get('/api', (c) => {
      const q = c.req.query('q')?.trim();
      if (!q) return c.json({ message: "missing search term 'q': /?q=berlin" }, 400);
      return c.json(collection(searchCities(q, limitOf(c.req.query('limit')))));
    })
    .get('/reverse', (c) => {
      const [latitude, longitude, radius] = ['lat', 'lon', 'radius'].map((name) =>
        numberOf(c.req.query(name)),
      );
      if (latitude === undefined || longitude === undefined)
        return c.json(
          { message: "missing search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0" },
          400,
        );
      const radiusKm = Math.min(radius ?? DEFAULT_RADIUS_KM, MAX_RADIUS_KM);
      return c.json(
        collection(citiesNear({ latitude, longitude }, radiusKm, limitOf(c.req.query('limit'), 1))),
      );
    })
    .get('/tiles/:z/:x/:file', (c) => {
      const { z, x, file } = c.req.param();
      const tile = { z: Number(z), x: Number(x), y: Number(/^(\d+)\.svg$/.exec(file)?.[1]) };
      if (!isTile(tile)) return c.notFound();
      return c.body(drawTile(tile), 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
      });
    });
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text || Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

const limitOf = (text: string | undefined, defaultLimit = DEFAULT_LIMIT) =>
  Math.min(Math.max(1, Math.floor(numberOf(text) ?? defaultLimit)), 50);

const collection = (cities: City[]) => ({
  type: 'FeatureCollection',
  features: cities.map(feature),
});

const feature = ({ name, state, country, countrycode, latitude, longitude }: City) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: {
    osm_type: 'N',
    osm_key: 'place',
    osm_value: 'city',
    type: 'city',
    name,
    state,
    country,
    countrycode,
  },
});
