import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import {
  findHeldPayments,
  refundHeldPayment,
} from '#server/streaming/payments/held/settle-held-payment.ts';
import { applyPayment } from '#server/streaming/payments/apply-payment.ts';
import { shuffled, SEED } from '../support/fast-check.ts';
import {
  submissionFieldsFor,
  feePayments,
  type OpenFee,
  type ProviderName,
} from '../support/fees.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const PROVIDERS = ['razorpay', 'paypal'] as const;
const clock = aClock();
let server: TestServer;
let fees: ReturnType<typeof feePayments>;
beforeAll(async () => {
  server = await aServer({ clock });
  fees = feePayments(server);
});
beforeEach(async () => {
  for (const provider of PROVIDERS) await script(provider, { action: 'clear_scripts' });
});

const script = async (provider: ProviderName, command: object) =>
  (await server.scriptSandbox({ provider, ...command })).json() as Promise<any>;
const dropWebhooks = async () => {
  for (const provider of PROVIDERS) await script(provider, { webhook: 'drop', times: 20 });
};
const waitForWebhooks = () => server.sandbox.waitUntilIdle();
const rows = async (sql: string) =>
  (await server.database.query(sql)).rows as Record<string, unknown>[];
const attemptsOf = ({ feeId }: { feeId: number }) =>
  rows(`select * from payment_attempts where fee_id = ${feeId} order by attempt_id`);
const refundsOf = ({ feeId }: { feeId: number }) =>
  rows(
    `select state, ends_ticket as refunds_bill, reason, currency, amount from refunds where fee_id = ${feeId} order by refund_id`,
  );
const heldCountOf = async (fee: OpenFee) =>
  (await rows(`select from held_payments where fee_id = ${fee.feeId} and decided_at is null`))
    .length;
const lastCapture = async () => (await script('paypal', { action: 'list' })).captures[0];
const reconcileLater = async () => {
  clock.advance(MINUTE);
  return reconcile(server.deps);
};
const anOpenFee = async (options = {}) => fees.open(await server.aViewer(), options);

describe('opening a fee', () => {
  test.each([
    [500, 50_000],
    [1, 100],
    [1.5, 150],
    [1234.56, 123_456],
    [999_999.99, 99_999_999],
  ])('of ₹%f asks Razorpay for %i paise', async (amount, paise) => {
    const { status, json } = await fees.checkout(await server.aViewer(), { amount });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      provider: 'razorpay',
      amount: paise,
      currency: 'INR',
      fee: {
        feeNo: expect.stringMatching(/^S\d\d-\d{6}$/),
        amount,
        paymentStatus: 'NEW',
        paymentMode: null,
        paymentTransactionNo: null,
        movieId: null,
      },
    });
  });

  test.each([500, 1, 100_000])('of ₹%i asks PayPal for one dollar', async (amount) => {
    const { json } = await fees.checkout(await server.aViewer(), { amount, provider: 'paypal' });
    expect(json).toMatchObject({
      provider: 'paypal',
      amount: '1.00',
      currency: 'USD',
      fee: { amount },
    });
  });

  test.each([[0], [-5], [0.001], [1_000_001], ['five'], [null]])(
    'of %j is refused',
    async (amount) => {
      expect((await fees.checkout(await server.aViewer(), { amount })).status).toBe(422);
    },
  );

  test.each(PROVIDERS)('of less than a rupee is refused with a message (%s)', async (provider) => {
    expect(await fees.checkout(await server.aViewer(), { amount: 0.99, provider })).toMatchObject({
      status: 422,
      json: { code: 'fee_too_small', message: 'The smallest fee is one rupee' },
    });
  });

  test('again for the same amount reuses the fee; another amount creates another fee', async () => {
    const maker = await server.aViewer();
    const first = await fees.open(maker);
    expect(await Promise.all([fees.open(maker), fees.open(maker)])).toEqual([first, first]);
    const byPaypal = await fees.open(maker, { provider: 'paypal' });
    expect(byPaypal.feeId).toBe(first.feeId);
    expect((await fees.open(maker, { amount: 600 })).feeId).not.toBe(first.feeId);
    expect((await fees.open(await server.aViewer())).feeId).not.toBe(first.feeId);
  });

  test('several times at the same moment creates one fee', async () => {
    const maker = await server.aViewer();
    const opened = await Promise.all([fees.open(maker), fees.open(maker), fees.open(maker)]);
    expect(
      new Set(opened.map(({ feeId, providerOrderId }) => `${feeId} ${providerOrderId}`)).size,
    ).toBe(1);
    expect(
      await rows(`select 1 from submission_fees where user_id = ${maker.userId}`),
    ).toHaveLength(1);
  });

  test('with the same idempotency key repeats the response', async () => {
    const [as, headers] = [await server.aViewer(), { 'idempotency-key': randomUUID() }];
    const send = () =>
      server.post('/api/ott/submissions/checkout', { as, headers, body: { amount: 80 } });
    const first = await send();
    expect((await send()).json).toEqual(first.json);
  });

  test('while the provider is unreachable fails with provider_away, and the next try reuses the fee', async () => {
    const maker = await server.aViewer();
    server.network.isUp = false;
    const response = await fees.checkout(maker);
    server.network.isUp = true;
    expect(response).toMatchObject({ status: 502, json: { code: 'provider_away' } });
    await fees.open(maker);
    expect(
      await rows(`select 1 from submission_fees where user_id = ${maker.userId}`),
    ).toHaveLength(1);
  });
});

