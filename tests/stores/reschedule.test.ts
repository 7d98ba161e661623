import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/tokens.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import { $booking, $now, $slots, chooseDate, chooseHour, rescheduleHref } from '#stores/booking.ts';
import { takeNotices } from '#stores/notices.ts';
import { $hasMoved, $refusal, moveTicket, openCounter } from '#stores/reschedule.ts';
import { aClock, aHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

const clock = aClock();
const house = await aHouse({ clock });
const { book, confirmFree } = purchases(house);
const page = { pathname: '/', search: '', origin: 'http://house.test', assign: vi.fn(), replace: vi.fn() };
const said = () => takeNotices().map((notice) => notice.text);
let posted: string[] = [];

const TONIGHT = '21-11-2026 13:30:00';
interface Held {
  movieOrderId: number;
  movieId: number;
}

/** A ticket for seven o'clock tonight, and the page on which it is moved. */
async function aHeldTicket(given: { ticketRate?: number; active?: 'Y' | 'N' } = {}) {
  const viewer = await house.aViewer();
  const film = await house.aFilm({ ticketRate: 0, ...given });
  const { json } = await book(viewer, film.movieId, { bookingStartTime: TONIGHT });
  const ticket = (await confirmFree(viewer, json)).json as Held;
  await signInAs(viewer);
  return { viewer, film, ticket };
}

async function signInAs({ userId }: { userId: number }) {
  const token = await signUserToken(house.config.secrets.tokenSecret, { userId, roles: [] }, clock.now());
  saveTokens({ token, refreshtoken: 'none' });
}

function visit(ticket: Held) {
  const { pathname, search } = new URL(rescheduleHref(ticket), page.origin);
  Object.assign(page, { pathname, search });
  return openCounter();
}

const hourOf = async (viewer: { userId: number }, { movieOrderId }: Held) =>
  (await house.get(`/api/ott/orders/${movieOrderId}`, { as: viewer })).json.bookingStartTime as string;

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
    return Promise.resolve(house.app.request(request));
  });
  $now.set(clock.now());
  takeNotices();
});

describe('a ticket that is moved', () => {
  test('is shown with its present hour, which is no other one', async () => {
    const { ticket } = await aHeldTicket();
    expect(rescheduleHref(ticket)).toBe(`/movies/ticket-booking/${ticket.movieId}?ticket=${ticket.movieOrderId}`);
    await visit(ticket);
    expect($booking.get()).toMatchObject({ status: 'success', date: '2026-11-21', hour: null, ticket });
    const free = $slots.get().slots.filter(({ isFree }) => isFree);
    expect(free.map(({ hour }) => hour)).toEqual([13, 14, 15, 16, 17, 18, 20, 21, 22, 23]);
  });

  test('gets another hour once, and leads to the ticket', async () => {
    const { viewer, ticket } = await aHeldTicket();
    await visit(ticket);
    chooseDate('2026-11-23');
    chooseHour(21);
    await Promise.all([moveTicket.run(), moveTicket.run()]);
    await moveTicket.run();
    expect(posted).toEqual([`/api/ott/orders/${ticket.movieOrderId}/reschedule`]);
    expect(await hourOf(viewer, ticket)).toBe('23-11-2026 15:30:00');
    expect(said()).toEqual([text.moved('Mon 23 Nov, 9.00 PM')]);
    expect(page.replace).toHaveBeenCalledWith(href('purchasedOrder', { order_id: ticket.movieOrderId }));
    expect($hasMoved.get()).toBe(true);
  });

  test('may begin now', async () => {
    const { viewer, ticket } = await aHeldTicket();
    await visit(ticket);
    chooseHour('now');
    await moveTicket.run();
    expect(await hourOf(viewer, ticket)).toBe('21-11-2026 06:30:00');
  });

  test('stays without an hour', async () => {
    const { viewer, ticket } = await aHeldTicket();
    await visit(ticket);
    await moveTicket.run();
    chooseHour(19);
    await moveTicket.run();
    expect(said()).toEqual([text.chooseDateAndTime, text.chooseDateAndTime]);
    expect($booking.get().error).toBe(text.chooseDateAndTime);
    expect(posted).toEqual([]);
    expect(await hourOf(viewer, ticket)).toBe(TONIGHT);
  });

  test('that another tab moved first is shown with its new hour before it is moved again', async () => {
    const { viewer, ticket } = await aHeldTicket();
    await visit(ticket);
    chooseHour(22);
    await house.post(`/api/ott/orders/${ticket.movieOrderId}/reschedule`, {
      as: viewer,
      body: { bookingStartTime: '22-11-2026 13:30:00', timezone: 'Asia/Kolkata' },
    });
    await moveTicket.run();
    expect(said()).toEqual([text.movedMeanwhile('Sun 22 Nov, 7.00 PM')]);
    expect(posted).toEqual([]);
    expect($booking.get().ticket?.bookingStartTime).toBe('22-11-2026 13:30:00');
    await moveTicket.run();
    expect(await hourOf(viewer, ticket)).toBe('21-11-2026 16:30:00');
  });

  test('is told what the server says of an hour, and may choose another', async () => {
    const { viewer, ticket, film } = await aHeldTicket();
    await visit(ticket);
    chooseHour(22);
    await house.database.query(
      `update movies set streaming_start_date = '2026-11-25T00:00:00Z' where movie_id = ${film.movieId}`,
    );
    await moveTicket.run();
    expect($booking.get()).toMatchObject({ status: 'success', error: text.slotBeforeStreaming });
    expect(await hourOf(viewer, ticket)).toBe(TONIGHT);
  });
});

