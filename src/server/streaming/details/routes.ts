import { memberMovie } from '#contract/booking.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { readMovieForViewer } from './actions.ts';

export const detailRoutes = (deps: Deps) => [
  serveEndpoint(memberMovie, ({ viewer, params }) => readMovieForViewer(deps, viewer, params.id)),
];
