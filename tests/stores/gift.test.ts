import { bookingSentences } from '#messages/refusals/booking.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/browser-storage.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { giveFilmPath, giftPath, href } from '#routes.ts';
import { signUserToken } from '#server/tokens.ts';
import {
  $booking,
  $now,
  chooseHour,
  continueToPayment,
  ticketInfo,
} from '#stores/booking/booking.ts';
import { $isPaid, setGift, typeGift } from '#stores/gifts/gift-draft.ts';
import { $gift, chooseHour as openChoice, claimGift, openGift } from '#stores/gifts/gift.ts';
import { giveToAnother } from '#stores/gifts/given-gift.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { openBooking } from '#stores/booking/open-booking.ts';
import { openPayment } from '#stores/payments/open-payment.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { pay } from '#stores/payments/pay.ts';
import { ticketPhase } from '#domain/ticket-phase.ts';
import { orderWindow } from '#domain/order-window.ts';
import { giftText, giftTitle } from '#stores/history/gift-text.ts';
import { GIFT, giftSteps } from '../support/gifts.ts';
import { aClock, aServer } from '../support/test-server.ts';
import { NOON } from '../support/test-now.ts';
import { aViewerInIndia } from '../support/viewer-in-india.ts';

aViewerInIndia();
const clock = aClock(NOON);
const server = await aServer({ clock });
const steps = giftSteps(server);
const page = {
  pathname: '/',
  search: '',
  hash: '',
  origin: 'http://server.test',
  assign: vi.fn(),
  replace: vi.fn(),
};
let requested: string[] = [];

function signInAs({ userId }: { userId: number }) {
  const token = signUserToken(
    server.config.secrets.tokenSecret,
    { userId, roles: [] },
    clock.now(),
  );
  saveTokens({ token, refreshtoken: 'none' });
}

function goTo(path: string) {
  const { pathname, search, hash } = new URL(path, page.origin);
  Object.assign(page, { pathname, search, hash });
}

beforeEach(() => {
  endSession({ keepRememberMe: false });
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  vi.stubGlobal('location', page);
  goTo('/');
  page.assign.mockClear();
  page.replace.mockClear();
  requested = [];
  setFetch((input, init) => {
    const request = new Request(input, init);
    requested.push(request.url);
    return Promise.resolve(server.app.request(request));
  });
  $now.set(clock.now());
  takeNotices();
});

test('a gift is booked without an hour, paid, and leads to its order', async () => {
  const viewer = await server.aViewer();
  const film = await server.aFilm({ ticketRate: 0 });
  signInAs(viewer);
  goTo(href('ticketBooking', { movie_id: film.movieId }));
  await openBooking();
  setGift(true);
  typeGift(GIFT);
  setGift(false);
  continueToPayment();
  expect($booking.get().error).toBe(bookingMessages.chooseDateAndTime);
  setGift(true);
  expect($booking.get()).toMatchObject({ gift: GIFT, error: '' });
  continueToPayment();
  expect(ticketInfo.get()).toMatchObject({ movieId: film.movieId, gift: GIFT });
  expect(page.assign).toHaveBeenCalledWith(href('payment'));

  await openPayment();
  expect($payment.get().order).toMatchObject({ gift: { ...GIFT, state: 'unpaid' } });
  await pay();
  const { order } = $payment.get();
  expect(order).toMatchObject({ paymentStatus: 'PAID', gift: { state: 'waiting' } });
  expect(page.replace).toHaveBeenCalledWith(
    href('purchasedOrder', { order_id: order!.movieOrderId }),
  );
  expect(ticketInfo.get()).toBeNull();

  expect(ticketPhase(order!, orderWindow(order!), clock.now())).toBe('gift');
  expect(giftTitle(order!.gift!)).toBe('Your gift is ready');
  expect(giftText(order!.gift!)).toMatch(/^A gift for Ravi\. Can be claimed until /);
  giveToAnother(order!);
  goTo(giveFilmPath(film.movieId));
  await openBooking();
  expect($booking.get().gift).toEqual({ ...GIFT, receiverName: null });
});

test('a viewer with a ticket may give the film, but not book it again', async () => {
  const { viewer, film, order } = await steps.purchase.anUnpaidOrder();
  await steps.purchase.pay(viewer, order);
  signInAs(viewer);
  goTo(giveFilmPath(film.movieId));
  await openBooking();
  expect($booking.get()).toMatchObject({ status: 'success', gift: { giverName: null } });
  goTo(href('ticketBooking', { movie_id: film.movieId }));
  await openBooking();
  expect(page.replace).toHaveBeenCalledWith(href('movieDetails', { movie_id: film.movieId }));
});

test('the link opens the gift, keeps its code out of addresses, and is claimed with an hour', async () => {
  const { code, order } = await steps.aGift();
  goTo(giftPath(code));
  await openGift();
  expect($gift.get()).toMatchObject({ status: 'success', gift: GIFT });
  await openChoice.run();
  expect(page.assign).toHaveBeenCalledWith(
    `${href('signup')}?next=${encodeURIComponent(href('gift'))}`,
  );

  const receiver = await server.aViewer();
  signInAs(receiver);
  goTo(href('gift'));
  await openGift();
  expect($gift.get().isChoosing).toBe(true);
  expect($isPaid.get()).toBe(true);
  await claimGift.run();
  expect($booking.get().error).toBe(bookingMessages.chooseDateAndTime);
  chooseHour('now');
  await claimGift.run();
  expect(page.replace).toHaveBeenCalledWith(
    href('purchasedOrder', { order_id: order.movieOrderId }),
  );
  expect(requested.filter((url) => url.includes(code))).toEqual([]);
  const ticket = await steps.orderOf(receiver, order);
  expect(ticketPhase(ticket, orderWindow(ticket), clock.now())).toBe('open');
});

test('a link that nobody can claim says why, also if another person was faster', async () => {
  goTo(href('gift'));
  await openGift();
  expect($gift.get().status).toBe('noData');
  goTo(giftPath('0'.repeat(32)));
  await openGift();
  expect($gift.get()).toMatchObject({ status: 'error', refusal: bookingSentences.gift_not_found });

  const { code } = await steps.aGift();
  signInAs(await server.aViewer());
  goTo(giftPath(code));
  await openGift();
  await openChoice.run();
  chooseHour('now');
  await steps.claim(await server.aViewer(), code);
  await claimGift.run();
  expect($gift.get()).toMatchObject({
    status: 'error',
    refusal: bookingSentences.gift_claimed,
    isChoosing: false,
  });
});

test('a viewer with a ticket learns at the claim that the gift can wait', async () => {
  const { code, film } = await steps.aGift();
  const holder = await server.aViewer();
  await steps.purchase.pay(holder, (await steps.purchase.book(holder, film.movieId)).json);
  signInAs(holder);
  goTo(giftPath(code));
  await openGift();
  await openChoice.run();
  chooseHour('now');
  await claimGift.run();
  expect($booking.get()).toMatchObject({ error: bookingSentences.gift_already_booked });
  expect(($booking.get().movie as MemberMovie).paymentStatus).toBe(1);
});
