import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  serial,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cascadingReference, instant, requiredReference } from '../columns.ts';
import { users } from './accounts.ts';
import { orders } from './booking.ts';
import { movies, packages } from './catalogue.ts';

export const playbackSessions = pgTable(
  'playback_sessions',
  {
    sessionId: uuid('session_id').primaryKey(),
    movieOrderId: requiredReference('movie_order_id', () => orders.movieOrderId),
    userId: cascadingReference('user_id', () => users.userId),
    movieId: requiredReference('movie_id', () => movies.movieId),
    packageId: requiredReference('package_id', () => packages.packageId),
    startedAt: instant('started_at').notNull(),
    /**
     * The window's end, or later if the started film needs more time. No lease is valid after it.
     */
    endsAt: instant('ends_at').notNull(),
    /** A newer session, a reschedule or a refund ended it. */
    endedAt: instant('replaced_at'),
    /** The clock minute of the last decryption key; null until the film was played. */
    lastKeyMinute: instant('key_minute'),
    keysInLastMinute: integer('key_count').notNull().default(0),
  },
  (t) => [index('playback_sessions_order').on(t.movieOrderId)],
);

/** The client's record of one start of a film, for resuming and statistics. */
export const moviePlays = pgTable(
  'movie_plays',
  {
    moviePlayId: serial('movie_play_id').primaryKey(),
    movieId: requiredReference('movie_id', () => movies.movieId),
    userId: cascadingReference('user_id', () => users.userId),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    playStartTime: instant('play_start_time').notNull(),
    /** The last pause or heartbeat. */
    playEndTime: instant('play_end_time'),
    /** The position at `playEndTime`: minutes into the film, with decimals. */
    playSeekTime: doublePrecision('play_seek_time').notNull().default(0),
    /** Whether the film was running at `playEndTime`; null if the client did not say so. */
    isPlaying: boolean('is_playing'),
    deviceType: text('device_type'),
    deviceName: text('device_name'),
    ipAddress: text('ip_address'),
  },
  (t) => [
    index('movie_plays_viewer').on(t.userId, t.movieId),
    index('movie_plays_film').on(t.movieId, t.playStartTime),
    index('movie_plays_start').on(t.playStartTime, t.userId),
  ],
);
