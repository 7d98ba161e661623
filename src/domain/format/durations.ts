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

/** `6 AM`, `6.30 PM` */
export function displayTimeOfDay(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60);
  const minute = minuteOfDay % 60;
  const minutes = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}
