import { CINEMA_ZONE } from '#domain/dates.ts';
import { isBookingOpen } from '#domain/booking-opens.ts';
import { isZone } from '#domain/zones.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { requireDatedMovie } from '../bookable-movie.ts';
import { findProfile } from '../queries.ts';
import { deleteReminder, saveReminder } from './queries.ts';

/** Idempotent. Throws movie_not_found, zone_unknown, booking_open (409), address_missing (422). */
export async function requestReminder(
  deps: Deps,
  { viewer: { userId }, movieId, timezone }: { viewer: Viewer; movieId: number; timezone?: string },
) {
  const { db, now } = deps;
  const { streamingStartDate } = await requireDatedMovie(db, movieId);
  const profile = await findProfile(db, userId);
  const zone = timezone ?? profile?.timezone ?? CINEMA_ZONE;
  if (!isZone(zone)) throw new AppError('zone_unknown');
  if (isBookingOpen(streamingStartDate, now(), zone)) throw new AppError('booking_open');
  if (!profile?.emailId) throw new AppError('address_missing');
  await saveReminder(db, { userId, movieId, timezone: zone, askedAt: now() });
  return { hasReminder: true };
}

export async function cancelReminder(
  { db }: Deps,
  { userId }: Viewer,
  movieId: number,
): Promise<void> {
  await deleteReminder(db, userId, movieId);
}
