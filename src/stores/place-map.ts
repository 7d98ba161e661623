import { map } from 'nanostores';
import { fetchTiles, searchPlaces } from '#api/places.ts';
import { zoneCity } from '#domain/zones.ts';
import { reload } from './lib/navigate.ts';
import type { Point } from './lib/position.ts';
import type { Status } from './lib/status.ts';
import { $pin } from './places.ts';

/** Chosen: where nothing else is known, the map opens over Chennai. */
const SOMEWHERE: Point = { latitude: 13.0827, longitude: 80.2707 };

interface PlaceMap {
  status: Status;
  /** The map's code did not come, though the house has just answered: its address is an older release's. */
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
  centre: SOMEWHERE,
});

export async function openMap() {
  if ($map.get().isStale) return reload();
  $map.setKey('status', 'process');
  try {
    const [tiles, centre] = await Promise.all([fetchTiles(), $pin.get() ?? cityOfClock()]);
    $map.set({ status: 'success', isStale: false, ...tiles, centre });
  } catch {
    $map.setKey('status', 'error');
  }
}

export const mapMissing = () => $map.set({ ...$map.get(), status: 'error', isStale: true });

/** Chosen: without a saved place, the map opens over the city that the clock's zone is named after, with no pin. */
async function cityOfClock(): Promise<Point> {
  const city = zoneCity(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const found = await searchPlaces(city, new AbortController().signal).catch(() => []);
  return found[0] ?? SOMEWHERE;
}
