import { map } from 'nanostores';
import { fetchTiles, searchPlaces } from '#api/places.ts';
import { zoneCity } from '#domain/zones.ts';
import type { Point } from './lib/position.ts';
import type { Status } from './lib/status.ts';
import { $pin } from './places.ts';

/** Chosen: where nothing else is known, the map opens over Chennai. */
const SOMEWHERE: Point = { latitude: 13.0827, longitude: 80.2707 };

export const $map = map<{ status: Status; tileUrl: string; attribution: string; centre: Point }>({
  status: 'process',
  tileUrl: '',
  attribution: '',
  centre: SOMEWHERE,
});

export async function openMap() {
  $map.setKey('status', 'process');
  try {
    const [tiles, centre] = await Promise.all([fetchTiles(), $pin.get() ?? cityOfClock()]);
    $map.set({ status: 'success', ...tiles, centre });
  } catch {
    mapFailed();
  }
}

export const mapFailed = () => $map.setKey('status', 'error');

/** Chosen: without a saved place, the map opens over the city that the clock's zone is named after, with no pin. */
async function cityOfClock(): Promise<Point> {
  const city = zoneCity(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const found = await searchPlaces(city, new AbortController().signal).catch(() => []);
  return found[0] ?? SOMEWHERE;
}
