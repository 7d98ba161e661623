import { expect, test } from 'vitest';
import { paymentMessages as text } from '#messages/payments.ts';
import { aHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

test('a viewer opens sixty payments an hour, of tickets and of fees together', async () => {
  const house = await aHouse();
  const shop = purchases(house);
  const { viewer, order } = await shop.anOpenOrder();
  const fee = (as: { userId: number }, amount: number) =>
    house.post('/api/ott/submissions/checkout', { as, body: { amount } });
  for (let each = 0; each < 30; each++) {
    expect((await shop.checkout(viewer, order)).status).toBe(201);
    expect((await fee(viewer, 100 + each)).status).toBe(201);
  }
  const refusal = { status: 429, json: { code: 'too_many_requests', message: text.tooManyPayments } };
  expect([await shop.checkout(viewer, order), await fee(viewer, 99)]).toMatchObject([refusal, refusal]);
  expect((await fee(await house.aViewer(), 99)).status).toBe(201);
});
