import * as submission from '#contract/submission.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint, withStatus } from '../../http/serve-endpoint.ts';
import { linkGenre, readSubmissions, submitFilm } from './actions.ts';

export const submissionRoutes = (deps: Deps) => [
  serveEndpoint(submission.submitFilm, async ({ viewer, ip, body }) => {
    const { movieId, isNew } = await submitFilm(deps, { ...viewer, ip }, body);
    return withStatus(isNew ? 201 : 200, { movieId });
  }),
  serveEndpoint(submission.linkGenre, ({ viewer, params, body }) =>
    linkGenre(deps, { viewer, movieId: params.movieId, genre: body }),
  ),
  serveEndpoint(submission.mySubmissions, ({ viewer }) => readSubmissions(deps, viewer)),
];
