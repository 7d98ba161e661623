import { HOUSE_ZONE } from '#domain/dates.ts';
import { isBookingOpen } from '#domain/booking-opens.ts';
import { isZone } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { bookableMovie } from '../found.ts';
import { findReader } from '../mails/queries.ts';
import { findZone } from '../queries.ts';
import { deleteReminder, saveReminder } from './queries.ts';

/**
 * Asks for one mail on the day when the booking of a film opens; asking again changes nothing. Without `timezone` the profile's
 * zone counts, else India's. Throws movie_not_found, zone_unknown, booking_open (409), address_missing (422).
 */
export async function askReminder(deps: Deps, { userId }: Viewer, movieId: number, timezone?: string) {
  const { db, now } = deps;
  const { streamingStartDate } = await bookableMovie(db, movieId);
  const zone = timezone ?? (await findZone(db, userId)) ?? HOUSE_ZONE;
  if (!isZone(zone)) throw new AppError('invalid', 'zone_unknown', text.zoneUnknown);
  if (isBookingOpen(streamingStartDate!, now(), zone))
    throw new AppError('conflict', 'booking_open', text.bookingIsOpen);
  if (!(await findReader(db, userId))?.emailId)
    throw new AppError('invalid', 'address_missing', text.reminderNeedsAddress);
  await saveReminder(db, { userId, movieId, timezone: zone, askedAt: now() });
  return { hasReminder: true };
}

/** Takes the wish back; without one nothing happens. */
export async function dropReminder({ db }: Deps, { userId }: Viewer, movieId: number): Promise<void> {
  await deleteReminder(db, userId, movieId);
}
