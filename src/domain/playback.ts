import { MINUTE } from './limits/durations.ts';
import type { ViewingWindow } from './viewing.ts';

/** Lifetime of a play token and of signed media URLs, so a copied URL stops working soon. */
export const PLAY_LEASE_SECONDS = 90;
/** How often the player sends its position and renews the lease. Two heartbeats may get lost. */
export const HEARTBEAT_SECONDS = 30;
/** How late a heartbeat may arrive. */
const HEARTBEAT_DELAY_SECONDS = 5;
/** Chosen: a viewer who starts inside the window may finish, with half an hour for pauses. */
const FINISH_GRACE_MINUTES = 30;
// Per ticket, over all its sessions. Video and audio have one key each per minute of film; browsers
// cache keys. Chosen: a start or reload takes 4 keys, a seek 2, another audio language 1. An
// extreme minute of normal use takes 57.
export const KEYS_PER_MINUTE = 60;
/**
 * Chosen: two screens that take over from each other every minute make 60 starts an hour; a viewer
 * may have two tickets.
 */
export const STARTS_PER_HOUR = { ticket: 60, viewer: 120 };
/** A film stopped this close to its end counts as completed and starts from the beginning. */
export const COMPLETED_MARGIN_SECONDS = 30;

/**
 * The window's end, or later if the film needs longer (api.md: "a play begun inside it may
 * finish").
 */
export function playbackEnd(
  { bookingEndTime }: ViewingWindow,
  startedAt: Date,
  filmSeconds: number,
): Date {
  const finish = startedAt.getTime() + filmSeconds * 1000 + FINISH_GRACE_MINUTES * MINUTE;
  return new Date(Math.max(bookingEndTime.getTime(), finish));
}

interface ReportedPosition {
  /** Minutes into the film (spec §9). */
  playSeekTime: number;
  /** When the position was reported. */
  playEndTime: Date;
  isPlaying: boolean | null;
}

/**
 * Seconds; 0 for a completed film. A film that is still playing has moved on since its last
 * heartbeat.
 */
export function resumeSeconds(
  position: ReportedPosition | null,
  filmSeconds: number,
  now: Date,
): number {
  if (!position) return 0;
  const sinceReport = (now.getTime() - position.playEndTime.getTime()) / 1000;
  const isRunning =
    position.isPlaying === true && sinceReport <= HEARTBEAT_SECONDS + HEARTBEAT_DELAY_SECONDS;
  const seconds = position.playSeekTime * 60 + (isRunning ? sinceReport : 0);
  return seconds > 0 && seconds < filmSeconds - COMPLETED_MARGIN_SECONDS ? seconds : 0;
}

interface PlayPosition {
  seconds: number;
  /** 0 without a play. */
  moviePlayId: number;
}

/**
 * Prefers the browser's position, which is newer, unless the viewer has watched on another screen
 * since, in a newer play.
 */
export const chooseResumeSeconds = (onServer: PlayPosition, inBrowser: PlayPosition): number =>
  inBrowser.seconds > 0 && inBrowser.moviePlayId >= onServer.moviePlayId
    ? inBrowser.seconds
    : onServer.seconds;

/**
 * In percent: `left`, `top` of the picture; `x`, `y` of the text, which stays whole inside the
 * middle 60 %.
 */
export function watermarkPosition(random: () => number) {
  const [across, down] = [random(), random()];
  return { left: 20 + across * 60, top: 20 + down * 60, x: -100 * across, y: -100 * down };
}
