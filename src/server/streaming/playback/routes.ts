import type { Hono } from 'hono';
import {
  createMoviePlay,
  openDownload,
  playMovieWeb,
  renewPlayback,
  updateMoviePlay,
} from '#contract/playback.ts';
import type { Deps } from '../../deps.ts';
import type { AppEnv } from '../../http/app-context.ts';
import { serveEndpoint, type ServedEndpoint } from '../../http/serve-endpoint.ts';
import { authorizeStream } from './access.ts';
import { issueKey, recordPause, recordPlay, renewLease, startPlayback } from './actions.ts';
import { grantDownload } from './download.ts';
import { mountStream } from './stream.ts';

export const playbackRoutes = (deps: Deps): ServedEndpoint[] => [
  serveEndpoint(playMovieWeb, async ({ viewer, body, ip, context }) => {
    const playbackPath = context.req.path.replace(/\/playmovieweb\/?$/, '/playback');
    return {
      data: [await startPlayback(deps, viewer, { movieId: body.movieId, ip, playbackPath })],
    };
  }),
  serveEndpoint(renewPlayback, ({ viewer, params, body, ip }) =>
    renewLease(deps, viewer, { ...params, ...body, ip }),
  ),
  serveEndpoint(openDownload, ({ viewer, params, ip }) =>
    grantDownload(deps, viewer, { ...params, ip }),
  ),
  serveEndpoint(createMoviePlay, ({ viewer, params, body, ip }) =>
    recordPlay(deps, {
      viewer,
      movieId: params.movieId,
      play: { ...body, ipAddress: body.ipAddress ?? ip },
    }),
  ),
  serveEndpoint(updateMoviePlay, ({ viewer, params, body }) =>
    recordPause(deps, viewer, params.moviePlayId, body),
  ),
];

const STREAM_PATH = '/playback/:sessionId';
/** Routes that also accept the cookie of native players. */
export const STREAM_WITH_COOKIE = `${STREAM_PATH}/t/:token/*`;

export const streamRoutes = (app: Hono<AppEnv>, deps: Deps) =>
  mountStream(app, deps, STREAM_PATH, {
    authorize: (context, tokens) =>
      authorizeStream({
        deps,
        sessionId: context.req.param('sessionId') ?? '',
        tokens,
        ip: context.get('callerIp'),
      }),
    issueKey: (session, keyIndex) => issueKey(deps, session, keyIndex),
  });
