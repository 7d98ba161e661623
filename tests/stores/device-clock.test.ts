import { aServerForStores } from '../support/stores.ts';
import { browser } from '../support/fake-browser.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { saveTokens } from '#api/browser-storage.ts';
import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import {
  $booking,
  $chosenWindow,
  $now,
  $slots,
  chooseHour,
  continueToPayment,
  ticketInfo,
} from '#stores/booking/booking.ts';
import { openBooking } from '#stores/booking/open-booking.ts';
import { openPayment } from '#stores/payments/open-payment.ts';
import { $payment, blankPayment } from '#stores/payments/payment-state.ts';
import { $phase, $currentTime, openTicket } from '#stores/history/ticket.ts';
import { aClock } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { NOON } from '../support/test-now.ts';
import { aViewerInIndia } from '../support/viewer-in-india.ts';

aViewerInIndia();
const clock = aClock(NOON);
const server = await aServerForStores({ clock });
// In-process responses have no Date header, unlike real ones.
server.routeFetch((serverFetch) =>
  setFetch(async (input, init) => {
    const reply = await serverFetch(input, init);
    const headers = new Headers(reply.headers);
    headers.set('Date', clock.now().toUTCString());
    return new Response(reply.body, { status: reply.status, headers });
  }),
);

async function openBookingPage() {
  const film = await server.aFilm();
  browser.open(href('ticketBooking', { movie_id: film.movieId }));
  await openBooking();
  return film;
}

describe.each([-3, 3])('with the device’s clock off by %d h', (hoursAhead) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now().getTime() + hoursAhead * HOUR });
    $payment.set({ ...blankPayment });
    ticketInfo.set(null);
  });

  test('a Now ticket starts at the server’s time', async () => {
    await server.signIn();
    await openBookingPage();
    expect($slots.get().hasNow).toBe(true);
    chooseHour('now');
    continueToPayment();
    await openPayment();
    expect($payment.get()).toMatchObject({
      status: 'success',
      order: { bookingStartTime: toWire(clock.now()) },
    });
  });

  test('a Now ticket starts at the server’s time if the payment page is the tab’s first page', async () => {
    await server.signIn();
    const { movieId } = await server.aFilm();
    ticketInfo.set({
      movieId,
      date: '2026-11-21',
      time: 'now',
      startTime: toWire(clock.now()),
    });
    await openPayment();
    expect($payment.get()).toMatchObject({
      status: 'success',
      order: { bookingStartTime: toWire(clock.now()) },
    });
  });

  test('the offered hours and the Now window follow the server’s time', async () => {
    await server.signIn();
    const stop = $now.listen(() => {});
    await openBookingPage();
    const first = $slots.get().slots.find(({ isBookable }) => isBookable)!;
    expect(first.start).toEqual(new Date('2026-11-21T07:30:00Z'));
    chooseHour('now');
    expect($chosenWindow.get()!.bookingStartTime).toEqual(clock.now());
    expect($booking.get().date).toBe('2026-11-21');
    stop();
  });

  test('the ticket page’s countdown and window follow the server’s time', async () => {
    const purchase = purchaseSteps(server);
    const { viewer, order } = await purchase.anUnpaidOrder({
      bookingStartTime: toWire(new Date(clock.now().getTime() + HOUR)),
    });
    await purchase.pay(viewer, order);
    const secret = server.config.secrets.tokenSecret;
    saveTokens({
      token: signUserToken(secret, { ...viewer, roles: [] }, clock.now()),
      refreshtoken: 'none',
    });
    const stop = $currentTime.listen(() => {});
    browser.open(href('purchasedOrder', { order_id: order.movieOrderId }));
    await openTicket();
    expect($currentTime.get()).toEqual(clock.now());
    expect($phase.get()).toBe('before');
    stop();
  });
});
