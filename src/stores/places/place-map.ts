import { map } from 'nanostores';
import { fetchTiles, searchPlaces } from '#api/places.ts';
import { zoneCity } from '#domain/format/date-times.ts';
import { reloadPage } from '../lib/navigate.ts';
import type { Point } from './geolocation.ts';
import type { Status } from '../lib/task.ts';
import { $pin } from './places.ts';

/** Chosen: Chennai. */
const DEFAULT_CENTRE: Point = { latitude: 13.0827, longitude: 80.2707 };

interface PlaceMap {
  status: Status;
  /** The map's code is missing because the page belongs to an older release. */
  isStale: boolean;
  tileUrl: string;
  attribution: string;
  centre: Point;
}

export const $map = map<PlaceMap>({
  status: 'process',
  isStale: false,
  tileUrl: '',
  attribution: '',
  centre: DEFAULT_CENTRE,
});

export async function openMap() {
  if ($map.get().isStale) return reloadPage();
  $map.setKey('status', 'process');
  try {
    const [tiles, centre] = await Promise.all([fetchTiles(), $pin.get() ?? cityOfTimeZone()]);
    $map.set({ status: 'success', isStale: false, ...tiles, centre });
  } catch {
    $map.setKey('status', 'error');
  }
}

export const markMapStale = () => $map.set({ ...$map.get(), status: 'error', isStale: true });

/** Chosen: without a saved place, the map shows the city in the time zone's name, without a pin. */
async function cityOfTimeZone(): Promise<Point> {
  const city = zoneCity(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const found = await searchPlaces(city, new AbortController().signal).catch(() => []);
  return found[0] ?? DEFAULT_CENTRE;
}