describe.each(PROVIDERS)('a fee by %s', (provider) => {
  const open = () => anOpenFee({ provider });
  const wrongAmount = (
    provider === 'razorpay'
      ? { pay: 'tamper_amount', amountInPaise: 700 }
      : { pay: 'tamper_amount', amountInCents: 7 }
  ) as object;
  const undecided = provider === 'razorpay' ? { pay: 'authorise_only' } : { pay: 'pending' };
  const amounts =
    provider === 'razorpay'
      ? { currency: 'INR', amount: 50_000 }
      : { currency: 'USD', amount: 100 };

  test('is accepted from the browser with the provider’s confirmation', async () => {
    await dropWebhooks();
    const fee = await open();
    const { status, json } = await fees.reportPaid(fee, await fees.payAtProvider(fee));
    expect(status).toBe(200);
    const transaction =
      provider === 'paypal' ? (await lastCapture()).id : expect.stringMatching(/^pay_/);
    expect(json).toMatchObject({
      feeId: fee.feeId,
      amount: 500,
      paymentStatus: 'PAID',
      paymentMode: provider === 'paypal' ? 'PAYPAL' : 'UPI',
      paymentTransactionNo: transaction,
      movieId: null,
    });
    expect(await fees.unusedFee(fee.maker)).toEqual(json);
    // Razorpay: 2 % plus 18 % GST. PayPal: 4.4 % plus 30 cents.
    expect(await attemptsOf(fee)).toMatchObject([
      { state: 'paid', gateway_fee: provider === 'paypal' ? 34 : 1180 },
    ]);
  });

  test('is accepted from the webhook alone', async () => {
    const fee = await open();
    await fees.payAtProvider(fee);
    await waitForWebhooks();
    expect(await fees.statusOf(fee)).toBe('PAID');
  });

  test('is found by the reconciler when neither browser nor webhook reports it', async () => {
    await dropWebhooks();
    const fee = await open();
    await fees.payAtProvider(fee);
    expect(await fees.statusOf(fee)).toBe('NEW');
    expect([await reconcileLater(), await fees.statusOf(fee), await reconcileLater()]).toEqual([
      1,
      'PAID',
      0,
    ]);
  });

  test('has no invoice, no mail and no ticket', async () => {
    const before = await rows(
      'select count(*)::int n from invoices union all select count(*)::int from ticket_mails',
    );
    await fees.aPaidFee(await server.aViewer(), { provider });
    expect(
      await rows(
        'select count(*)::int n from invoices union all select count(*)::int from ticket_mails',
      ),
    ).toEqual(before);
  });

  test('is refused without a proof and with the proof of another fee or a ticket', async () => {
    await dropWebhooks();
    const [mine, other] = [await open(), await open()];
    const film = await server.aFilm();
    const body = { bookingStartTime: toWire(clock.now()), buyerCountry: 'US' };
    const { json: order } = await server.post(`/api/ott/movies/${film.movieId}/orders`, {
      as: mine.maker,
      body,
    });
    const path = `/api/ott/orders/${order.movieOrderId}`;
    const { json: ticket } = await server.post(`${path}/checkout`, {
      as: mine.maker,
      body: { provider },
    });
    const proofs = [
      null,
      await fees.payAtProvider(other),
      await fees.payAtProvider({ ...mine, providerOrderId: ticket.order_id }),
    ];
    for (const proof of proofs)
      expect(await fees.reportPaid(mine, proof)).toMatchObject({
        status: 422,
        json: { code: 'payment_not_proven' },
      });
    expect(await fees.statusOf(mine)).toBe('NEW');
    const report = { paymentStatus: 'PAID', ...(await fees.payAtProvider(mine)) };
    expect((await server.put(`${path}/payment`, { as: mine.maker, body: report })).json.code).toBe(
      'payment_not_proven',
    );
    expect((await server.get(path, { as: mine.maker })).json.paymentStatus).toBe('NEW');
  });

  test('of a wrong amount is held under the fee’s number, and the operator refunds it', async () => {
    await script(provider, wrongAmount);
    const fee = await open();
    await fees.reportPaid(fee, await fees.payAtProvider(fee));
    await waitForWebhooks();
    const { feeNo, paymentStatus } = await fees.read(fee);
    expect([paymentStatus, await heldCountOf(fee), await fees.unusedFee(fee.maker)]).toMatchObject([
      'PROCESSING',
      1,
      { feeNo, heldAmount: provider === 'paypal' ? 35 : 7 },
    ]);
    const held = (await findHeldPayments(server.deps)).find(({ billNo }) => billNo === feeNo)!;
    expect(held).toMatchObject({
      provider,
      paymentStatus: 'NEW',
      reason:
        provider === 'paypal'
          ? 'USD 0.07 came instead of USD 1.00'
          : 'INR 7.00 came instead of INR 500.00',
    });
    expect(await refundHeldPayment(server.deps, held, 'asha@server-1')).toBe(true);
    await reconcileLater();
    expect(await refundsOf(fee)).toMatchObject([{ state: 'done', refunds_bill: false }]);
    expect([await fees.statusOf(fee), await heldCountOf(fee)]).toEqual(['NEW', 0]);
  });

  test('that is dismissed is CANCELLED, and a later capture still pays it', async () => {
    await dropWebhooks();
    const fee = await open();
    expect((await fees.cancel(fee)).json.paymentStatus).toBe('CANCELLED');
    await fees.payAtProvider(fee);
    await reconcileLater();
    expect(await fees.statusOf(fee)).toBe('PAID');
    expect((await fees.cancel(fee)).json.paymentStatus).toBe('PAID');
  });

  test('that was dismissed is continued as the same fee', async () => {
    const fee = await open();
    await fees.cancel(fee);
    const again = await fees.open(fee.maker, { provider });
    expect([again.feeId, await fees.statusOf(fee)]).toEqual([fee.feeId, 'NEW']);
    expect((await fees.reportPaid(again, await fees.payAtProvider(again))).json.paymentStatus).toBe(
      'PAID',
    );
  });

  test('that waits for the bank is PROCESSING, is found as unused, and blocks a second fee', async () => {
    await script(provider, undecided);
    const fee = await open();
    await fees.reportPaid(fee, await fees.payAtProvider(fee));
    await waitForWebhooks();
    expect(await fees.unusedFee(fee.maker)).toMatchObject({
      feeId: fee.feeId,
      paymentStatus: 'PROCESSING',
    });
    for (const amount of [500, 700])
      expect(await fees.checkout(fee.maker, { amount })).toMatchObject({
        status: 409,
        json: { code: 'payment_pending' },
      });
    expect((await fees.cancel(fee)).json.paymentStatus).toBe('PROCESSING');
    if (provider === 'paypal')
      await script('paypal', { action: 'complete', capture_id: (await lastCapture()).id });
    clock.advance(20 * MINUTE);
    await reconcile(server.deps);
    expect(await fees.statusOf(fee)).toBe('PAID');
  });

  test('reported while the provider is unreachable waits until the reconciler applies it', async () => {
    await dropWebhooks();
    const fee = await open();
    const proof = await fees.payAtProvider(fee);
    server.network.isUp = false;
    const answer = await fees.reportPaid(fee, proof);
    server.network.isUp = true;
    expect(answer.json.paymentStatus).toBe('PROCESSING');
    await reconcileLater();
    expect(await fees.statusOf(fee)).toBe('PAID');
  });

  test('paid at both providers: the second payment is refunded automatically', async () => {
    await dropWebhooks();
    const first = await open();
    const second = await fees.open(first.maker, {
      provider: provider === 'razorpay' ? 'paypal' : 'razorpay',
    });
    expect(second.feeId).toBe(first.feeId);
    const proofs = [await fees.payAtProvider(first), await fees.payAtProvider(second)];
    // PayPal captures only on our request, and not for a paid fee, so PayPal must be first.
    const sequence = provider === 'paypal' ? [0, 1] : [1, 0];
    for (const index of sequence) await fees.reportPaid([first, second][index]!, proofs[index]!);
    await reconcileLater();
    expect(await fees.statusOf(first)).toBe('PAID');
    expect(await refundsOf(first)).toEqual([
      {
        state: 'done',
        refunds_bill: false,
        reason: 'a second payment of a paid fee',
        currency: 'INR',
        amount: 50_000,
      },
    ]);
  });

  test('refunded in the provider’s dashboard is REFUNDED', async () => {
    const fee = await fees.aPaidFee(await server.aViewer(), { provider });
    await waitForWebhooks();
    const payment = await server.deps.payments[provider]!.fetchPayment(
      fee.paid.paymentTransactionNo,
    );
    await applyPayment(server.deps, { ...payment, status: 'refunded' }, 'reconciler');
    expect(await fees.statusOf(fee)).toBe('REFUNDED');
    expect(await refundsOf(fee)).toMatchObject([{ state: 'done', refunds_bill: true, ...amounts }]);
    expect(
      await rows(`select refunded_at from submission_fees where fee_id = ${fee.feeId}`),
    ).toEqual([{ refunded_at: clock.now() }]);
  });

  test.each([
    ['several times', { webhook: 'duplicate', copies: 3, times: 2 }],
    ['in reverse', { webhook: 'reorder', count: 2 }],
    ['with a broken signature first', { webhook: 'corrupt_signature', times: 2 }],
  ])(
    'whose updates arrive %s from all sources at the same moment is paid once',
    { tags: provider === 'paypal' ? ['deep'] : [] },
    async (_, fault) => {
      for (let round = 0; round < 5; round++) {
        await script(provider, fault);
        const fee = await open();
        const proof = await fees.payAtProvider(fee);
        const sources = [
          () => fees.reportPaid(fee, proof),
          () => fees.reportPaid(fee, proof),
          () => reconcile(server.deps),
          () => fees.cancel(fee),
          () => script(provider, { action: 'release' }),
        ];
        await Promise.all(shuffled(sources, round).map((source) => source()));
        await waitForWebhooks();
        await reconcileLater();
        const result = [await fees.statusOf(fee), await heldCountOf(fee), await refundsOf(fee)];
        expect(result, `round ${round} of seed ${SEED}`).toEqual(['PAID', 0, []]);
      }
    },
  );
});

