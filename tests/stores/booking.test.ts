import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/browser-storage.ts';
import { displayLocalAndCinemaTime, zoneCity } from '#domain/format/date-times.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import {
  $booking,
  $chosenWindow,
  $date,
  $days,
  $now,
  $slots,
  chooseDate,
  chooseHour,
  continueToPayment,
  ticketInfo,
  viewerZone,
} from '#stores/booking/booking.ts';
import { openBooking } from '#stores/booking/open-booking.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { aClock, aServer } from '../support/test-server.ts';
import { NOON } from '../support/test-now.ts';
import { aViewerInIndia } from '../support/viewer-in-india.ts';

aViewerInIndia();
const clock = aClock(NOON);
const server = await aServer({ clock });
const page = { pathname: '/', origin: 'http://server.test', assign: vi.fn(), replace: vi.fn() };
const takeNoticeTexts = () => takeNotices().map((notice) => notice.text);

async function openBookingAsViewer(film: { movieId: number }) {
  const viewer = await server.aViewer();
  saveTokens({
    token: signUserToken(
      server.config.secrets.tokenSecret,
      { userId: viewer.userId, roles: [] },
      clock.now(),
    ),
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
  setFetch((input, init) => Promise.resolve(server.app.request(new Request(input, init))));
  $now.set(clock.now());
  takeNotices();
});

describe('the booking screen', () => {
  test('offers seven days, today first, with Now for a streaming film', async () => {
    await openBookingAsViewer(await server.aFilm());
    expect($days.get()).toHaveLength(7);
    expect($booking.get()).toMatchObject({ status: 'success', date: '2026-11-21', hour: null });
    expect($slots.get().hasNow).toBe(true);
    expect(
      $slots
        .get()
        .slots.filter(({ isBookable }) => isBookable)
        .map(({ hour }) => hour),
    ).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  });

  test('starts on the first day with a bookable hour', async () => {
    await openBookingAsViewer(
      await server.aFilm({ streamingStartDate: new Date(clock.now().getTime() + 30 * HOUR) }),
    );
    expect($booking.get().date).toBe('2026-11-22');
    expect($slots.get().hasNow).toBe(false);
    expect($slots.get().slots.filter(({ isBookable }) => isBookable)[0]?.hour).toBe(18);
  });

  test('does not continue without an hour', async () => {
    await openBookingAsViewer(await server.aFilm());
    continueToPayment();
    expect($booking.get().error).toBe(text.chooseDateAndTime);
    expect(takeNoticeTexts()).toEqual([text.chooseDateAndTime]);
    expect(page.assign).not.toHaveBeenCalled();
    chooseHour(19);
    expect($booking.get().error).toBe('');
  });

  test('stores the choice for the payment page', async () => {
    const film = await server.aFilm();
    await openBookingAsViewer(film);
    chooseHour(19);
    continueToPayment();
    expect(ticketInfo.get()).toEqual({
      movieId: film.movieId,
      date: '2026-11-21',
      time: 'hour',
      startTime: '21-11-2026 13:30:00',
    });
    expect(page.assign).toHaveBeenCalledWith(href('payment'));
  });

  test('clears the hour if the newly chosen day does not have it', async () => {
    await openBookingAsViewer(await server.aFilm());
    chooseDate('2026-11-22');
    chooseHour(9);
    expect($chosenWindow.get()?.bookingStartTime).toEqual(new Date('2026-11-22T03:30:00Z'));
    chooseDate('2026-11-21');
    expect($booking.get().hour).toBeNull();
  });

  test('removes an hour that passes while the page is open', async () => {
    await openBookingAsViewer(await server.aFilm());
    chooseHour(13);
    vi.setSystemTime(clock.now().getTime() + 2 * HOUR);
    continueToPayment();
    expect(takeNoticeTexts()).toEqual([text.chooseDateAndTime]);
    expect(ticketInfo.get()).toBeNull();
  });

  test('redirects a viewer with a ticket to the film', async () => {
    const film = await server.aFilm({ ticketRate: 0 });
    const viewer = await openBookingAsViewer(film);
    const as = { userId: viewer.userId };
    const order = await server.post(`/api/ott/movies/${film.movieId}/orders`, {
      as,
      body: { bookingStartTime: '21-11-2026 13:30:00', timezone: 'Asia/Kolkata' },
    });
    await server.put(`/api/ott/orders/${order.json.movieOrderId}/payment`, {
      as,
      body: { paymentStatus: 'PAID', paymentMode: 'FREE' },
    });
    await openBooking();
    expect(takeNoticeTexts()).toEqual([text.alreadyBooked]);
    expect(page.replace).toHaveBeenCalledWith(href('movieDetails', { movie_id: film.movieId }));
  });

  test('restores the choice after a return from the payment page', async () => {
    const film = await server.aFilm();
    await openBookingAsViewer(film);
    chooseDate('2026-11-22');
    chooseHour(9);
    continueToPayment();
    await openBooking();
    expect($booking.get()).toMatchObject({ date: '2026-11-22', hour: 9 });

    vi.setSystemTime(clock.now().getTime() + 30 * HOUR);
    await openBooking();
    expect($booking.get()).toMatchObject({ date: '2026-11-22', hour: null });
  });

  test('changes to today when the chosen day ends', async () => {
    await openBookingAsViewer(await server.aFilm());
    chooseHour(23);
    $now.set(new Date(clock.now().getTime() + 13 * HOUR));
    expect($date.get()).toBe('2026-11-22');
    expect($chosenWindow.get()?.bookingStartTime).toEqual(new Date('2026-11-22T17:30:00Z'));
  });

  test('shows an error if the film cannot be loaded or does not exist', async () => {
    await openBookingAsViewer({ movieId: 999 });
    expect($booking.get().status).toBe('noData');
    setFetch(() => Promise.reject(new TypeError('fetch failed')));
    await openBooking();
    expect($booking.get().status).toBe('error');
    expect(takeNoticeTexts()).toEqual([text.ticketLoadFailed]);
  });
});

describe('in the zone of the viewer', () => {
  const configuredZone = process.env['TZ'];
  const noon = clock.now();
  afterEach(() => {
    process.env['TZ'] = configuredZone;
    clock.set(noon);
  });

  test.each([
    {
      zone: 'Asia/Kolkata',
      hour: '2026-11-22 19',
      skipped: [],
      opens: '22-11-2026 13:30:00',
      opensText: 'Sun 22 Nov, 7.00\u00a0PM',
      closesText: 'Mon 23 Nov, 7.00\u00a0PM',
    },
    {
      zone: 'Asia/Kathmandu',
      hour: '2026-11-22 19',
      skipped: [],
      opens: '22-11-2026 13:15:00',
      opensText: 'Sun 22 Nov, 7.00\u00a0PM (Sun 22 Nov, 6.45\u00a0PM IST)',
      closesText: 'Mon 23 Nov, 7.00\u00a0PM (Mon 23 Nov, 6.45\u00a0PM IST)',
    },
    {
      zone: 'America/New_York',
      hour: '2026-03-08 3',
      skipped: [2],
      opens: '08-03-2026 07:00:00',
      opensText: 'Sun 8 Mar, 3.00\u00a0AM (Sun 8 Mar, 12.30\u00a0PM IST)',
      closesText: 'Mon 9 Mar, 3.00\u00a0AM (Mon 9 Mar, 12.30\u00a0PM IST)',
    },
    {
      zone: 'America/New_York',
      hour: '2026-11-01 1',
      skipped: [],
      opens: '01-11-2026 05:00:00',
      opensText: 'Sun 1 Nov, 1.00\u00a0AM EDT (Sun 1 Nov, 10.30\u00a0AM IST)',
      closesText: 'Mon 2 Nov, 12.00\u00a0AM (Mon 2 Nov, 10.30\u00a0AM IST)',
    },
    {
      zone: 'America/New_York',
      hour: '2026-10-31 2',
      skipped: [],
      opens: '31-10-2026 06:00:00',
      opensText: 'Sat 31 Oct, 2.00\u00a0AM (Sat 31 Oct, 11.30\u00a0AM IST)',
      closesText: 'Sun 1 Nov, 1.00\u00a0AM EST (Sun 1 Nov, 11.30\u00a0AM IST)',
    },
    {
      zone: 'Australia/Lord_Howe',
      hour: '2026-10-04 3',
      skipped: [2],
      opens: '03-10-2026 16:00:00',
      opensText: 'Sun 4 Oct, 3.00\u00a0AM (Sat 3 Oct, 9.30\u00a0PM IST)',
      closesText: 'Mon 5 Oct, 3.00\u00a0AM (Sun 4 Oct, 9.30\u00a0PM IST)',
    },
    {
      zone: 'Australia/Lord_Howe',
      hour: '2026-04-05 2',
      skipped: [],
      opens: '04-04-2026 15:30:00',
      opensText: 'Sun 5 Apr, 2.00\u00a0AM (Sat 4 Apr, 9.00\u00a0PM IST)',
      closesText: 'Mon 6 Apr, 2.00\u00a0AM (Sun 5 Apr, 9.00\u00a0PM IST)',
    },
    {
      zone: 'Europe/London',
      hour: '2026-03-29 2',
      skipped: [1],
      opens: '29-03-2026 01:00:00',
      opensText: 'Sun 29 Mar, 2.00\u00a0AM (Sun 29 Mar, 6.30\u00a0AM IST)',
      closesText: 'Mon 30 Mar, 2.00\u00a0AM (Mon 30 Mar, 6.30\u00a0AM IST)',
    },
    {
      zone: 'Europe/London',
      hour: '2026-10-25 1',
      skipped: [],
      opens: '25-10-2026 00:00:00',
      opensText: 'Sun 25 Oct, 1.00\u00a0AM BST (Sun 25 Oct, 5.30\u00a0AM IST)',
      closesText: 'Mon 26 Oct, 12.00\u00a0AM (Mon 26 Oct, 5.30\u00a0AM IST)',
    },
    {
      zone: 'Pacific/Apia',
      hour: '2026-11-22 0',
      skipped: [],
      opens: '21-11-2026 11:00:00',
      opensText: 'Sun 22 Nov, 12.00\u00a0AM (Sat 21 Nov, 4.30\u00a0PM IST)',
      closesText: 'Mon 23 Nov, 12.00\u00a0AM (Sun 22 Nov, 4.30\u00a0PM IST)',
    },
  ])('$zone: $hour opens at $opens, and the server accepts it', async (each) => {
    const [date, hour] = each.hour.split(' ') as [string, string];
    process.env['TZ'] = each.zone;
    clock.set(new Date(Date.parse(`${date}T00:00:00Z`) - 40 * HOUR));
    vi.setSystemTime(clock.now());
    $now.set(clock.now());
    const film = await server.aFilm();
    const viewer = await openBookingAsViewer(film);
    expect(zoneCity(viewerZone())).toBe(zoneCity(each.zone));

    chooseDate(date);
    const hours = Array.from({ length: 24 }, (_, index) => index).filter(
      (index) => !each.skipped.includes(index as never),
    );
    expect(
      $slots
        .get()
        .slots.filter(({ isBookable }) => isBookable)
        .map((slot) => slot.hour),
    ).toEqual(hours);

    chooseHour(Number(hour));
    const window = $chosenWindow.get()!;
    expect(displayLocalAndCinemaTime(window.bookingStartTime, viewerZone())).toBe(each.opensText);
    expect(displayLocalAndCinemaTime(window.bookingEndTime, viewerZone())).toBe(each.closesText);
    continueToPayment();
    expect(ticketInfo.get()?.startTime).toBe(each.opens);
    const { status } = await server.post(`/api/ott/movies/${film.movieId}/orders`, {
      as: viewer,
      body: { bookingStartTime: each.opens, timezone: viewerZone() },
    });
    expect(status).toBe(201);
  });

  test('without a zone name, UTC is used', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
      timeZone: 'Etc/Unknown',
    } as never);
    expect(viewerZone()).toBe('UTC');
  });
});
