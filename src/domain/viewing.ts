import { HOUR, MINUTE, WINDOW_HOURS } from './limits.ts';
import { wallClock } from './zones.ts';

export interface Window {
  bookingStartTime: Date;
  bookingEndTime: Date;
}

/** A place in a film, from seconds: `4:09`, `1:04:09`. */
export function displayPlace(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** The viewing window of a booking: 24 hours of real time, whatever a clock change does to the wall. */
export const viewingWindow = (start: Date): Window => ({
  bookingStartTime: start,
  bookingEndTime: new Date(start.getTime() + WINDOW_HOURS * HOUR),
});

/** Hours from its start to its end: 24, or more for a ticket that the operator extended. */
export const windowHours = ({ bookingStartTime, bookingEndTime }: Window): number =>
  (bookingEndTime.getTime() - bookingStartTime.getTime()) / HOUR;

/** bookingStartTime ≤ now < bookingEndTime */
export const isWindowOpen = (window: Window, now: Date): boolean =>
  window.bookingStartTime <= now && now < window.bookingEndTime;

export const isWindowOver = (window: Window, now: Date): boolean => window.bookingEndTime <= now;

/**
 * The latest moment to begin a film that is to be over when its window closes; null for one that is longer than the window,
 * or of unknown length.
 */
export function latestStart({ bookingStartTime, bookingEndTime }: Window, runningTime: number | null): Date | null {
  if (!runningTime) return null;
  const latest = new Date(bookingEndTime.getTime() - runningTime * MINUTE);
  return latest >= bookingStartTime ? latest : null;
}

/** `6 h 28 m`, `2 d 3 h`, `28 m`; never below a minute. The wait until an instant, for "The house opens in …". */
export function displayWait(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}

/** The same for a clock that is looked at: seconds, but only in the last minute. */
export function displayCountdown(until: Date, now: Date): string {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return seconds < 60 ? `${Math.max(0, seconds)} s` : displayWait(until, now);
}

export type Daylight = 'night' | 'dusk' | 'day';

export interface Band {
  light: Daylight;
  /** Hours after the window's start. */
  at: number;
  hours: number;
}

// Chosen: one sky for every place and season; the band tells night from day at a glance, not the hour of sunrise.
const LIGHT_FROM: [minuteOfDay: number, light: Daylight][] = [
  [0, 'night'],
  [5.5 * 60, 'dusk'],
  [6 * 60, 'day'],
  [18 * 60, 'dusk'],
  [19 * 60, 'night'],
];

const lightAt = (minuteOfDay: number): Daylight => LIGHT_FROM.findLast(([from]) => from <= minuteOfDay)?.[1] ?? 'night';

const STEP_MINUTES = 15;

/** The light outside over the window, by the wall of a zone; adjacent bands differ, and together they fill the window. */
export function daylightBands(window: Window, zone: string): Band[] {
  const bands: Band[] = [];
  const span = windowHours(window);
  for (let at = 0; at < span; at += STEP_MINUTES / 60) {
    const { hour, minute } = wallClock(new Date(window.bookingStartTime.getTime() + at * HOUR), zone);
    const light = lightAt(hour * 60 + minute);
    const hours = Math.min(STEP_MINUTES / 60, span - at);
    const last = bands.at(-1);
    if (last?.light === light) last.hours += hours;
    else bands.push({ light, at, hours });
  }
  return bands;
}

export interface Tick {
  /** Hours after the window's start. */
  at: number;
  /** `7 PM`, `12 AM`, `9.30 AM` */
  label: string;
}

const NAMED_HOURS = new Set(['12 AM', '6 AM', '12 PM']);

/** Which part of the narrowest band a label at its end and half a label beside it take, so that they do not touch. */
const roomOf = (label: string): number => (2 + 0.55 * label.length) / WINDOW_HOURS;

/**
 * The band's ticks on the wall of a zone: its start (with `suffix`, such as ` IST`), those of 12 AM, 6 AM and 12 PM that have
 * room, and its end.
 */
export function windowTicks(window: Window, zone: string, suffix = ''): Tick[] {
  const { bookingStartTime } = window;
  const span = windowHours(window);
  const labelAt = (at: number) => tickLabel(new Date(bookingStartTime.getTime() + at * HOUR), zone);
  const [first, last] = [labelAt(0) + suffix, labelAt(span)];
  const toQuarter = (STEP_MINUTES - (wallClock(bookingStartTime, zone).minute % STEP_MINUTES)) / 60;
  const between = Array.from({ length: Math.ceil(span * 4) }, (_, each) => toQuarter + each / 4)
    .filter((at) => at >= roomOf(first) * span && at <= span - roomOf(last) * span)
    .map((at) => ({ at, label: labelAt(at) }))
    .filter(({ label }) => NAMED_HOURS.has(label))
    .reduce<Tick[]>((kept, tick) => (hasRoomAfter(kept.at(-1), tick, span) ? [...kept, tick] : kept), []);
  return [{ at: 0, label: first }, ...between, { at: span, label: last }];
}

const hasRoomAfter = (before: Tick | undefined, { at, label }: Tick, span: number): boolean =>
  !before || at - before.at >= roomOf(label) * span;

function tickLabel(instant: Date, zone: string): string {
  const { hour, minute } = wallClock(instant, zone);
  const past = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${past} ${hour < 12 ? 'AM' : 'PM'}`;
}
