import { BOOKABLE_DAYS, NOW_SKEW_MINUTES } from './limits/booking.ts';
import { DAY, HOUR, MINUTE } from './limits/durations.ts';
import { wallClock, zoneOffset } from './zones.ts';

export interface Slot {
  /** 0 to 23 in the viewer's zone. */
  hour: number;
  start: Date;
  isBookable: boolean;
}

interface SlotRules {
  now: Date;
  zone: string;
  streamingStart: Date;
}

export const SLOT_GROUPS = ['night', 'morning', 'matinee', 'evening'] as const;
type SlotGroup = (typeof SLOT_GROUPS)[number];

export const slotGroup = (hour: number): SlotGroup =>
  SLOT_GROUPS[Math.floor(hour / 6)] ?? 'evening';

/** `YYYY-MM-DD` in the viewer's zone, today first. */
export function bookableDates(now: Date, zone: string): [string, ...string[]] {
  const today = Date.parse(`${wallClock(now, zone).date}T00:00:00Z`);
  const dateAfter = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10);
  return [
    dateAfter(0),
    ...Array.from({ length: BOOKABLE_DAYS - 1 }, (_, index) => dateAfter(index + 1)),
  ];
}

/**
 * If the clock changes, a skipped hour is missing and a repeated hour is listed once, at its first
 * instant (spec §5).
 */
export function slotsOn(date: string, { now, zone, streamingStart }: SlotRules): Slot[] {
  return Array.from({ length: 24 }, (_, hour) => ({ hour, start: instantOf(date, hour, zone) }))
    .filter((slot): slot is { hour: number; start: Date } => slot.start !== null)
    .map((slot) => ({ ...slot, isBookable: slot.start > now && slot.start >= streamingStart }));
}

function instantOf(date: string, hour: number, zone: string): Date | null {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + hour * HOUR;
  // Offsets range from -12 to +14 hours, so these instants are before and after any clock change
  // near the slot.
  const offsets = [-15, 15].map((hours) => zoneOffset(new Date(asUtc + hours * HOUR), zone));
  const instants = offsets
    .map((minutes) => new Date(asUtc - minutes * MINUTE))
    .sort((a, b) => a.getTime() - b.getTime());
  return instants.find((each) => isWallTime({ instant: each, date, hour, zone })) ?? null;
}

function isWallTime({
  instant,
  date,
  hour,
  zone,
}: {
  instant: Date;
  date: string;
  hour: number;
  zone: string;
}): boolean {
  const wall = wallClock(instant, zone);
  return wall.date === date && wall.hour === hour && wall.minute === 0;
}

/** Spec §5: only for today, after streaming has started. */
export const isNowAvailable = (date: string, { now, zone, streamingStart }: SlotRules): boolean =>
  streamingStart <= now && date === bookableDates(now, zone)[0];

export type SlotRefusal = 'before_streaming' | 'past' | 'too_far' | 'not_on_the_hour';

/** Applies the rules of api.md "Order". Null when the slot can be booked. */
export function checkSlot(
  start: Date,
  { now, zone, streamingStart }: SlotRules,
): SlotRefusal | null {
  const isNow = Math.abs(start.getTime() - now.getTime()) <= NOW_SKEW_MINUTES * MINUTE;
  if (start < streamingStart && !(isNow && streamingStart <= now)) return 'before_streaming';
  if (isNow) return null;
  if (start < now) return 'past';
  const wall = wallClock(start, zone);
  if (!bookableDates(now, zone).includes(wall.date)) return 'too_far';
  return wall.minute === 0 && start.getTime() % MINUTE === 0 ? null : 'not_on_the_hour';
}
