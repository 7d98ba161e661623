/** @module-tag dates */
import { aServerForStores } from '../support/stores.ts';
import { browser } from '../support/fake-browser.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { saveTokens } from '#api/browser-storage.ts';
import type { Order } from '#contract/booking.ts';
import { fromWire, toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { wallClock } from '#domain/zones.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { orders as orderRows } from '#server/db/schema/booking.ts';
import { signUserToken } from '#server/tokens.ts';
import { ticketInfo } from '#stores/booking/booking.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { $ticketDocuments, openTicketDocuments } from '#stores/history/ticket-documents.ts';
import { resumePayment } from '#stores/history/ticket-actions.ts';
import {
  $phase,
  $refunding,
  $ticket,
  openTicket,
  refreshTicket,
  refundTicket,
} from '#stores/history/ticket.ts';
import { aClock } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { waitFor } from '../support/wait-for.ts';
import { fullHourAfter } from '../support/full-hour.ts';

const clock = aClock();
const server = await aServerForStores({ clock });
const purchase = purchaseSteps(server);
const now = () => clock.now();

async function signInAs({ userId }: { userId: number }) {
  const secret = server.config.secrets.tokenSecret;
  saveTokens({ token: signUserToken(secret, { userId, roles: [] }, now()), refreshtoken: 'none' });
}
const updateOrder = ({ movieOrderId }: Order, values: Partial<typeof orderRows.$inferInsert>) =>
  server.database.db.update(orderRows).set(values).where(eq(orderRows.movieOrderId, movieOrderId));

/** Signs in a viewer with a ticket that starts in two or three hours. */
async function aTicket(start = fullHourAfter(now(), 2)) {
  const { viewer, order } = await purchase.anUnpaidOrder({ bookingStartTime: toWire(start) });
  await signInAs(viewer);
  return { viewer, order: (await purchase.pay(viewer, order)) as Order };
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
  test('shows the order before its window', async () => {
    const { order } = await aTicket();
    expect(await open(order.movieOrderId)).toMatchObject({
      status: 'success',
      order: { orderNo: order.orderNo },
    });
    expect($phase.get()).toBe('before');
  });

  test('does not show another viewer’s order or an invalid id', async () => {
    const { order } = await aTicket();
    await signInAs(await server.aViewer());
    expect(await open(order.movieOrderId)).toEqual({ status: 'noData', order: null });
    expect(await open('mine')).toEqual({ status: 'noData', order: null });
  });

  test('shows the specification’s text if the ticket cannot be loaded', async () => {
    const { order } = await aTicket();
    server.connection.isUp = false;
    expect(await open(order.movieOrderId)).toMatchObject({ status: 'error' });
    expect(takeNotices()).toMatchObject([{ kind: 'error', text: text.orderFailed }]);
    server.connection.isUp = true;
  });

  test('updates itself after the bank’s decision', async () => {
    const { order } = await aTicket();
    await updateOrder(order, { paymentStatus: 'PROCESSING' });
    await open(order.movieOrderId);
    expect($phase.get()).toBe('confirming');
    await updateOrder(order, { paymentStatus: 'PAID' });
    await waitFor(() => expect($phase.get()).toBe('before'));
  });

  test('reloads the order at a refresh, as when the tab becomes visible', async () => {
    const { order } = await aTicket();
    await open(order.movieOrderId);
    await updateOrder(order, { paymentStatus: 'REFUNDED' });
    await refreshTicket();
    expect($phase.get()).toBe('refunded');
  });
});

describe('the refund of a ticket paid after its hour', () => {
  test('is requested once, and the ticket is refunding', async () => {
    const { order } = await aTicket();
    await updateOrder(order, { paidAt: now(), chosenStartTime: new Date(now().getTime() - HOUR) });
    const late = (await open(order.movieOrderId)).order!;
    expect(late.slotPassed).toBe(true);
    const [first, second] = await Promise.all([refundTicket(late), refundTicket(late)]);
    expect(first).toMatchObject({ paymentStatus: 'PAID', refund: 'asked', slotPassed: false });
    expect(second).toBeUndefined();
  });

  test('is rejected with a reason if the ticket was paid in time', async () => {
    const { order } = await aTicket();
    expect(await refundTicket(order)).toBeUndefined();
    expect($refunding.get().error).toContain('paid in time');
  });
});

describe('an unpaid order', () => {
  test('returns to the payment page with its hour, or to the booking page if that has passed', async () => {
    const start = fullHourAfter(now(), 2);
    const { viewer, order } = await purchase.anUnpaidOrder({ bookingStartTime: toWire(start) });
    await signInAs(viewer);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    resumePayment(order as Order, now());
    expect(ticketInfo.get()).toEqual({
      movieId: order.movieId,
      date: wallClock(start, zone).date,
      time: 'hour',
      startTime: toWire(start),
    });
    resumePayment(order as Order, fromWire(order.bookingStartTime)!);
    expect(browser.visits).toEqual([
      href('payment'),
      href('ticketBooking', { movie_id: order.movieId }),
    ]);
  });
});

describe('the documents', () => {
  test('of a ticket contain its invoice', async () => {
    const { order } = await aTicket();
    await openTicketDocuments(order);
    const { status, documents } = $ticketDocuments.get();
    expect(status).toBe('success');
    expect(documents.map(({ ref, document }) => [ref.kind, document.title])).toEqual([
      ['invoice', 'Tax Invoice'],
    ]);
  });

  test('of an unpaid order do not exist', async () => {
    const { viewer, order } = await purchase.anUnpaidOrder();
    await signInAs(viewer);
    await openTicketDocuments(order as Order);
    expect($ticketDocuments.get()).toEqual({ status: 'noData', documents: [] });
  });
});
