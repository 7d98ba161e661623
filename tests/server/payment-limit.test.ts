import { expect, test } from 'vitest';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { aServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

test('a viewer may start sixty payments an hour, tickets and fees together', async () => {
  const server = await aServer();
  const purchase = purchaseSteps(server);
  const { viewer, order } = await purchase.anUnpaidOrder();
  const startFeePayment = (as: { userId: number }, amount: number) =>
    server.post('/api/ott/submissions/checkout', { as, body: { amount } });
  for (let each = 0; each < 30; each++) {
    expect((await purchase.checkout(viewer, order)).status).toBe(201);
    expect((await startFeePayment(viewer, 100 + each)).status).toBe(201);
  }
  const refusal = {
    status: 429,
    json: { code: 'too_many_requests', message: paymentRefusals.tooManyPayments },
  };
  expect([await purchase.checkout(viewer, order), await startFeePayment(viewer, 99)]).toMatchObject(
    [refusal, refusal],
  );
  expect((await startFeePayment(await server.aViewer(), 99)).status).toBe(201);
});
