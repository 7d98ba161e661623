import { placeMessages } from '#messages/places.ts';
import type { Environment } from './environment.ts';
import { requireSetting } from './read-setting.ts';

// Chosen: no public provider by default, because the operator decides who receives what viewers
// type.
export function placesSettings(env: Environment, origin: string, isProduction: boolean) {
  if (env.PLACES_URL) return { baseUrl: env.PLACES_URL };
  return isProduction ? null : { baseUrl: `${origin}/sandbox/places` };
}

export function mapTileSettings(env: Environment, origin: string, isProduction: boolean) {
  if (env.MAP_TILE_URL)
    return {
      tileUrl: env.MAP_TILE_URL,
      attribution: requireSetting(env, 'MAP_ATTRIBUTION', 'MAP_TILE_URL'),
    };
  if (isProduction) return null;
  return {
    tileUrl: `${origin}/sandbox/places/tiles/{z}/{x}/{y}.svg`,
    attribution: placeMessages.sampleMap,
  };
}
