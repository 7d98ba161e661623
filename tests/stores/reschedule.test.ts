import { bookingSentences } from '#messages/refusals/booking.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/browser-storage.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import {
  $booking,
  $now,
  $slots,
  chooseDate,
  chooseHour,
  rescheduleHref,
} from '#stores/booking/booking.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import {
  $isRescheduled,
  $rescheduleRefusal,
  rescheduleTicket,
  openBookingPage,
} from '#stores/booking/reschedule.ts';
import { aClock, aServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { NOON } from '../support/test-now.ts';
import { aViewerInIndia } from '../support/viewer-in-india.ts';

aViewerInIndia();
const clock = aClock(NOON);
const server = await aServer({ clock });
const { book, confirmFree } = purchaseSteps(server);
const page = {
  pathname: '/',
  search: '',
  origin: 'http://server.test',
  assign: vi.fn(),
  replace: vi.fn(),
};
const takeNoticeTexts = () => takeNotices().map((notice) => notice.text);
let posted: string[] = [];

const TONIGHT = '21-11-2026 13:30:00';
interface TicketIds {
  movieOrderId: number;
  movieId: number;
}

/** Signs in a viewer with a ticket for 7 PM today. */
async function aTicketForTonight(values: { ticketRate?: number; active?: 'Y' | 'N' } = {}) {
  const viewer = await server.aViewer();
  const film = await server.aFilm({ ticketRate: 0, ...values });
  const { json } = await book(viewer, film.movieId, { bookingStartTime: TONIGHT });
  const ticket = (await confirmFree(viewer, json)).json as TicketIds;
  await signInAs(viewer);
  return { viewer, film, ticket };
}

async function signInAs({ userId }: { userId: number }) {
  const token = signUserToken(
    server.config.secrets.tokenSecret,
    { userId, roles: [] },
    clock.now(),
  );
  saveTokens({ token, refreshtoken: 'none' });
}

function openReschedulePage(ticket: TicketIds) {
  const { pathname, search } = new URL(rescheduleHref(ticket), page.origin);
  Object.assign(page, { pathname, search });
  return openBookingPage();
}

const startOf = async (viewer: { userId: number }, { movieOrderId }: TicketIds) =>
  (await server.get(`/api/ott/orders/${movieOrderId}`, { as: viewer })).json
    .bookingStartTime as string;

beforeEach(() => {
  endSession({ keepRememberMe: false });
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  vi.stubGlobal('location', page);
  page.assign.mockClear();
  page.replace.mockClear();
  posted = [];
  setFetch((input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST') posted.push(new URL(request.url).pathname);
    return Promise.resolve(server.app.request(request));
  });
  $now.set(clock.now());
  takeNotices();
});

describe('a ticket that can be rescheduled', () => {
  test('is shown with its current hour, which cannot be chosen', async () => {
    const { ticket } = await aTicketForTonight();
    expect(rescheduleHref(ticket)).toBe(
      `/movies/ticket-booking/${ticket.movieId}?ticket=${ticket.movieOrderId}`,
    );
    await openReschedulePage(ticket);
    expect($booking.get()).toMatchObject({
      status: 'success',
      date: '2026-11-21',
      hour: null,
      ticket,
    });
    const { slots } = $slots.get();
    expect(slots.map(({ hour }) => hour)).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
    expect(slots.filter(({ isBookable }) => !isBookable).map(({ hour }) => hour)).toEqual([19]);
  });

  test('is opened on its day', async () => {
    const { viewer, ticket } = await aTicketForTonight();
    await server.post(`/api/ott/orders/${ticket.movieOrderId}/reschedule`, {
      as: viewer,
      body: { bookingStartTime: '24-11-2026 13:30:00', timezone: 'Asia/Kolkata' },
    });
    await openReschedulePage(ticket);
    expect($booking.get().date).toBe('2026-11-24');
    expect($slots.get().slots).toHaveLength(24);
  });

  test('gets the new hour once and opens the ticket', async () => {
    const { viewer, ticket } = await aTicketForTonight();
    await openReschedulePage(ticket);
    chooseDate('2026-11-23');
    chooseHour(21);
    await Promise.all([rescheduleTicket.run(), rescheduleTicket.run()]);
    await rescheduleTicket.run();
    expect(posted).toEqual([`/api/ott/orders/${ticket.movieOrderId}/reschedule`]);
    expect(await startOf(viewer, ticket)).toBe('23-11-2026 15:30:00');
    expect(takeNoticeTexts()).toEqual([text.rescheduled('Mon 23 Nov, 9.00\u00a0PM')]);
    expect(page.replace).toHaveBeenCalledWith(
      href('purchasedOrder', { order_id: ticket.movieOrderId }),
    );
    expect($isRescheduled.get()).toBe(true);
  });

  test('can start now', async () => {
    const { viewer, ticket } = await aTicketForTonight();
    await openReschedulePage(ticket);
    chooseHour('now');
    await rescheduleTicket.run();
    expect(await startOf(viewer, ticket)).toBe('21-11-2026 06:30:00');
  });

  test('stays unchanged without a chosen hour', async () => {
    const { viewer, ticket } = await aTicketForTonight();
    await openReschedulePage(ticket);
    await rescheduleTicket.run();
    chooseHour(19);
    await rescheduleTicket.run();
    expect(takeNoticeTexts()).toEqual([text.chooseDateAndTime, text.chooseDateAndTime]);
    expect($booking.get().error).toBe(text.chooseDateAndTime);
    expect(posted).toEqual([]);
    expect(await startOf(viewer, ticket)).toBe(TONIGHT);
  });

  test('is shown with its new hour if another tab has rescheduled it first', async () => {
    const { viewer, ticket } = await aTicketForTonight();
    await openReschedulePage(ticket);
    chooseHour(22);
    await server.post(`/api/ott/orders/${ticket.movieOrderId}/reschedule`, {
      as: viewer,
      body: { bookingStartTime: '22-11-2026 13:30:00', timezone: 'Asia/Kolkata' },
    });
    await rescheduleTicket.run();
    expect(takeNoticeTexts()).toEqual([text.rescheduledElsewhere('Sun 22 Nov, 7.00\u00a0PM')]);
    expect(posted).toEqual([]);
    expect($booking.get().ticket?.bookingStartTime).toBe('22-11-2026 13:30:00');
    await rescheduleTicket.run();
    expect(await startOf(viewer, ticket)).toBe('21-11-2026 16:30:00');
  });

  test('shows the server’s error for an hour and allows another choice', async () => {
    const { viewer, ticket, film } = await aTicketForTonight();
    await openReschedulePage(ticket);
    chooseHour(22);
    await server.database.query(
      `update movies set streaming_start_date = '2026-11-25T00:00:00Z' where movie_id = ${film.movieId}`,
    );
    await rescheduleTicket.run();
    expect($booking.get()).toMatchObject({
      status: 'success',
      error: bookingSentences.slot_before_streaming,
    });
    expect(await startOf(viewer, ticket)).toBe(TONIGHT);
  });
});

describe('a ticket that cannot be rescheduled', () => {
  const shownRefusal = () => [
    $booking.get().status,
    $rescheduleRefusal.get()?.reason,
    $rescheduleRefusal.get()?.ticket?.movieOrderId,
  ];

  test('because it was played, before or after the page opened', async () => {
    const { viewer, ticket } = await aTicketForTonight();
    await openReschedulePage(ticket);
    chooseHour(22);
    const [order] = (
      await server.database.query(
        `select * from orders where movie_order_id = ${ticket.movieOrderId}`,
      )
    ).rows as [{ movie_id: number }];
    await server.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
       values (${order.movie_id}, ${viewer.userId}, ${ticket.movieOrderId}, now())`,
    );
    await rescheduleTicket.run();
    expect(shownRefusal()).toEqual(['noData', text.ticketPlayed, ticket.movieOrderId]);
    expect(takeNoticeTexts()).toEqual([text.ticketPlayed]);
    await openReschedulePage(ticket);
    expect(shownRefusal()).toEqual(['noData', text.ticketPlayed, ticket.movieOrderId]);
    expect(posted).toEqual([]);
  });

  test('because it belongs to another viewer', async () => {
    const { ticket } = await aTicketForTonight();
    await signInAs(await server.aViewer());
    await openReschedulePage(ticket);
    expect(shownRefusal()).toEqual(['noData', text.orderNotFound, undefined]);
  });

  test.each([
    [
      'is over',
      `booking_start_time = '2026-11-19', booking_end_time = '2026-11-20'`,
      text.ticketOver,
    ],
    ['was never paid', `payment_status = 'CANCELLED'`, text.ticketNotPaid],
    ['was refunded', `payment_status = 'REFUNDED'`, text.ticketReturning],
  ])('because it %s', async (_, change, reason) => {
    const { ticket } = await aTicketForTonight();
    await server.database.query(
      `update orders set ${change} where movie_order_id = ${ticket.movieOrderId}`,
    );
    await openReschedulePage(ticket);
    expect(shownRefusal()).toEqual(['noData', reason, ticket.movieOrderId]);
  });

  test('because the film was withdrawn', async () => {
    const { ticket, film } = await aTicketForTonight();
    await openReschedulePage(ticket);
    chooseHour(22);
    await server.database.query(`update movies set active = 'N' where movie_id = ${film.movieId}`);
    await rescheduleTicket.run();
    expect(shownRefusal()).toEqual(['noData', text.filmWithdrawn, ticket.movieOrderId]);
    await openReschedulePage(ticket);
    expect(shownRefusal()).toEqual(['noData', text.filmWithdrawn, ticket.movieOrderId]);
  });

  test.each(['0', 'abc', '', '99999999'])('because ?ticket=%s is invalid', async (ticketId) => {
    const { ticket } = await aTicketForTonight();
    Object.assign(page, {
      pathname: href('ticketBooking', { movie_id: ticket.movieId }),
      search: `?ticket=${ticketId}`,
    });
    await openBookingPage();
    expect(shownRefusal()).toEqual(['noData', text.orderNotFound, undefined]);
  });
});

test('an unreachable server shows an error and can be retried', async () => {
  const { ticket } = await aTicketForTonight();
  setFetch(() => Promise.reject(new TypeError('Failed to fetch')));
  await openReschedulePage(ticket);
  expect($booking.get().status).toBe('error');
  expect(takeNoticeTexts()).toEqual([text.ticketLoadFailed]);
});
