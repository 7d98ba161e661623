import { z } from 'zod';
import { Instant } from './booking.ts';
import { Id, WireDate } from './catalogue.ts';
import { endpoint, VIEWER_POST, VIEWER_PUT } from './endpoint.ts';
import { typedLine } from './typed-text.ts';

/**
 * The signed folder of a film's segments and init files. The URL of a file is `base + name +
 * query`.
 */
const SignedFolder = z.object({ base: z.string(), query: z.string() });

/**
 * Preview pictures in one file of the signed folder. Tile n, row by row, shows the film at about n
 * × `everySeconds`.
 */
export const Previews = z.object({
  uri: z.string(),
  columns: z.number(),
  rows: z.number(),
  width: z.number(),
  height: z.number(),
  everySeconds: z.number(),
});
export type Previews = z.infer<typeof Previews>;

export const PlaybackLease = z.object({
  /** Sent as `Authorization: Bearer`, or in the path: `…/t/{playToken}/…`. */
  playToken: z.string(),
  /**
   * Folder of the segments (`media/…` in the playlists), for players that can change URLs. Needs no
   * token.
   */
  media: SignedFolder,
  expiresAt: WireDate,
});

const Caption = z.object({ language: z.string(), label: z.string(), url: z.string() });

export const OpenedFilm = PlaybackLease.extend({
  /** Names the package: files on a device belong to one package. */
  packageKey: z.string(),
  /** Master playlist: a path on the API's origin. */
  movieUrl: z.string(),
  /** Content of the master playlist, which saves a request. */
  master: z.string(),
  captions: z.array(Caption),
  previews: Previews,
});

export const playMovieWeb = endpoint(VIEWER_POST, '/playmovieweb', {
  summary: 'Open a playback session; 402 without a valid ticket',
  errors: ['film_not_ready', 'movie_not_found', 'ticket_required', 'too_many_requests'],
  body: z.object({ movieId: Id, ipAddress: typedLine().max(60).nullish() }),
  status: 200,
  reply: z.object({
    data: z.array(
      OpenedFilm.extend({
        sessionId: z.string(),
        /** Seconds into the film. */
        resumeAt: z.number(),
        /** The play that reported `resumeAt`; null without one. */
        resumePlayId: z.number().nullable(),
      }),
    ),
  }),
});

/**
 * The heartbeat of a player. 402 after the ticket has ended, 409 `stream_replaced` after a newer
 * session has started.
 */
export const renewPlayback = endpoint(VIEWER_POST, '/playback/:sessionId/renew', {
  summary: 'Report the position; returns a new play token and signed folder',
  errors: ['session_not_found', 'stream_replaced', 'ticket_required'],
  params: z.object({ sessionId: z.uuid() }),
  /** `playSeekTime` is in minutes. Send it with `moviePlayId`, and with false for a paused film. */
  body: z
    .object({ moviePlayId: Id, playSeekTime: z.number().min(0).max(6000), isPlaying: z.boolean() })
    .partial(),
  status: 200,
  reply: PlaybackLease,
});

/**
 * The signed folder opens segments, init files, captions, seek pictures and `manifest.json`; no
 * keys.
 */
export const openDownload = endpoint(VIEWER_POST, '/orders/:orderId/download', {
  summary:
    'Open the encrypted files of a ticket’s film for download; 402 unless it is paid and not ended',
  errors: ['film_not_ready', 'order_not_found', 'ticket_required', 'too_many_requests'],
  params: z.object({ orderId: Id }),
  status: 200,
  reply: z.object({
    packageKey: z.string(),
    media: SignedFolder,
    expiresAt: WireDate,
    /** The package has no sizes: `bytes` is calculated from the peak rate. */
    isEstimate: z.boolean(),
    renditions: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['video', 'audio']),
        codecs: z.string(),
        bandwidth: z.number(),
        /** 0 for audio. */
        width: z.number(),
        height: z.number(),
        bytes: z.number(),
      }),
    ),
  }),
});
export type DownloadGrant = z.infer<NonNullable<typeof openDownload.reply>>;

const deviceFields = {
  deviceType: typedLine().max(60).nullish(),
  deviceName: typedLine().max(200).nullish(),
  ipAddress: typedLine().max(60).nullish(),
};

export const createMoviePlay = endpoint(VIEWER_POST, '/movies/:movieId/movieplays', {
  summary: 'Record the start of a play',
  errors: ['movie_not_found', 'ticket_required', 'too_many_requests'],
  params: z.object({ movieId: Id }),
  body: z.object({ playStartTime: Instant.optional(), ...deviceFields }),
  reply: z.object({ moviePlayId: z.number() }),
  idempotent: true,
});
export const updateMoviePlay = endpoint(VIEWER_PUT, '/movieplays/:moviePlayId', {
  summary: 'Record the position of a pause',
  errors: ['play_not_found'],
  params: z.object({ moviePlayId: Id }),
  /** `playSeekTime`: minutes with decimals. */
  body: z.object({
    playEndTime: Instant.optional(),
    playSeekTime: z.number().min(0).max(6000),
    ...deviceFields,
  }),
  reply: z.object({ moviePlayId: z.number() }),
});
