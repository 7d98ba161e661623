import { placeMessages } from '#messages/places.ts';
import { type Environment, required } from './environment.ts';

/** Where places are searched for, in Photon's protocol. */
export interface PlacesSettings {
  baseUrl: string;
}

export interface MapTiles {
  tileUrl: string;
  attribution: string;
}

// Chosen: no public provider by default: whose servers viewers' typing goes to is the operator's decision.
export function placesOf(env: Environment, origin: string, isProduction: boolean): PlacesSettings | null {
  if (env.PLACES_URL) return { baseUrl: env.PLACES_URL };
  return isProduction ? null : { baseUrl: `${origin}/sandbox/places` };
}

export function mapTilesOf(env: Environment, origin: string, isProduction: boolean): MapTiles | null {
  if (env.MAP_TILE_URL)
    return { tileUrl: env.MAP_TILE_URL, attribution: required(env, 'MAP_ATTRIBUTION', 'MAP_TILE_URL') };
  if (isProduction) return null;
  return { tileUrl: `${origin}/sandbox/places/tiles/{z}/{x}/{y}.svg`, attribution: placeMessages.sampleMap };
}
