import { MINUTE } from './limits.ts';
import type { Window } from './viewing.ts';

/** The lease of a sitting: so long its play token and its signed folder hold, and a copied address with them. */
export const PLAY_LEASE_SECONDS = 90;
/** How often the player says where it is and is given a fresh lease: two may be lost on the way. */
export const HEARTBEAT_SECONDS = 30;
/** Chosen: who began inside the window may finish, with half an hour for pauses. */
export const FINISH_GRACE_MINUTES = 30;
/**
 * Of one ticket, over all its sessions. Chosen: picture and sound have a key each for a minute of film, and a browser keeps what it
 * has got. A start takes four (the picture's size changes once), a reload or another screen four more, a jump to a new minute two,
 * another spoken language one, captions none. So a start, two reloads, a change of screen and language and twenty jumps, all in one
 * minute, are 57. Whoever takes more is copying.
 */
export const KEYS_PER_MINUTE = 60;
/**
 * Chosen: a reload every two minutes is thirty starts an hour, and two screens that take a film from each other every minute are
 * sixty. A viewer may do that with two tickets. Past it somebody makes sessions, not pictures.
 */
export const STARTS_PER_HOUR = { ticket: 60, viewer: 120 };
/** Within this many seconds of the end a film counts as seen, and begins anew. */
export const SEEN_SECONDS = 30;

/** When a sitting that began at `startedAt` ends: with the window, or later for as long as the film needs ("a play begun inside it may finish"). */
export function sittingEnd({ bookingEndTime }: Window, startedAt: Date, filmSeconds: number): Date {
  const finish = startedAt.getTime() + filmSeconds * 1000 + FINISH_GRACE_MINUTES * MINUTE;
  return new Date(Math.max(bookingEndTime.getTime(), finish));
}

/** Where a film goes on, in seconds, from the play record's minutes (spec §9); 0 when it was seen to its end. */
export function resumeSeconds(seekMinutes: number | null | undefined, filmSeconds: number): number {
  const seconds = (seekMinutes ?? 0) * 60;
  return seconds > 0 && seconds < filmSeconds - SEEN_SECONDS ? seconds : 0;
}

/**
 * Of two memories of a place, in seconds: this browser's own speaks for the moments after the last heartbeat that arrived; where it is
 * far from the server's, another screen has watched since.
 */
export const nearerPlace = (onServer: number, inBrowser: number): number =>
  onServer === 0 || Math.abs(inBrowser - onServer) <= 4 * HEARTBEAT_SECONDS ? inBrowser || onServer : onServer;

/** A place for the watermark, in percent of the picture: inside its middle 60 %. `random` gives numbers from 0 to 1. */
export const watermarkPlace = (random: () => number) => ({ left: 20 + random() * 60, top: 20 + random() * 60 });
