import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { HOUR } from '#domain/limits.ts';
import { href } from '#routes.ts';
import {
  $details,
  $isTicketShown,
  $returned,
  detailAction,
  detailsHref,
  followClock,
  openDetails,
  showTicket,
  TRAILER,
  takeTicketWish,
} from '#stores/details.ts';
import { takeNotices } from '#stores/notices.ts';

const house = await aHouseForStores();
const noon = house.clock.now();
const replaceState = vi.fn();
let viewer = { userId: 0 };

beforeEach(async () => {
  house.clock.set(noon);
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  vi.stubGlobal('history', { state: null, replaceState });
  replaceState.mockClear();
  viewer = await house.signIn();
  takeNotices();
});

/** A film's page, as its viewer comes to it. */
async function visit(film: { movieId: number; movieType: string }, hash = '') {
  browser.open(detailsHref(film) + hash);
  await openDetails();
}

describe('the button (spec §4)', () => {
  test.each([
    [{ movieType: 'MOVIES', playStatus: 'PAID', paymentStatus: 1 }, 'watch'],
    [{ movieType: 'SERIES', playStatus: 'PAID', paymentStatus: 0 }, 'watch'],
    [{ movieType: 'MOVIES', playStatus: null, paymentStatus: 1 }, 'booked'],
    [{ movieType: 'MOVIES', playStatus: null, paymentStatus: 2 }, 'booked'],
    [{ movieType: 'MOVIES', playStatus: null, paymentStatus: 0 }, 'book'],
    [{ movieType: TRAILER, playStatus: 'PAID', paymentStatus: 1 }, 'trailer'],
    [{ movieType: TRAILER, playStatus: null, paymentStatus: 0 }, 'trailer'],
  ] as const)('of %j is %s', (movie, action) => expect(detailAction(movie)).toBe(action));

  test('follows the clock: Booked, Watch Now when the window opens, Book Now when it has closed', async () => {
    const film = await house.aFilm();
    const start = new Date(noon.getTime() + HOUR);
    await house.anOrder(viewer, film, {
      bookingStartTime: start,
      bookingEndTime: new Date(start.getTime() + 24 * HOUR),
    });
    await visit(film);
    const later = async (hours: number) => {
      house.clock.advance(hours * HOUR);
      vi.setSystemTime(house.clock.now());
      await followClock(house.clock.now());
      return detailAction($details.get().movie!);
    };
    expect(detailAction($details.get().movie!)).toBe('booked');
    house.calls.length = 0;
    await followClock(noon);
    expect(house.calls).toEqual([]);
    expect(await later(1)).toBe('watch');
    showTicket();
    expect(await later(24)).toBe('book');
    expect($isTicketShown.get()).toBe(false);
  });
});

describe('the ticket, after paying', () => {
  test('is shown once when the address says so', async () => {
    const film = await house.aFilm();
    await house.anOrder(viewer, film);
    await visit(film, '#ticket');
    expect(takeTicketWish()).toBe(true);
    expect(replaceState).toHaveBeenCalledWith(null, '', href('movieDetails', { movie_id: film.movieId }));
  });

  test('is not there to be shown without an order, nor without the wish', async () => {
    const film = await house.aFilm();
    await visit(film, '#ticket');
    expect(takeTicketWish()).toBe(false);
    expect(replaceState).toHaveBeenCalled();
    await house.anOrder(viewer, film);
    await visit(film, '#reviews');
    expect(takeTicketWish()).toBe(false);
  });
});

describe('a ticket that went back', () => {
  const told = () => $returned.get()?.orderNo;
  const answered = async ({ movieId }: { movieId: number }) => {
    await vi.waitFor(() => {
      expect(house.calls).toContain(`GET /api/ott/mymovieorders/${movieId}`);
      expect(house.underway.count).toBe(0);
    });
    await new Promise((read) => setTimeout(read, 20));
  };

  test('is told beside the film, until its window would have closed', async () => {
    const film = await house.aFilm();
    const { orderNo } = await house.anOrder(viewer, film, { paymentStatus: 'REFUNDED' });
    await visit(film);
    await vi.waitFor(() => expect(told()).toBe(orderNo));
    house.clock.advance(24 * HOUR);
    vi.setSystemTime(house.clock.now());
    house.calls.length = 0;
    await visit(film);
    await answered(film);
    expect(told()).toBeUndefined();
  });

  test('is told when the film has left the house', async () => {
    const film = await house.aFilm({ active: 'N' });
    const { orderNo } = await house.anOrder(viewer, film, { paymentStatus: 'REFUNDED' });
    await visit(film);
    expect($details.get().status).toBe('noData');
    expect(told()).toBe(orderNo);
  });

  test('is nobody else’s, and a ticket that was not paid is none', async () => {
    const film = await house.aFilm();
    await house.anOrder(await house.aViewer(), film, { paymentStatus: 'REFUNDED' });
    await house.anOrder(viewer, film, { paymentStatus: 'CANCELLED' });
    await visit(film);
    await answered(film);
    expect(told()).toBeUndefined();
  });
});
