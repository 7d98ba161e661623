/** @module-tag dates */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { href } from '#routes.ts';
import {
  $details,
  $isTicketShown,
  $refundedTicket,
  detailAction,
  detailsHref,
  refreshAtWindowChange,
  openDetails,
  showTicket,
  TRAILER_TYPE,
  consumeTicketHash,
} from '#stores/details/details.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
const noon = server.clock.now();
const replaceState = vi.fn();
let viewer = { userId: 0 };

beforeEach(async () => {
  server.clock.set(noon);
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  vi.stubGlobal('history', { state: null, replaceState });
  replaceState.mockClear();
  viewer = await server.signIn();
  takeNotices();
});

/** Opens a film's details page. */
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
    [{ movieType: TRAILER_TYPE, playStatus: 'PAID', paymentStatus: 1 }, 'trailer'],
    [{ movieType: TRAILER_TYPE, playStatus: null, paymentStatus: 0 }, 'trailer'],
  ] as const)('of %j is %s', (movie, action) => expect(detailAction(movie)).toBe(action));

  test('changes with the time: Booked, Watch Now when the window opens, Book Now after it has closed', async () => {
    const film = await server.aFilm();
    const start = new Date(noon.getTime() + HOUR);
    await server.anOrder(viewer, film, {
      bookingStartTime: start,
      bookingEndTime: new Date(start.getTime() + 24 * HOUR),
    });
    await visit(film);
    const later = async (hours: number) => {
      server.clock.advance(hours * HOUR);
      vi.setSystemTime(server.clock.now());
      await refreshAtWindowChange(server.clock.now());
      return detailAction($details.get().movie!);
    };
    expect(detailAction($details.get().movie!)).toBe('booked');
    server.calls.length = 0;
    await refreshAtWindowChange(noon);
    expect(server.calls).toEqual([]);
    expect(await later(1)).toBe('watch');
    showTicket();
    expect(await later(24)).toBe('book');
    expect($isTicketShown.get()).toBe(false);
  });
});

describe('the ticket after payment', () => {
  test('is shown once if the URL has #ticket', async () => {
    const film = await server.aFilm();
    await server.anOrder(viewer, film);
    await visit(film, '#ticket');
    expect(consumeTicketHash()).toBe(true);
    expect(replaceState).toHaveBeenCalledWith(
      null,
      '',
      href('movieDetails', { movie_id: film.movieId }),
    );
  });

  test('is not shown without an order or without #ticket', async () => {
    const film = await server.aFilm();
    await visit(film, '#ticket');
    expect(consumeTicketHash()).toBe(false);
    expect(replaceState).toHaveBeenCalled();
    await server.anOrder(viewer, film);
    await visit(film, '#reviews');
    expect(consumeTicketHash()).toBe(false);
  });
});

describe('a refunded ticket', () => {
  const refundedOrderNo = () => $refundedTicket.get()?.orderNo;
  const waitForOrdersResponse = async ({ movieId }: { movieId: number }) => {
    await waitFor(() => {
      expect(server.calls).toContain(`GET /api/ott/mymovieorders/${movieId}`);
      expect(server.pendingRequests.count).toBe(0);
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('is shown with the film until its window would have closed', async () => {
    const film = await server.aFilm();
    const { orderNo } = await server.anOrder(viewer, film, { paymentStatus: 'REFUNDED' });
    await visit(film);
    await waitFor(() => expect(refundedOrderNo()).toBe(orderNo));
    server.clock.advance(24 * HOUR);
    vi.setSystemTime(server.clock.now());
    server.calls.length = 0;
    await visit(film);
    await waitForOrdersResponse(film);
    expect(refundedOrderNo()).toBeUndefined();
  });

  test('is shown if the film was withdrawn', async () => {
    const film = await server.aFilm({ active: 'N' });
    const { orderNo } = await server.anOrder(viewer, film, { paymentStatus: 'REFUNDED' });
    await visit(film);
    expect($details.get().status).toBe('noData');
    expect(refundedOrderNo()).toBe(orderNo);
  });

  test('is only shown to its viewer, and not for an unpaid order', async () => {
    const film = await server.aFilm();
    await server.anOrder(await server.aViewer(), film, { paymentStatus: 'REFUNDED' });
    await server.anOrder(viewer, film, { paymentStatus: 'CANCELLED' });
    await visit(film);
    await waitForOrdersResponse(film);
    expect(refundedOrderNo()).toBeUndefined();
  });
});
