import * as visits from '#contract/visits.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { countVisit } from './actions.ts';

export const visitRoutes = (deps: Deps) => [
  serveEndpoint(visits.countVisit, ({ params, body, ip }) =>
    countVisit(deps, { movieId: params.id, linkSource: body.from, ip }),
  ),
];
