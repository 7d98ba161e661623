import { bookingSentences } from '#messages/refusals/booking.ts';
/** @module-tag dates */
import { aServerForStores } from '../support/stores.ts';
import { browser } from '../support/fake-browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveTokens } from '#api/browser-storage.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { DAY } from '#domain/limits/durations.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import { $booking, isBookingNotOpenYet } from '#stores/booking/booking.ts';
import { openBooking } from '#stores/booking/open-booking.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { $bookingReminders, setBookingReminder } from '#stores/booking/booking-reminders.ts';
import { aClock } from '../support/test-server.ts';

const clock = aClock();
const server = await aServerForStores({ clock });

/** Opens the booking page of a film that streams in `days` days. */
async function openBookingFor(days: number, person: object = {}) {
  const viewer = await server.aViewer({ emailId: 'meena@example.com', ...person });
  const secret = server.config.secrets.tokenSecret;
  saveTokens({
    token: signUserToken(secret, { ...viewer, roles: [] }, clock.now()),
    refreshtoken: 'none',
  });
  const film = await server.aFilm({
    streamingStartDate: new Date(clock.now().getTime() + days * DAY),
  });
  browser.open(href('ticketBooking', { movie_id: film.movieId }));
  await openBooking();
  return film;
}
const takeNoticeTexts = () => takeNotices().map((notice) => notice.text);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  takeNotices();
});

test('only a film that streams within seven days can be booked', async () => {
  await openBookingFor(10);
  expect(isBookingNotOpenYet($booking.get().movie!, clock.now())).toBe(true);
  await openBookingFor(5);
  expect(isBookingNotOpenYet($booking.get().movie!, clock.now())).toBe(false);
});

test('a reminder can be requested and cancelled, and is still set on the next visit', async () => {
  const { movieId } = await openBookingFor(10);
  await setBookingReminder.run(movieId, true);
  expect(takeNoticeTexts()).toEqual([text.reminderOn]);
  expect($bookingReminders.get()[movieId]).toBe(true);
  await openBooking();
  expect($booking.get().movie).toMatchObject({ hasReminder: true });
  await setBookingReminder.run(movieId, false);
  expect($bookingReminders.get()[movieId]).toBe(false);
  await openBooking();
  expect($booking.get().movie).toMatchObject({ hasReminder: false });
});

test('without an e-mail address in the profile, the reminder shows what to do', async () => {
  const { movieId } = await openBookingFor(10, { emailId: null });
  await setBookingReminder.run(movieId, true);
  expect(setBookingReminder.$state.get()).toMatchObject({
    status: 'error',
    error: bookingSentences.address_missing,
  });
});
