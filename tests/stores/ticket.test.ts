import { aHouseForStores } from '../support/stores.ts';
import { browser } from '../support/tab.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { saveTokens } from '#api/tokens.ts';
import type { Order } from '#contract/booking.ts';
import { fromWire, toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { orders as orderRows } from '#server/db/schema/booking.ts';
import { signUserToken } from '#server/tokens.ts';
import { ticketInfo } from '#stores/booking.ts';
import { takeNotices } from '#stores/notices.ts';
import { $papers, openPapers } from '#stores/papers.ts';
import { finishPaying } from '#stores/ticket-actions.ts';
import { $phase, $returning, $ticket, openTicket, refreshTicket, returnMoney } from '#stores/ticket.ts';
import { aClock } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

const clock = aClock();
const house = await aHouseForStores({ clock });
const shop = purchases(house);
const now = () => clock.now();

async function signInAs({ userId }: { userId: number }) {
  const secret = house.config.secrets.tokenSecret;
  saveTokens({ token: await signUserToken(secret, { userId, roles: [] }, now()), refreshtoken: 'none' });
}
const change = ({ movieOrderId }: Order, values: Partial<typeof orderRows.$inferInsert>) =>
  house.database.db.update(orderRows).set(values).where(eq(orderRows.movieOrderId, movieOrderId));

/** A ticket for an hour from now, bought by who is signed in. */
async function aTicket(start = new Date(now().getTime() + 2 * HOUR)) {
  const { viewer, order } = await shop.anOpenOrder({ bookingStartTime: toWire(start) });
  await signInAs(viewer);
  return { viewer, order: (await shop.pay(viewer, order)) as Order };
}
async function open(id: number | string) {
  browser.open(href('purchasedOrder', { order_id: id }));
  await openTicket();
  return $ticket.get();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: now() });
  takeNotices();
  $ticket.set({ status: 'process', order: null });
});

describe('a ticket’s page', () => {
  test('shows the order, and says that it has not begun', async () => {
    const { order } = await aTicket();
    expect(await open(order.movieOrderId)).toMatchObject({ status: 'success', order: { orderNo: order.orderNo } });
    expect($phase.get()).toBe('before');
  });

  test('finds nobody else’s order, and none by a word', async () => {
    const { order } = await aTicket();
    await signInAs(await house.aViewer());
    expect(await open(order.movieOrderId)).toEqual({ status: 'noData', order: null });
    expect(await open('mine')).toEqual({ status: 'noData', order: null });
  });

  test('says the specification’s words when the ticket does not come', async () => {
    const { order } = await aTicket();
    house.online.value = false;
    expect(await open(order.movieOrderId)).toMatchObject({ status: 'error' });
    expect(takeNotices()).toMatchObject([{ kind: 'error', text: text.orderFailed }]);
    house.online.value = true;
  });

  test('sees by itself what the bank has decided', async () => {
    const { order } = await aTicket();
    await change(order, { paymentStatus: 'PROCESSING' });
    await open(order.movieOrderId);
    expect($phase.get()).toBe('confirming');
    await change(order, { paymentStatus: 'PAID' });
    await vi.waitFor(() => expect($phase.get()).toBe('before'), { timeout: 10_000 });
  });

  test('looks again when it is looked at again', async () => {
    const { order } = await aTicket();
    await open(order.movieOrderId);
    await change(order, { paymentStatus: 'REFUNDED' });
    await refreshTicket();
    expect($phase.get()).toBe('returned');
  });
});

describe('the money of an hour that had passed', () => {
  test('is asked back once, and the ticket is returning', async () => {
    const { order } = await aTicket();
    await change(order, { paidAt: now(), chosenStartTime: new Date(now().getTime() - HOUR) });
    const late = (await open(order.movieOrderId)).order!;
    expect(late.slotPassed).toBe(true);
    const [first, second] = await Promise.all([returnMoney(late), returnMoney(late)]);
    expect(first).toMatchObject({ paymentStatus: 'PAID', refund: 'asked', slotPassed: false });
    expect(second).toBeUndefined();
  });

  test('stays when the ticket was paid in time, and says why', async () => {
    const { order } = await aTicket();
    expect(await returnMoney(order)).toBeUndefined();
    expect($returning.get().error).toContain('paid in time');
  });
});

describe('an order that was not paid', () => {
  test('goes back to the till with its hour, or to the counter when that has passed', async () => {
    const { viewer, order } = await shop.anOpenOrder({ bookingStartTime: toWire(new Date('2026-11-21T13:30:00Z')) });
    await signInAs(viewer);
    finishPaying(order as Order, now());
    expect(ticketInfo.get()).toEqual({
      movieId: order.movieId,
      date: '2026-11-21',
      time: '7.00 PM',
      startTime: '21-11-2026 13:30:00',
    });
    finishPaying(order as Order, fromWire(order.bookingStartTime)!);
    expect(browser.visits).toEqual([href('payment'), href('ticketBooking', { movie_id: order.movieId })]);
  });
});

describe('the papers', () => {
  test('of a ticket are its invoice, in words', async () => {
    const { order } = await aTicket();
    await openPapers(order);
    const { status, papers } = $papers.get();
    expect(status).toBe('success');
    expect(papers.map(({ kind, paper }) => [kind, paper.title])).toEqual([['invoice', 'Tax Invoice']]);
  });

  test('of an order without any are none', async () => {
    const { viewer, order } = await shop.anOpenOrder();
    await signInAs(viewer);
    await openPapers(order as Order);
    expect($papers.get()).toEqual({ status: 'noData', papers: [] });
  });
});
