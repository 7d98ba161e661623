import { displayTimeOfDay } from './format/durations.ts';
import { WINDOW_HOURS } from './limits/booking.ts';
import { HOUR, MINUTE } from './limits/durations.ts';
import { wallClock } from './zones.ts';

export interface ViewingWindow {
  bookingStartTime: Date;
  bookingEndTime: Date;
}

/** 24 hours of elapsed time, also across a clock change. */
export const viewingWindow = (start: Date): ViewingWindow => ({
  bookingStartTime: start,
  bookingEndTime: new Date(start.getTime() + WINDOW_HOURS * HOUR),
});

/** 24, or more if the operator extended the ticket. */
export const windowHours = ({ bookingStartTime, bookingEndTime }: ViewingWindow): number =>
  (bookingEndTime.getTime() - bookingStartTime.getTime()) / HOUR;

export const isWindowOpen = (window: ViewingWindow, now: Date): boolean =>
  window.bookingStartTime <= now && now < window.bookingEndTime;

export const isWindowOver = (window: ViewingWindow, now: Date): boolean =>
  window.bookingEndTime <= now;

/**
 * The latest start that still finishes inside the window; null if the film is longer or its length
 * (minutes) is unknown.
 */
export function latestStart(window: ViewingWindow, runningTime: number | null): Date | null {
  if (!runningTime) return null;
  const latest = new Date(window.bookingEndTime.getTime() - runningTime * MINUTE);
  return latest >= window.bookingStartTime ? latest : null;
}

type Daylight = 'night' | 'dusk' | 'day';

interface DaylightPart {
  light: Daylight;
  /** Hours after the window's start. */
  at: number;
  hours: number;
}

// Chosen: the same hours for every place and season. The daylight band shows night and day roughly,
// not the exact sunrise.
const LIGHT_FROM: [minuteOfDay: number, light: Daylight][] = [
  [0, 'night'],
  [5.5 * 60, 'dusk'],
  [6 * 60, 'day'],
  [18 * 60, 'dusk'],
  [19 * 60, 'night'],
];

const lightAt = (minuteOfDay: number): Daylight =>
  LIGHT_FROM.findLast(([from]) => from <= minuteOfDay)?.[1] ?? 'night';

const STEP_MINUTES = 15;

export function daylightParts(window: ViewingWindow, zone: string): DaylightPart[] {
  const parts: DaylightPart[] = [];
  const span = windowHours(window);
  for (let at = 0; at < span; at += STEP_MINUTES / 60) {
    const { hour, minute } = wallClock(
      new Date(window.bookingStartTime.getTime() + at * HOUR),
      zone,
    );
    const light = lightAt(hour * 60 + minute);
    const hours = Math.min(STEP_MINUTES / 60, span - at);
    const last = parts.at(-1);
    if (last?.light === light) last.hours += hours;
    else parts.push({ light, at, hours });
  }
  return parts;
}

interface Tick {
  /** Hours after the window's start. */
  at: number;
  label: string;
}

/** Midnight, 6 AM and noon, in minutes of the day. */
const NAMED_MINUTES = new Set([0, 6 * 60, 12 * 60]);

/**
 * The share of the daylight band that a label needs on the narrowest phone, including half a
 * neighbouring label.
 */
const labelShare = (label: string): number => (2 + 0.55 * label.length) / WINDOW_HOURS;

/**
 * Ticks at the start (with `suffix`, such as ` IST`), at 12 AM, 6 AM and 12 PM if there is space,
 * and at the end.
 */
export function windowTicks(window: ViewingWindow, zone: string, suffix = ''): Tick[] {
  const { bookingStartTime } = window;
  const span = windowHours(window);
  const minuteAt = (at: number) => {
    const { hour, minute } = wallClock(new Date(bookingStartTime.getTime() + at * HOUR), zone);
    return hour * 60 + minute;
  };
  const labelAt = (at: number) => displayTimeOfDay(minuteAt(at));
  const [first, last] = [labelAt(0) + suffix, labelAt(span)];
  const hoursToNextQuarter =
    (STEP_MINUTES - (wallClock(bookingStartTime, zone).minute % STEP_MINUTES)) / 60;
  const between = Array.from(
    { length: Math.ceil(span * 4) },
    (_, each) => hoursToNextQuarter + each / 4,
  )
    .filter((at) => at >= labelShare(first) * span && at <= span - labelShare(last) * span)
    .filter((at) => NAMED_MINUTES.has(minuteAt(at)))
    .map((at) => ({ at, label: labelAt(at) }))
    .reduce<Tick[]>(
      (ticks, tick) => (hasSpaceAfter(ticks.at(-1), tick, span) ? [...ticks, tick] : ticks),
      [],
    );
  return [{ at: 0, label: first }, ...between, { at: span, label: last }];
}

const hasSpaceAfter = (before: Tick | undefined, { at, label }: Tick, span: number): boolean =>
  !before || at - before.at >= labelShare(label) * span;
