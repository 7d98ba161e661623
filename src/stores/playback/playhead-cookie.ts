import { DAY } from '#domain/limits/durations.ts';
import { PLAYHEAD_COOKIE_DAYS } from '#domain/limits/playback.ts';

const cookieName = (moviePlayId: number) => `playhead_${moviePlayId}`;
function attempt<Result>(use: () => Result, fallback: Result): Result {
  try {
    return use();
  } catch {
    return fallback;
  }
}

const writeCookie = (cookie: string, maxAgeSeconds: number) =>
  attempt(() => {
    document.cookie = `${cookie}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`;
  }, undefined);

/** Spec §3: one cookie per play, for 7 days: `{seconds}:{movieId}`. */
export const savePlayhead = (moviePlayId: number, movieId: number, seconds: number) =>
  writeCookie(
    `${cookieName(moviePlayId)}=${seconds.toFixed(1)}:${movieId}`,
    (PLAYHEAD_COOKIE_DAYS * DAY) / 1000,
  );

export const deletePlayhead = (moviePlayId: number) =>
  writeCookie(`${cookieName(moviePlayId)}=`, 0);

export function readPlayhead(moviePlayId: number, movieId: number): number {
  const cookies = attempt(() => document.cookie, '');
  const found = new RegExp(`(?:^|; )${cookieName(moviePlayId)}=([\\d.]+):${movieId}(?:;|$)`).exec(
    cookies,
  );
  const seconds = Number(found?.[1] ?? 0);
  return Number.isFinite(seconds) ? seconds : 0;
}
