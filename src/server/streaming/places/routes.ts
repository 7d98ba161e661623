import { findPlaces, mapTiles, namePlace, publicGeo } from '#contract/places.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { createPlaces } from './actions.ts';

export function placeRoutes(deps: Deps) {
  const places = createPlaces(deps);
  return [
    serveEndpoint(publicGeo, ({ ip }) => ({ ip, country: deps.country(ip) })),
    serveEndpoint(findPlaces, ({ viewer, query }) => places.search(viewer, query.search)),
    serveEndpoint(namePlace, ({ viewer, query }) => places.findByPoint(viewer, query)),
    serveEndpoint(mapTiles, () => places.mapTiles()),
  ];
}
