import { describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/booking.ts';
import {
  cinemaWindowText,
  paidText,
  stateText,
  statusClass,
  windowText,
} from '#stores/history/order-text.ts';
import { aViewerInIndia } from '../../support/viewer-in-india.ts';

aViewerInIndia();

const order = (over: Partial<Order> = {}) =>
  ({
    bookingStartTime: '21-11-2026 13:30:00',
    bookingEndTime: '22-11-2026 13:30:00',
    paymentStatus: 'PAID',
    paymentMode: 'UPI',
    totalRoundedValue: 88,
    couponCode: null,
    charged: null,
    refund: null,
    mayReschedule: true,
    ...over,
  }) as Order;
const at = (time: string) => new Date(`2026-11-${time}:00Z`);

test('a window is shown with dates and hours', () => {
  expect(windowText(order())).toBe(
    'Sat\u00a021\u00a0Nov,\u00a07.00\u00a0PM to Sun\u00a022\u00a0Nov,\u00a07.00\u00a0PM',
  );
});

test('viewers abroad also see the window in India’s time', () => {
  expect(cinemaWindowText(order())).toBe('');
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'America/New_York',
  } as Intl.ResolvedDateTimeFormatOptions);
  expect(windowText(order())).toBe(
    'Sat\u00a021\u00a0Nov,\u00a08.30\u00a0AM to Sun\u00a022\u00a0Nov,\u00a08.30\u00a0AM',
  );
  expect(cinemaWindowText(order())).toBe(
    'Sat 21 Nov, 7.00\u00a0PM to Sun 22 Nov, 7.00\u00a0PM IST',
  );
  vi.restoreAllMocks();
});

test.each([
  ['You can watch in 6 h 28 m', {}, '21T07:02'],
  ['You can watch until Sun\u00a022\u00a0Nov,\u00a07.00\u00a0PM', {}, '21T13:30'],
  [
    'You can watch until Sun\u00a022\u00a0Nov,\u00a07.00\u00a0PM',
    { mayReschedule: false },
    '22T13:29',
  ],
  ['This ticket has expired', {}, '22T13:30'],
  ['Your bank is still confirming the payment', { paymentStatus: 'PROCESSING' }, '21T07:02'],
  ['Payment not successful', { paymentStatus: 'NEW' }, '21T07:02'],
  ['Payment not successful', { paymentStatus: 'CANCELLED' }, '21T07:02'],
  ['Your refund is on its way', { paymentStatus: 'CANCELLED', refund: 'asked' }, '21T07:02'],
  ['Your refund is on its way', { refund: 'pending' }, '21T14:02'],
  ['You can watch in 6 h 28 m', { refund: 'failed' }, '21T07:02'],
  ['Your money was refunded', { paymentStatus: 'REFUNDED', refund: 'done' }, '21T07:02'],
  ['The ticket was returned', { paymentStatus: 'REFUNDED', totalRoundedValue: 0 }, '21T07:02'],
] as const)('%s: %j at %s', (words, over, time) => {
  expect(stateText(order(over as Partial<Order>), at(time))).toBe(words);
});

describe('payment text', () => {
  test.each([
    ['Paid ₹88 by UPI', {}],
    ['Paid ₹176 by card', { totalRoundedValue: 176, paymentMode: 'CARD' }],
    ['Paid ₹176 by a future method', { totalRoundedValue: 176, paymentMode: 'a future method' }],
    ['Paid USD 2.00 for ₹176 by PayPal', abroad()],
    [
      'Paid with the code HOUSEFULL',
      { totalRoundedValue: 0, couponCode: 'HOUSEFULL', paymentMode: 'Coupon' },
    ],
    ['Nothing to pay', { totalRoundedValue: 0, paymentMode: 'FREE' }],
    ['Paid ₹88 by UPI', { paymentStatus: 'REFUNDED' }],
    [null, { paymentStatus: 'CANCELLED' }],
  ] as const)('%s', (words, over) => {
    expect(paidText(order(over as Partial<Order>))).toBe(words);
  });
});

function abroad() {
  return {
    totalRoundedValue: 176,
    paymentMode: 'PAYPAL',
    charged: { currency: 'USD', amount: '2.00', rate: 88 },
  };
}

test.each([
  ['PAID', 'order-status paid'],
  ['NEW', 'order-status new'],
  ['CANCELLED', 'order-status'],
  ['PROCESSING', 'order-status'],
  ['REFUNDED', 'order-status'],
] as const)('%s has the colour of spec §4', (paymentStatus, colour) => {
  expect(statusClass(order({ paymentStatus }))).toBe(colour);
});
