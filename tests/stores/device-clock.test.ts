import { aHouseForStores } from '../support/stores.ts';
import { browser } from '../support/tab.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { saveTokens } from '#api/tokens.ts';
import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits.ts';
import { bookingMessages } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import { $booking, $chosenWindow, $now, $slots, chooseHour, continueToPayment, ticketInfo } from '#stores/booking.ts';
import { openBooking } from '#stores/booking-open.ts';
import { openPayment } from '#stores/payment-opening.ts';
import { $payment, blank } from '#stores/payment-order.ts';
import { $phase, $second, openTicket } from '#stores/ticket.ts';
import { aClock } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

const clock = aClock();
const house = await aHouseForStores({ clock });
// As over a network, every reply says when it was made; in process nobody else would.
house.answer((answer) =>
  setFetch(async (input, init) => {
    const reply = await answer(input, init);
    const headers = new Headers(reply.headers);
    headers.set('Date', clock.now().toUTCString());
    return new Response(reply.body, { status: reply.status, headers });
  }),
);

async function openCounter() {
  const film = await house.aFilm();
  browser.open(href('ticketBooking', { movie_id: film.movieId }));
  await openBooking();
  return film;
}

describe.each([-3, 3])('with the device’s clock at %d h', (hoursAhead) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now().getTime() + hoursAhead * HOUR });
    $payment.set({ ...blank });
    ticketInfo.set(null);
  });

  test('a ticket for Now is written for this moment of the server', async () => {
    await house.signIn();
    await openCounter();
    expect($slots.get().hasNow).toBe(true);
    chooseHour('now');
    continueToPayment();
    await openPayment();
    expect($payment.get()).toMatchObject({
      status: 'success',
      order: { bookingStartTime: toWire(clock.now()) },
    });
  });

  test('so it is where the payment page is the first page of the tab', async () => {
    await house.signIn();
    const { movieId } = await house.aFilm();
    ticketInfo.set({ movieId, date: '2026-11-21', time: bookingMessages.now, startTime: toWire(new Date()) });
    await openPayment();
    expect($payment.get()).toMatchObject({
      status: 'success',
      order: { bookingStartTime: toWire(clock.now()) },
    });
  });

  test('the hours that are offered, and the window of Now, are the server’s', async () => {
    await house.signIn();
    const stop = $now.listen(() => {});
    await openCounter();
    const first = $slots.get().slots.find(({ isFree }) => isFree)!;
    expect(first.start).toEqual(new Date('2026-11-21T07:30:00Z'));
    chooseHour('now');
    expect($chosenWindow.get()!.bookingStartTime).toEqual(clock.now());
    expect($booking.get().date).toBe('2026-11-21');
    stop();
  });

  test('a ticket’s page counts by the server’s clock, and opens the window when the server does', async () => {
    const shop = purchases(house);
    const { viewer, order } = await shop.anOpenOrder({
      bookingStartTime: toWire(new Date(clock.now().getTime() + HOUR)),
    });
    await shop.pay(viewer, order);
    const secret = house.config.secrets.tokenSecret;
    saveTokens({ token: await signUserToken(secret, { ...viewer, roles: [] }, clock.now()), refreshtoken: 'none' });
    const stop = $second.listen(() => {});
    browser.open(href('purchasedOrder', { order_id: order.movieOrderId }));
    await openTicket();
    expect($second.get()).toEqual(clock.now());
    expect($phase.get()).toBe('before');
    stop();
  });
});
