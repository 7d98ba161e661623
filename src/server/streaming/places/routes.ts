import { findPlaces, mapTiles, namePlace, publicGeo } from '#contract/places.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { createPlaces } from './actions.ts';

export function placeRoutes(deps: Deps) {
  const places = createPlaces(deps);
  return [
    serve(publicGeo, ({ ip }) => ({ ip, country: deps.country(ip) })),
    serve(findPlaces, ({ viewer, query }) => places.find(viewer, query.search)),
    serve(namePlace, ({ viewer, query }) => places.at(viewer, query)),
    serve(mapTiles, () => places.tiles()),
  ];
}
