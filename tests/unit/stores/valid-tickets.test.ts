import { expect, test } from 'vitest';
import type { Order } from '#contract/booking.ts';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { validTicketsFirst } from '#stores/history/valid-tickets.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const anOrder = (movieOrderId: number, startsInMs: number, fields: Partial<Order> = {}) =>
  ({
    movieOrderId,
    bookingStartTime: toWire(new Date(NOW.getTime() + startsInMs)),
    bookingEndTime: toWire(new Date(NOW.getTime() + startsInMs + DAY)),
    paymentStatus: 'PAID',
    refund: null,
    mayReschedule: true,
    ...fields,
  }) as Order;

test('tickets that can be watched now or later come first, the others keep their order', () => {
  const orders = [
    anOrder(1, HOUR, { paymentStatus: 'CANCELLED' }),
    anOrder(2, -2 * DAY),
    anOrder(3, -HOUR),
    anOrder(4, HOUR, { refund: 'asked' }),
    anOrder(5, HOUR),
  ];
  expect(validTicketsFirst(orders, NOW).map(({ movieOrderId }) => movieOrderId)).toEqual([
    3, 5, 1, 2, 4,
  ]);
});
