import { HOUSE_ZONE } from '#domain/dates.ts';
import { refuseSlot, type SlotRefusal } from '#domain/slots.ts';
import { isZone } from '#domain/zones.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { wallClock } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type BookedMovie, findZone } from './queries.ts';

const SLOT_REFUSALS: Record<SlotRefusal, string> = {
  before_streaming: text.slotBeforeStreaming,
  past: text.slotPast,
  too_far: text.slotTooFar,
  not_on_the_hour: text.slotNotOnTheHour,
};

/** The columns of a slot that can be booked. Throws 422 with the reason when it cannot. */
export async function bookableSlot(
  deps: Deps,
  viewer: Viewer,
  movie: BookedMovie,
  start: Date,
  zone: string | undefined,
) {
  const now = deps.now();
  const timezone = await zoneOfSlot(deps, viewer, movie, start, zone);
  const isHour = start > now && wallClock(start, timezone).minute === 0 && start.getTime() % 60_000 === 0;
  return { ...viewingWindow(start), timezone, chosenStartTime: isHour ? start : null };
}

/** The zone that the slot is on the hour in. */
async function zoneOfSlot(
  deps: Deps,
  viewer: Viewer,
  movie: BookedMovie,
  start: Date,
  zone: string | undefined,
): Promise<string> {
  if (zone !== undefined && !isZone(zone))
    throw new AppError('invalid', 'zone_unknown', text.zoneUnknown, {
      errors: [{ path: 'timezone', message: text.zoneUnknown }],
    });
  // Chosen: a caller that names no zone is taken to be in the profile's, the house's or UTC.
  const zones = zone
    ? [zone]
    : [await findZone(deps.db, viewer.userId), HOUSE_ZONE, 'UTC'].filter((each) => each !== null && isZone(each));
  const refusals = zones.map((each) =>
    refuseSlot(start, { now: deps.now(), zone: each!, streamingStart: movie.streamingStartDate! }),
  );
  const fits = refusals.indexOf(null);
  if (fits >= 0) return zones[fits]!;
  throw new AppError('invalid', `slot_${refusals[0]}`, SLOT_REFUSALS[refusals[0]!], {
    errors: [{ path: 'bookingStartTime', message: SLOT_REFUSALS[refusals[0]!] }],
  });
}
