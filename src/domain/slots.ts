import { BOOKABLE_DAYS, DAY, HOUR, MINUTE, NOW_SKEW_MINUTES } from './limits.ts';
import { wallClock, zoneOffset } from './zones.ts';

export interface Slot {
  /** 0 to 23, the hour on the wall of the viewer's zone. */
  hour: number;
  start: Date;
  isFree: boolean;
}

/** The four groups of the picker, by the clock: six hours each. */
export const SLOT_GROUPS = ['night', 'morning', 'matinee', 'evening'] as const;
export type SlotGroup = (typeof SLOT_GROUPS)[number];

export const slotGroup = (hour: number): SlotGroup => SLOT_GROUPS[Math.floor(hour / 6)] ?? 'evening';

/** The seven dates (`YYYY-MM-DD`) that can be booked, today first, in the viewer's zone. */
export function bookableDates(now: Date, zone: string): string[] {
  const today = Date.parse(`${wallClock(now, zone).date}T00:00:00Z`);
  return Array.from({ length: BOOKABLE_DAYS }, (_, day) => new Date(today + day * DAY).toISOString().slice(0, 10));
}

/**
 * The hours of one date, 12.00 AM to 11.00 PM. A slot is free after now and not before the streaming start (spec §5).
 * An hour that the clock skips on that date is absent; one that it repeats stands once, at its first instant.
 */
export function slotsOn(
  date: string,
  { now, zone, streamingStart }: { now: Date; zone: string; streamingStart: Date },
): Slot[] {
  return Array.from({ length: 24 }, (_, hour) => ({ hour, start: instantOf(date, hour, zone) }))
    .filter((slot): slot is { hour: number; start: Date } => slot.start !== null)
    .map((slot) => ({ ...slot, isFree: slot.start > now && slot.start >= streamingStart }));
}

function instantOf(date: string, hour: number, zone: string): Date | null {
  const onUtcWall = Date.parse(`${date}T00:00:00Z`) + hour * HOUR;
  // Zones lie between 12 hours behind and 14 ahead: these two moments are before and after any clock change near the slot.
  const offsets = [-15, 15].map((hours) => zoneOffset(new Date(onUtcWall + hours * HOUR), zone));
  const instants = offsets
    .map((minutes) => new Date(onUtcWall - minutes * MINUTE))
    .sort((a, b) => a.getTime() - b.getTime());
  return instants.find((each) => readsAs(each, date, hour, zone)) ?? null;
}

function readsAs(instant: Date, date: string, hour: number, zone: string): boolean {
  const wall = wallClock(instant, zone);
  return wall.date === date && wall.hour === hour && wall.minute === 0;
}

/** A Now slot stands only when streaming has started and the chosen date is today (spec §5). */
export const offersNow = (
  date: string,
  { now, zone, streamingStart }: { now: Date; zone: string; streamingStart: Date },
): boolean => streamingStart <= now && date === bookableDates(now, zone)[0];

export type SlotRefusal = 'before_streaming' | 'past' | 'too_far' | 'not_on_the_hour';

/**
 * Whether the server takes a start (api.md "Order"): on the hour in the viewer's zone or now (five minutes of skew),
 * not before the streaming start, within seven days. Null when it may be booked.
 */
export function refuseSlot(
  start: Date,
  { now, zone, streamingStart }: { now: Date; zone: string; streamingStart: Date },
): SlotRefusal | null {
  const isNow = Math.abs(start.getTime() - now.getTime()) <= NOW_SKEW_MINUTES * MINUTE;
  if (start < streamingStart && !(isNow && streamingStart <= now)) return 'before_streaming';
  if (isNow) return null;
  if (start < now) return 'past';
  const wall = wallClock(start, zone);
  if (!bookableDates(now, zone).includes(wall.date)) return 'too_far';
  return wall.minute === 0 && start.getTime() % MINUTE === 0 ? null : 'not_on_the_hour';
}
