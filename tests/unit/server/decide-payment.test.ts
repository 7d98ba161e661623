import { expect, test } from 'vitest';
import type { Db } from '#server/db/database.ts';
import type { Bill } from '#server/streaming/payments/bill.ts';
import type { Attempt } from '#server/streaming/payments/queries.ts';
import type { ProviderPayment } from '#server/ports/payments/provider.ts';
import { decidePayment } from '#server/streaming/payments/decide-payment.ts';

const NOW = new Date('2026-11-21T06:30:00Z');

/** Decides a payment of ₹176 for a bill of ₹176, with the given changes. */
const decide = ({ payment = {}, total = 17_600, unpayableReason = null as string | null }) =>
  decidePayment(
    {} as Db,
    {
      attempt: { amount: 17_600, currency: 'INR', billTotal: 17_600 } as Attempt,
      bill: { total, findUnpayableReason: async () => unpayableReason } as unknown as Bill,
      payment: { amount: 17_600, currency: 'INR', ...payment } as ProviderPayment,
    },
    NOW,
  );

test('a payment of the right amount is accepted', async () => {
  expect(await decide({})).toEqual({ action: 'accept' });
});

test.each([
  ['too little', { amount: 17_599 }, 'INR 175.99 came instead of INR 176.00'],
  ['too much', { amount: 17_601 }, 'INR 176.01 came instead of INR 176.00'],
  [
    'the right number in another currency',
    { currency: 'USD' },
    'USD 176.00 came instead of INR 176.00',
  ],
])('a payment of %s is held for the operator', async (_, payment, reason) => {
  const held = { action: 'hold', cause: 'other_sum', reason };
  expect(await decide({ payment })).toEqual(held);
  // A wrong amount is never refunded automatically, even if the bill is not payable.
  expect(await decide({ payment, unpayableReason: 'a second payment of a paid ticket' })).toEqual(
    held,
  );
});

test.each([
  ['more expensive', 17_700],
  ['cheaper', 17_500],
])('a payment for a bill that became %s in the meantime is held', async (_, total) => {
  expect(await decide({ total })).toEqual({
    action: 'hold',
    cause: 'price_changed',
    reason: 'the price changed after this payment began',
  });
});

test('the right amount for a bill that cannot be paid is refunded, even if the price has changed', async () => {
  const reason = 'a second payment of a paid ticket';
  expect(await decide({ unpayableReason: reason })).toEqual({ action: 'refund', reason });
  expect(await decide({ unpayableReason: reason, total: 17_700 })).toEqual({
    action: 'refund',
    reason,
  });
});
