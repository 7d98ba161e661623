import type { Hono } from 'hono';
import { createMoviePlay, playMovieWeb, renewPlayback, updateMoviePlay } from '#contract/playback.ts';
import type { Deps } from '../../deps.ts';
import { type AppEnv, serveEndpoint, type ServedEndpoint } from '../../http.ts';
import { recordPause, recordPlay, renewLease, startPlayback } from './actions.ts';
import { serveStream } from './stream.ts';

export const playbackRoutes = (deps: Deps): ServedEndpoint[] => [
  serveEndpoint(playMovieWeb, async ({ viewer, body, ip, context }) => {
    const playbackPath = context.req.path.replace(/\/playmovieweb\/?$/, '/playback');
    return { data: [await startPlayback(deps, viewer, { movieId: body.movieId, ip, playbackPath })] };
  }),
  serveEndpoint(renewPlayback, ({ viewer, params, body, ip }) => renewLease(deps, viewer, { ...params, ...body, ip })),
  serveEndpoint(createMoviePlay, ({ viewer, params, body, ip }) =>
    recordPlay(deps, viewer, params.movieId, { ...body, ipAddress: body.ipAddress ?? ip }),
  ),
  serveEndpoint(updateMoviePlay, ({ viewer, params, body }) => recordPause(deps, viewer, params.moviePlayId, body)),
];

const BASE_PATHS = ['/playback/:sessionId', '/playback/:sessionId/t/:token'] as const;
/** Routes that also accept the cookie of native players. */
export const STREAM_WITH_COOKIE = `${BASE_PATHS[1]}/*`;

/** The token comes as a bearer token, or in the path for native players, which cannot send headers. */
export function streamRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { playlist, key, caption, media } = serveStream(deps);
  for (const base of BASE_PATHS) {
    app.get(`${base}/:file{[\\w-]+\\.m3u8}`, playlist);
    app.get(`${base}/keys/:keyIndex`, key);
    app.get(`${base}/captions/:file{[\\w-]+\\.vtt}`, caption);
    app.get(`${base}/media/:uri{.+}`, media);
  }
}