describe('a ticket that cannot be moved', () => {
  const refusedAs = () => [$booking.get().status, $refusal.get()?.reason, $refusal.get()?.ticket?.movieOrderId];

  test('because it was played, before the page opened or under it', async () => {
    const { viewer, ticket } = await aHeldTicket();
    await visit(ticket);
    chooseHour(22);
    const [order] = (await house.database.query(`select * from orders where movie_order_id = ${ticket.movieOrderId}`))
      .rows as [{ movie_id: number }];
    await house.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
       values (${order.movie_id}, ${viewer.userId}, ${ticket.movieOrderId}, now())`,
    );
    await moveTicket.run();
    expect(refusedAs()).toEqual(['noData', text.ticketPlayed, ticket.movieOrderId]);
    expect(said()).toEqual([text.ticketPlayed]);
    await visit(ticket);
    expect(refusedAs()).toEqual(['noData', text.ticketPlayed, ticket.movieOrderId]);
    expect(posted).toEqual([]);
  });

  test("because it is somebody else's", async () => {
    const { ticket } = await aHeldTicket();
    await signInAs(await house.aViewer());
    await visit(ticket);
    expect(refusedAs()).toEqual(['noData', text.orderNotFound, undefined]);
  });

  test.each([
    ['is over', `booking_start_time = '2026-11-19', booking_end_time = '2026-11-20'`, text.ticketOver],
    ['was never paid', `payment_status = 'CANCELLED'`, text.ticketNotPaid],
    ['was given back', `payment_status = 'REFUNDED'`, text.ticketReturning],
  ])('because it %s', async (_, change, reason) => {
    const { ticket } = await aHeldTicket();
    await house.database.query(`update orders set ${change} where movie_order_id = ${ticket.movieOrderId}`);
    await visit(ticket);
    expect(refusedAs()).toEqual(['noData', reason, ticket.movieOrderId]);
  });

  test('because the film has left the house', async () => {
    const { ticket, film } = await aHeldTicket();
    await visit(ticket);
    chooseHour(22);
    await house.database.query(`update movies set active = 'N' where movie_id = ${film.movieId}`);
    await moveTicket.run();
    expect(refusedAs()).toEqual(['noData', text.filmLeft, ticket.movieOrderId]);
    await visit(ticket);
    expect(refusedAs()).toEqual(['noData', text.filmLeft, ticket.movieOrderId]);
  });

  test.each(['0', 'abc', '', '99999999'])('because ?ticket=%s names none', async (search) => {
    const { ticket } = await aHeldTicket();
    Object.assign(page, { pathname: href('ticketBooking', { movie_id: ticket.movieId }), search: `?ticket=${search}` });
    await openCounter();
    expect(refusedAs()).toEqual(['noData', text.orderNotFound, undefined]);
  });
});

test('a house that does not answer is said, and tried again', async () => {
  const { ticket } = await aHeldTicket();
  setFetch(() => Promise.reject(new TypeError('Failed to fetch')));
  await visit(ticket);
  expect($booking.get().status).toBe('error');
  expect(said()).toEqual([text.ticketLoadFailed]);
});
