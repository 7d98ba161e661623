import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/tokens.ts';
import { HOUR } from '#domain/limits.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import {
  $booking,
  $chosenWindow,
  $days,
  $now,
  $slots,
  chooseDate,
  chooseHour,
  continueToPayment,
  openBooking,
  ticketInfo,
} from '#stores/booking.ts';
import { takeNotices } from '#stores/notices.ts';
import { aClock, aHouse } from '../support/house.ts';

const clock = aClock();
const house = await aHouse({ clock });
const page = { pathname: '/', origin: 'http://house.test', assign: vi.fn(), replace: vi.fn() };
const said = () => takeNotices().map((notice) => notice.text);

async function sitDown(film: { movieId: number }) {
  const viewer = await house.aViewer();
  saveTokens({
    token: await signUserToken(house.config.secrets.tokenSecret, { userId: viewer.userId, roles: [] }, clock.now()),
    refreshtoken: 'none',
  });
  page.pathname = href('ticketBooking', { movie_id: film.movieId });
  await openBooking();
  return viewer;
}

beforeEach(() => {
  endSession({ keepRememberMe: false });
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  vi.stubGlobal('location', page);
  page.assign.mockClear();
  page.replace.mockClear();
  setFetch((input, init) => Promise.resolve(house.app.request(new Request(input, init))));
  $now.set(clock.now());
  takeNotices();
});

describe('the booking screen', () => {
  test('offers seven days, and today first with Now for a film that streams', async () => {
    await sitDown(await house.aFilm());
    expect($days.get()).toHaveLength(7);
    expect($booking.get()).toMatchObject({ status: 'success', date: '2026-11-21', hour: null });
    expect($slots.get().hasNow).toBe(true);
    expect(
      $slots
        .get()
        .slots.filter(({ isFree }) => isFree)
        .map(({ hour }) => hour),
    ).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  });

  test('begins at the first day that has an open hour', async () => {
    await sitDown(await house.aFilm({ streamingStartDate: new Date(clock.now().getTime() + 30 * HOUR) }));
    expect($booking.get().date).toBe('2026-11-22');
    expect($slots.get().hasNow).toBe(false);
    expect($slots.get().slots.filter(({ isFree }) => isFree)[0]?.hour).toBe(18);
  });

  test('does not go on without an hour', async () => {
    await sitDown(await house.aFilm());
    continueToPayment();
    expect($booking.get().error).toBe(text.chooseDateAndTime);
    expect(said()).toEqual([text.chooseDateAndTime]);
    expect(page.assign).not.toHaveBeenCalled();
    chooseHour(19);
    expect($booking.get().error).toBe('');
  });

  test('keeps the choice for the payment page', async () => {
    const film = await house.aFilm();
    await sitDown(film);
    chooseHour(19);
    continueToPayment();
    expect(ticketInfo.get()).toEqual({
      movieId: film.movieId,
      date: '2026-11-21',
      time: '7.00 PM',
      startTime: '21-11-2026 13:30:00',
    });
    expect(page.assign).toHaveBeenCalledWith(href('payment'));
  });

  test('forgets an hour that the next chosen day does not have', async () => {
    await sitDown(await house.aFilm());
    chooseDate('2026-11-22');
    chooseHour(9);
    expect($chosenWindow.get()?.bookingStartTime).toEqual(new Date('2026-11-22T03:30:00Z'));
    chooseDate('2026-11-21');
    expect($booking.get().hour).toBeNull();
  });

  test('takes an hour away that passes while one looks at it', async () => {
    await sitDown(await house.aFilm());
    chooseHour(13);
    vi.setSystemTime(clock.now().getTime() + 2 * HOUR);
    continueToPayment();
    expect(said()).toEqual([text.chooseDateAndTime]);
    expect(ticketInfo.get()).toBeNull();
  });

  test('leads a viewer who holds a ticket back to the film', async () => {
    const film = await house.aFilm({ ticketRate: 0 });
    const viewer = await sitDown(film);
    const as = { userId: viewer.userId };
    const order = await house.post(`/api/ott/movies/${film.movieId}/orders`, {
      as,
      body: { bookingStartTime: '21-11-2026 13:30:00', timezone: 'Asia/Kolkata' },
    });
    await house.put(`/api/ott/orders/${order.json.movieOrderId}/payment`, {
      as,
      body: { paymentStatus: 'PAID', paymentMode: 'FREE' },
    });
    await openBooking();
    expect(said()).toEqual([text.alreadyBooked]);
    expect(page.replace).toHaveBeenCalledWith(href('movieDetails', { movie_id: film.movieId }));
  });

  test('says so when the film does not arrive, and when there is none', async () => {
    await sitDown({ movieId: 999 });
    expect($booking.get().status).toBe('noData');
    setFetch(() => Promise.reject(new TypeError('fetch failed')));
    await openBooking();
    expect($booking.get().status).toBe('error');
    expect(said()).toEqual([text.ticketLoadFailed]);
  });
});