test('a fee is refused with a guessed signature', async () => {
  await dropWebhooks();
  const fee = await anOpenFee();
  const proof = (await fees.payAtProvider(fee)) as Record<string, string>;
  const signed = `${proof['razorpay_order_id']}|${proof['razorpay_payment_id']}`;
  for (const razorpay_signature of [
    'f'.repeat(64),
    createHmac('sha256', 'guess').update(signed).digest('hex'),
  ])
    expect((await fees.reportPaid(fee, { ...proof, razorpay_signature })).json.code).toBe(
      'payment_not_proven',
    );
  expect(await fees.statusOf(fee)).toBe('NEW');
});

test('a proof whose payment the provider has under another order is held', async () => {
  await dropWebhooks();
  const [mine, other] = [await anOpenFee(), await anOpenFee()];
  const { razorpay_payment_id } = (await fees.payAtProvider(other)) as Record<string, string>;
  const razorpay_signature = createHmac('sha256', SANDBOX_CREDENTIALS.razorpay.keySecret)
    .update(`${mine.providerOrderId}|${razorpay_payment_id}`)
    .digest('hex');
  await fees.reportPaid(mine, {
    razorpay_payment_id,
    razorpay_order_id: mine.providerOrderId,
    razorpay_signature,
  });
  expect([await fees.statusOf(mine), await heldCountOf(mine)]).toEqual(['PROCESSING', 1]);
});

