import { isBookingOpen } from '#domain/booking-opens.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { firstOf } from '#domain/existing.ts';
import { checkSlot } from '#domain/slots.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { isZone, wallClock } from '#domain/zones.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import { type DatedMovie, findProfile } from './queries.ts';

/**
 * The window of an unpaid gift, for which nobody chooses an hour yet: from now, as of a Now
 * booking. Throws booking_not_open unless booking is open in the giver's zone.
 */
export async function giftColumns({
  deps,
  viewer,
  movie,
  zone,
}: {
  deps: Deps;
  viewer: Viewer;
  movie: DatedMovie;
  zone?: string;
}) {
  const now = deps.now();
  const timezone = firstOf(await listSlotZones(deps, viewer, zone));
  if (!isBookingOpen(movie.streamingStartDate, now, timezone))
    throw new AppError('booking_not_open');
  return { ...viewingWindow(now), timezone: timezone, chosenStartTime: null };
}

export async function slotColumns({
  deps,
  viewer,
  movie,
  start,
  zone,
}: {
  deps: Deps;
  viewer: Viewer;
  movie: DatedMovie;
  start: Date;
  zone?: string;
}) {
  const now = deps.now();
  const timezone = await findSlotZone({ deps, viewer, movie, start, zone });
  const isChosenHour =
    start > now && wallClock(start, timezone).minute === 0 && start.getTime() % 60_000 === 0;
  return { ...viewingWindow(start), timezone, chosenStartTime: isChosenHour ? start : null };
}

/** Never empty. Throws zone_unknown. */
async function listSlotZones(deps: Deps, viewer: Viewer, zone?: string): Promise<string[]> {
  if (zone !== undefined && !isZone(zone)) throw fieldError('timezone', 'zone_unknown');
  // Chosen: without a zone in the request, the profile's, the cinema's and UTC are tried in this
  // order.
  if (zone) return [zone];
  const profileZone = (await findProfile(deps.db, viewer.userId))?.timezone;
  const usualZones = [CINEMA_ZONE, 'UTC'];
  return profileZone && isZone(profileZone) ? [profileZone, ...usualZones] : usualZones;
}

async function findSlotZone({
  deps,
  viewer,
  movie,
  start,
  zone,
}: {
  deps: Deps;
  viewer: Viewer;
  movie: DatedMovie;
  start: Date;
  zone?: string;
}) {
  const zones = await listSlotZones(deps, viewer, zone);
  const checks = zones.map((each) => ({
    timezone: each,
    refusal: checkSlot(start, {
      now: deps.now(),
      zone: each,
      streamingStart: movie.streamingStartDate,
    }),
  }));
  const { timezone, refusal } = checks.find((each) => each.refusal === null) ?? firstOf(checks);
  if (refusal === null) return timezone;
  throw fieldError('bookingStartTime', `slot_${refusal}`);
}
