import type { Hono } from 'hono';
import { createMoviePlay, playMovieWeb, renewPlayback, updateMoviePlay } from '#contract/playback.ts';
import type { Deps } from '../../deps.ts';
import { type AppEnv, serve, type Served } from '../../http.ts';
import { recordPause, recordPlay, renewLease, startPlayback } from './actions.ts';
import { serveStream } from './stream.ts';

export const playbackRoutes = (deps: Deps): Served[] => [
  serve(playMovieWeb, async ({ viewer, body, ip, context }) => {
    const playbackPath = context.req.path.replace(/\/playmovieweb\/?$/, '/playback');
    return { data: [await startPlayback(deps, viewer, { movieId: body.movieId, ip, playbackPath })] };
  }),
  serve(renewPlayback, ({ viewer, params, body, ip }) => renewLease(deps, viewer, { ...params, ...body, ip })),
  serve(createMoviePlay, ({ viewer, params, body, ip }) =>
    recordPlay(deps, viewer, params.movieId, { ...body, ipAddress: body.ipAddress ?? ip }),
  ),
  serve(updateMoviePlay, ({ viewer, params, body }) => recordPause(deps, viewer, params.moviePlayId, body)),
];

const BASES = ['/playback/:sessionId', '/playback/:sessionId/t/:token'] as const;
/** Where a native player is admitted by its cookie. */
export const STREAM_WITH_COOKIE = `${BASES[1]}/*`;

/**
 * What players fetch. The play token comes as `Authorization: Bearer`, or in the path (`/playback/{session}/t/{token}/…`) for
 * native players, which cannot send headers; relative addresses in the playlists keep whichever form they were read by.
 */
export function streamRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { playlist, key, caption, media } = serveStream(deps);
  for (const base of BASES) {
    app.get(`${base}/:file{[\\w-]+\\.m3u8}`, playlist);
    app.get(`${base}/keys/:keyIndex`, key);
    app.get(`${base}/captions/:file{[\\w-]+\\.vtt}`, caption);
    app.get(`${base}/media/:uri{.+}`, media);
  }
}
