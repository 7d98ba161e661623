import type { Hono } from 'hono';
import { SUBMISSION_POSTER_PATH, SubmissionPoster, submissionPoster } from '#contract/submission.ts';
import type { Deps } from '../../../deps.ts';
import { type AppEnv, serve, type Served, viewerOf } from '../../../http.ts';
import { openPosterShelf } from '../../../ports/media/poster-shelf.ts';
import { keepPoster, readPoster } from './actions.ts';

const ONLY_THEIRS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export function posterRoutes(deps: Deps): Served[] {
  const shelf = openPosterShelf(deps.config.mediaDir);
  return [
    serve(submissionPoster, async ({ viewer, params, context }) => {
      const picture = await readPoster(deps, shelf, viewer, params.posterKey);
      return context.body(picture, 200, { ...ONLY_THEIRS, 'Content-Type': 'image/webp' });
    }),
  ];
}

/** The upload: its body is the picture, and is read while it is judged. */
export function posterUpload(app: Hono<AppEnv>, deps: Deps): void {
  const shelf = openPosterShelf(deps.config.mediaDir);
  app.post(SUBMISSION_POSTER_PATH, async (context) => {
    const viewer = (await viewerOf({ auth: 'token' }, context, deps))!;
    const length = context.req.header('Content-Length');
    const upload = { body: context.req.raw.body, length: length === undefined ? null : Number(length) };
    const poster = SubmissionPoster.parse(await keepPoster(deps, shelf, viewer, upload));
    return context.json(poster, 201, ONLY_THEIRS);
  });
}
