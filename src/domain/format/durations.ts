import { MINUTE } from '../limits/durations.ts';

/** `02 h 14 m` (spec §2); empty when unknown. */
export function displayRunningTime(minutes: number | null | undefined): string {
  if (!minutes || minutes < 0) return '';
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hours} h ${String(Math.round(minutes % 60)).padStart(2, '0')} m`;
}

/** A position in a film, or a wait: `4:09`, `1:04:09`. */
export function displaySeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** A length of a part of a film: `0.8 s`, `75 s`. */
export const displayFilmSeconds = (seconds: number): string =>
  `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;

/** The time that a task needs: `40 s`, `12 min`, `2 h 05 min`. */
export function displayDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `6 h 28 m`, `2 days 3 h`, `28 m`; at least one minute. */
export function displayWait(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}

/** As displayWait, but with seconds in the last minute. */
export function displayCountdown(until: Date, now: Date): string {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return seconds < 60 ? `${Math.max(0, seconds)} s` : displayWait(until, now);
}
