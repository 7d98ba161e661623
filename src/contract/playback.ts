import { z } from 'zod';
import { Instant } from './booking.ts';
import { Id, WireDate } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

/** A film's folder of segments and init files, signed for a while: a file's address is `base + name + query`. */
export const SignedFolder = z.object({ base: z.string(), query: z.string() });

/** Small pictures of the film in one file of its signed folder: tile n, row by row, shows it around n × `everySeconds`. */
export const Previews = z.object({
  uri: z.string(),
  columns: z.number(),
  rows: z.number(),
  /** Of one tile, in pixels. */
  width: z.number(),
  height: z.number(),
  everySeconds: z.number(),
});
export type Previews = z.infer<typeof Previews>;

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
        /** What stands there, so that a player need not wait for it. */
        master: z.string(),
        /** For playlists, keys, captions and segments: `Authorization: Bearer`, or in the path (`/playback/{sessionId}/t/{playToken}/…`). */
        playToken: z.string(),
        sessionId: z.string(),
        /** Where the segments are (`media/…` in the playlists), for whoever can follow a changing address; no token goes there. */
        media: SignedFolder,
        /** When `playToken` and `media` end. */
        expiresAt: WireDate,
        /** Seconds into the film. */
        resumeAt: z.number(),
        captions: z.array(Caption),
        previews: Previews,
      }),
    ),
  }),
});

/** The heartbeat: tells where the film is, keeps the session, hands out a fresh token and folder. 402 when the ticket no longer allows it, 409 `stream_replaced` when a newer session took over. */
export const renewPlayback = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/playback/:sessionId/renew',
  summary: 'Where the film is now; a fresh play token and folder for the session',
  params: z.object({ sessionId: z.uuid() }),
  /** The play record and the place in minutes, as at a pause; both or none. */
  body: z.object({ moviePlayId: Id, playSeekTime: z.number().min(0).max(6000) }).partial(),
  status: 200,
  reply: z.object({ playToken: z.string(), media: SignedFolder, expiresAt: WireDate }),
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
  idempotent: true,
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
