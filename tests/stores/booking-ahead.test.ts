import { aHouseForStores } from '../support/stores.ts';
import { browser } from '../support/tab.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveTokens } from '#api/tokens.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { DAY } from '#domain/limits.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import { $booking, isBookingAhead } from '#stores/booking.ts';
import { openBooking } from '#stores/booking-open.ts';
import { takeNotices } from '#stores/notices.ts';
import { $bookingReminders, setBookingReminder } from '#stores/booking-reminders.ts';
import { aClock } from '../support/house.ts';

const clock = aClock();
const house = await aHouseForStores({ clock });

/** A viewer at the booking page of a film that streams in so many days. */
async function atBooking(days: number, person: object = {}) {
  const viewer = await house.aViewer({ emailId: 'meena@example.com', ...person });
  const secret = house.config.secrets.tokenSecret;
  saveTokens({ token: await signUserToken(secret, { ...viewer, roles: [] }, clock.now()), refreshtoken: 'none' });
  const film = await house.aFilm({ streamingStartDate: new Date(clock.now().getTime() + days * DAY) });
  browser.open(href('ticketBooking', { movie_id: film.movieId }));
  await openBooking();
  return film;
}
const said = () => takeNotices().map((notice) => notice.text);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  takeNotices();
});

test('a film that streams in more than seven days cannot be booked yet, one that streams sooner can', async () => {
  await atBooking(10);
  expect(isBookingAhead($booking.get().movie!, clock.now())).toBe(true);
  await atBooking(5);
  expect(isBookingAhead($booking.get().movie!, clock.now())).toBe(false);
});

test('a reminder is asked for and taken back, and is known on the next visit', async () => {
  const { movieId } = await atBooking(10);
  await setBookingReminder.run(movieId, true);
  expect(said()).toEqual([text.reminderOn]);
  expect($bookingReminders.get()[movieId]).toBe(true);
  await openBooking();
  expect($booking.get().movie).toMatchObject({ hasReminder: true });
  await setBookingReminder.run(movieId, false);
  expect($bookingReminders.get()[movieId]).toBe(false);
  await openBooking();
  expect($booking.get().movie).toMatchObject({ hasReminder: false });
});

test('without an address in the profile the reminder says what to do', async () => {
  const { movieId } = await atBooking(10, { emailId: null });
  await setBookingReminder.run(movieId, true);
  expect(setBookingReminder.$state.get()).toMatchObject({ status: 'error', error: text.reminderNeedsAddress });
});
