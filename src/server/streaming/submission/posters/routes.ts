import type { Hono } from 'hono';
import {
  SUBMISSION_POSTER_PATH,
  SubmissionPoster,
  submissionPoster,
} from '#contract/submission.ts';
import type { Deps } from '../../../deps.ts';
import type { AppEnv } from '../../../http/app-context.ts';
import { serveEndpoint, type ServedEndpoint } from '../../../http/serve-endpoint.ts';
import { authenticateViewer } from '../../../http/viewer.ts';
import { openPosterStorage } from '../../../ports/media/poster-storage.ts';
import { storePoster, readPoster } from './actions.ts';

const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export function posterRoutes(deps: Deps): ServedEndpoint[] {
  const storage = openPosterStorage(deps.config.mediaDir);
  return [
    serveEndpoint(submissionPoster, async ({ viewer, params, context }) => {
      const picture = await readPoster(deps, { storage, viewer, posterKey: params.posterKey });
      return context.body(picture, 200, { ...PRIVATE_HEADERS, 'Content-Type': 'image/webp' });
    }),
  ];
}

export function mountPosterUpload(app: Hono<AppEnv>, deps: Deps): void {
  const storage = openPosterStorage(deps.config.mediaDir);
  app.post(SUBMISSION_POSTER_PATH, async (context) => {
    const viewer = (await authenticateViewer({ auth: 'token' }, context, deps))!;
    const length = context.req.header('Content-Length');
    const upload = {
      body: context.req.raw.body,
      length: length === undefined ? null : Number(length),
    };
    const poster = SubmissionPoster.parse(await storePoster(deps, { storage, viewer, upload }));
    return context.json(poster, 201, PRIVATE_HEADERS);
  });
}
