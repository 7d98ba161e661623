import { z } from 'zod';
import { Instant } from './booking.ts';
import { Id, WireDate } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

export const Caption = z.object({ language: z.string(), label: z.string(), url: z.string() });

export const playMovieWeb = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/playmovieweb',
  summary: 'Open a playback session; 402 without a live ticket',
  body: z.object({ movieId: Id, ipAddress: z.string().max(60).nullish() }),
  status: 200,
  reply: z.object({
    data: z.array(
      z.object({
        /** The master playlist of this session: a path on the API's own origin. */
        movieUrl: z.string(),
        /** For playlists, keys, captions and segments: `Authorization: Bearer`, or in the path (`/playback/{sessionId}/t/{playToken}/…`). */
        playToken: z.string(),
        sessionId: z.string(),
        /** When `playToken` ends. */
        expiresAt: WireDate,
        /** Seconds into the film. */
        resumeAt: z.number(),
        captions: z.array(Caption),
      }),
    ),
  }),
});

/** Keeps the session, hands out a fresh token. 402 when the ticket no longer allows it, 409 `stream_replaced` when a newer session took over. */
export const renewPlayback = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/playback/:sessionId/renew',
  summary: 'A fresh play token for a session',
  params: z.object({ sessionId: z.uuid() }),
  status: 200,
  reply: z.object({ playToken: z.string(), expiresAt: WireDate }),
});

const device = {
  deviceType: z.string().max(60).nullish(),
  deviceName: z.string().max(200).nullish(),
  ipAddress: z.string().max(60).nullish(),
};

export const createMoviePlay = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/movies/:movieId/movieplays',
  summary: 'The first play of a sitting',
  params: z.object({ movieId: Id }),
  body: z.object({ playStartTime: Instant.optional(), ...device }),
  status: 201,
  reply: z.object({ moviePlayId: z.number() }),
});
export const updateMoviePlay = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'PUT',
  path: '/movieplays/:moviePlayId',
  summary: 'Where a pause left the film',
  params: z.object({ moviePlayId: Id }),
  /** `playSeekTime`: minutes, decimals kept. */
  body: z.object({ playEndTime: Instant.optional(), playSeekTime: z.number().min(0).max(6000), ...device }),
  status: 200,
  reply: z.object({ moviePlayId: z.number() }),
});
