import { expect, test } from 'vitest';
import type { Db } from '#server/db/database.ts';
import type { Bill } from '#server/streaming/payments/bill.ts';
import type { Attempt } from '#server/streaming/payments/queries.ts';
import type { ProviderPayment } from '#server/ports/payments/provider.ts';
import { judge } from '#server/streaming/payments/verdict.ts';

const NOW = new Date('2026-11-21T06:30:00Z');

/** A payment of ₹176 for a bill of ₹176, but for what is given. */
const verdictOn = ({ payment = {}, total = 17_600, unwanted = null as string | null }) =>
  judge(
    {} as Db,
    {
      attempt: { amount: 17_600, currency: 'INR', orderTotal: 17_600 } as Attempt,
      bill: { total, whyUnwanted: async () => unwanted } as unknown as Bill,
      payment: { amount: 17_600, currency: 'INR', ...payment } as ProviderPayment,
    },
    NOW,
  );

test('a payment of the sum that was asked for fits', async () => {
  expect(await verdictOn({})).toEqual({ is: 'fits' });
});

test.each([
  ['less', { amount: 17_599 }, 'INR 175.99 came instead of INR 176.00'],
  ['more', { amount: 17_601 }, 'INR 176.01 came instead of INR 176.00'],
  ['the same number in another currency', { currency: 'USD' }, 'USD 176.00 came instead of INR 176.00'],
])('a payment of %s does not fit, and a person looks at it', async (_, payment, reason) => {
  expect(await verdictOn({ payment })).toEqual({ is: 'misfit', reason });
  // Also where the money is not wanted: a sum that nobody asked for never goes back by itself.
  expect(await verdictOn({ payment, unwanted: 'a second payment of a paid ticket' })).toEqual({ is: 'misfit', reason });
});

test.each([
  ['dearer', 17_700],
  ['cheaper', 17_500],
])('a payment for a bill that became %s meanwhile does not fit', async (_, total) => {
  expect(await verdictOn({ total })).toEqual({
    is: 'misfit',
    reason: 'the order was priced anew after this payment began',
  });
});

test('the right sum for what cannot be paid is unwanted, whatever the bill costs by now', async () => {
  const reason = 'a second payment of a paid ticket';
  expect(await verdictOn({ unwanted: reason })).toEqual({ is: 'unwanted', reason });
  expect(await verdictOn({ unwanted: reason, total: 17_700 })).toEqual({ is: 'unwanted', reason });
});