test('a failed payment leaves the fee open, and a second payment pays it', async () => {
  const fee = await anOpenFee();
  expect(await fees.payAtProvider(fee, 'failure@razorpay')).toBeNull();
  await waitForWebhooks();
  expect(await fees.statusOf(fee)).toBe('NEW');
  expect((await fees.reportPaid(fee, await fees.payAtProvider(fee))).json.paymentStatus).toBe(
    'PAID',
  );
});

test('a declined PayPal payment may be repeated with another payment method on the same fee', async () => {
  await dropWebhooks();
  const fee = await anOpenFee({ provider: 'paypal' });
  await script('paypal', { pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
  expect((await fees.reportPaid(fee, await fees.payAtProvider(fee))).json.code).toBe(
    'instrument_declined',
  );
  expect((await fees.reportPaid(fee, await fees.payAtProvider(fee))).json.paymentStatus).toBe(
    'PAID',
  );
});

test('a wrong amount in the browser’s report answers price_changed, and the fee is paid', async () => {
  await dropWebhooks();
  const fee = await anOpenFee();
  const report = { paymentStatus: 'PAID', paidAmount: 5, ...(await fees.payAtProvider(fee)) };
  expect((await fees.reportPayment(fee.maker, fee.feeId, report)).json.code).toBe('price_changed');
  expect(await fees.statusOf(fee)).toBe('PAID');
});

test('Razorpay’s own fee is stored even if it is reported after the capture', async () => {
  await dropWebhooks();
  const fee = await anOpenFee();
  await fees.payAtProvider(fee);
  const [payment] = await server.deps.payments.razorpay!.fetchOrderPayments(fee.providerOrderId);
  await applyPayment(server.deps, { ...payment!, fee: null }, 'webhook');
  expect(await attemptsOf(fee)).toMatchObject([{ state: 'paid', gateway_fee: null }]);
  await applyPayment(server.deps, payment!, 'reconciler');
  await applyPayment(server.deps, { ...payment!, fee: 7 }, 'reconciler');
  expect(await attemptsOf(fee)).toMatchObject([{ state: 'paid', gateway_fee: 1180 }]);
});

describe('a second fee', () => {
  test('cannot be started while a paid fee has no film, and can be started after the film is submitted', async () => {
    const maker = await server.aViewer();
    const { paid } = await fees.aPaidFee(maker);
    for (const amount of [500, 900])
      expect(await fees.checkout(maker, { amount })).toMatchObject({
        status: 409,
        json: { code: 'fee_paid' },
      });
    expect((await fees.submit(maker, submissionFieldsFor(paid))).status).toBe(201);
    expect(await fees.unusedFee(maker)).toBeNull();
    expect((await fees.open(maker)).feeId).not.toBe(paid.feeId);
  });

  test.each([[0], [MINUTE]])(
    'that was dismissed %i ms before the other was paid, and is captured after it, is refunded',
    async (pause) => {
      await dropWebhooks();
      const maker = await server.aViewer();
      const earlier = await fees.open(maker, { amount: 300 });
      await fees.cancel(earlier);
      clock.advance(pause);
      const { paid } = await fees.aPaidFee(maker, { amount: 400 });
      if (pause) expect((await fees.submit(maker, submissionFieldsFor(paid))).status).toBe(201);
      await fees.payAtProvider(earlier);
      await reconcileLater();
      expect(await fees.statusOf(earlier)).toBe('CANCELLED');
      expect(await refundsOf(earlier)).toMatchObject([
        { state: 'done', refunds_bill: false, amount: 30_000 },
      ]);
    },
  );

  test(
    'captured at the same moment: one stays paid, the other is refunded (10 rounds)',
    { tags: ['deep'] },
    async () => {
      await dropWebhooks();
      for (let round = 0; round < 10; round++) {
        const maker = await server.aViewer();
        const both = [
          await fees.open(maker, { amount: 300 }),
          await fees.open(maker, { amount: 400 }),
        ];
        const proofs = await Promise.all(both.map((fee) => fees.payAtProvider(fee)));
        await Promise.all(both.map((fee, index) => fees.reportPaid(fee, proofs[index]!)));
        await waitForWebhooks();
        await reconcileLater();
        const statuses = await Promise.all(both.map(fees.statusOf));
        // CANCELLED: the fee was PROCESSING before its payment was refunded.
        expect(statuses.toSorted().join()).toMatch(/^(NEW|CANCELLED),PAID$/);
        expect((await Promise.all(both.map(refundsOf))).flat()).toMatchObject([
          { state: 'done', refunds_bill: false },
        ]);
      }
    },
  );
});

describe('an unpaid fee', () => {
  test('is cancelled after a day, and the same amount then creates a new fee', async () => {
    await dropWebhooks();
    const fee = await anOpenFee();
    clock.advance(DAY - HOUR);
    await reconcile(server.deps);
    expect(await fees.statusOf(fee)).toBe('NEW');
    clock.advance(2 * HOUR);
    await reconcile(server.deps);
    expect(await fees.statusOf(fee)).toBe('CANCELLED');
    const next = await fees.open(fee.maker);
    expect(next.feeId).not.toBe(fee.feeId);
    // A late payment still counts; after a day the provider is checked every half hour.
    await fees.payAtProvider(fee);
    clock.advance(HOUR);
    await reconcile(server.deps);
    expect([await fees.statusOf(fee), await fees.statusOf(next)]).toEqual(['PAID', 'NEW']);
  });
});

describe('a maker who deletes the account', () => {
  const erase = (as: { userId: number }) => server.delete('/api/auth/me', { as });

  test('cancels the unpaid fee, and a late payment is refunded', async () => {
    const fee = await anOpenFee();
    expect((await erase(fee.maker)).status).toBe(204);
    expect(
      await rows(`select user_id, payment_status from submission_fees where fee_id = ${fee.feeId}`),
    ).toEqual([{ user_id: null, payment_status: 'CANCELLED' }]);
    await fees.payAtProvider(fee);
    await waitForWebhooks();
    await reconcileLater();
    expect(await refundsOf(fee)).toMatchObject([
      { state: 'done', reason: 'the maker has deleted the account' },
    ]);
  });

  test('is refused while a bank is confirming a fee', async () => {
    await script('razorpay', { pay: 'authorise_only' });
    const fee = await anOpenFee();
    await fees.payAtProvider(fee);
    await waitForWebhooks();
    expect(await erase(fee.maker)).toMatchObject({
      status: 409,
      json: { code: 'payment_pending' },
    });
  });

  test('keeps the paid fee without the person, and erases the provider’s events', async () => {
    const fee = await fees.aPaidFee(await server.aViewer());
    await waitForWebhooks();
    expect((await erase(fee.maker)).status).toBe(204);
    expect(
      await rows(`select user_id, payment_status from submission_fees where fee_id = ${fee.feeId}`),
    ).toEqual([{ user_id: null, payment_status: 'PAID' }]);
    const events = await rows(
      `select payload from payment_events where provider_order_id = '${fee.providerOrderId}'`,
    );
    expect(events.length).toBeGreaterThan(0);
    for (const { payload } of events) expect(payload).toEqual({ erased: true });
  });

  test('finds fees and payments in the export', async () => {
    const { maker, paid } = await fees.aPaidFee(await server.aViewer());
    const { json } = await server.get('/api/auth/me/export', { as: maker });
    expect(json.submissionFees).toMatchObject([
      {
        feeNo: paid.feeNo,
        amount: 500,
        paymentStatus: 'PAID',
        payments: [{ provider: 'razorpay', state: 'paid' }],
      },
    ]);
  });
});
