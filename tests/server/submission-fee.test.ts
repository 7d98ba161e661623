import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { listHeld, returnHeld } from '#server/streaming/payments/refunds/held.ts';
import { applyPayment } from '#server/streaming/payments/settle.ts';
import { inRandomOrder, SEED } from '../support/fast-check.ts';
import { claimOf, feePayments, type OpenFee, type ProviderName } from '../support/fees.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';

const PROVIDERS = ['razorpay', 'paypal'] as const;
const clock = aClock();
let house: TestHouse;
let fees: ReturnType<typeof feePayments>;
beforeAll(async () => {
  house = await aHouse({ clock });
  fees = feePayments(house);
});
beforeEach(async () => {
  for (const provider of PROVIDERS) await script(provider, { action: 'forget' });
});

const script = async (provider: ProviderName, command: object) =>
  (await house.script({ provider, ...command })).json() as Promise<any>;
const dropWebhooks = async () => {
  for (const provider of PROVIDERS) await script(provider, { webhook: 'drop', times: 20 });
};
const webhooks = () => house.sandbox.idle();
const rows = async (sql: string) => (await house.database.query(sql)).rows as Record<string, unknown>[];
const attemptsOf = ({ feeId }: { feeId: number }) =>
  rows(`select * from payment_attempts where fee_id = ${feeId} order by attempt_id`);
const refundsOf = ({ feeId }: { feeId: number }) =>
  rows(`select state, ends_ticket, reason, currency, amount from refunds where fee_id = ${feeId} order by refund_id`);
const heldFor = async (fee: OpenFee) => (await attemptsOf(fee)).filter(({ held_reason }) => held_reason).length;
const lastCapture = async () => (await script('paypal', { action: 'list' })).captures[0];
const later = async () => {
  clock.advance(MINUTE);
  return reconcile(house.deps);
};
const anOpenFee = async (options = {}) => fees.open(await house.aViewer(), options);

describe('opening a fee', () => {
  test.each([
    [500, 50_000],
    [1, 100],
    [1.5, 150],
    [1234.56, 123_456],
    [999_999.99, 99_999_999],
  ])('of ₹%f asks Razorpay for %i paise', async (amount, paise) => {
    const { status, json } = await fees.checkout(await house.aViewer(), { amount });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      provider: 'razorpay',
      amount: paise,
      currency: 'INR',
      fee: {
        feeNo: expect.stringMatching(/^S26-\d{6}$/),
        amount,
        paymentStatus: 'NEW',
        paymentMode: null,
        paymentTransactionNo: null,
        movieId: null,
      },
    });
  });

  test.each([500, 1, 100_000])('of ₹%i asks PayPal for one dollar', async (amount) => {
    const { json } = await fees.checkout(await house.aViewer(), { amount, provider: 'paypal' });
    expect(json).toMatchObject({ provider: 'paypal', amount: '1.00', currency: 'USD', fee: { amount } });
  });

  test.each([[0], [-5], [0.001], [1_000_001], ['500'], [null]])('of %j is refused', async (amount) => {
    expect((await fees.checkout(await house.aViewer(), { amount })).status).toBe(422);
  });

  test.each(PROVIDERS)('of less than a rupee is refused in a sentence (%s)', async (provider) => {
    expect(await fees.checkout(await house.aViewer(), { amount: 0.99, provider })).toMatchObject({
      status: 422,
      json: { code: 'fee_too_small', message: 'A fee is one rupee at least' },
    });
  });

  test('again for the same sum goes on with it; another sum is another fee', async () => {
    const maker = await house.aViewer();
    const first = await fees.open(maker);
    expect(await Promise.all([fees.open(maker), fees.open(maker)])).toEqual([first, first]);
    const byPaypal = await fees.open(maker, { provider: 'paypal' });
    expect(byPaypal.feeId).toBe(first.feeId);
    expect((await fees.open(maker, { amount: 600 })).feeId).not.toBe(first.feeId);
    expect((await fees.open(await house.aViewer())).feeId).not.toBe(first.feeId);
  });

  test('twice at once makes one', async () => {
    const maker = await house.aViewer();
    const opened = await Promise.all([fees.open(maker), fees.open(maker), fees.open(maker)]);
    expect(new Set(opened.map(({ feeId, orderId }) => `${feeId} ${orderId}`)).size).toBe(1);
    expect(await rows(`select 1 from submission_fees where user_id = ${maker.userId}`)).toHaveLength(1);
  });

  test('with one idempotency key gives one answer', async () => {
    const [as, headers] = [await house.aViewer(), { 'idempotency-key': randomUUID() }];
    const ask = () => house.post('/api/ott/submissions/checkout', { as, headers, body: { amount: 80 } });
    const first = await ask();
    expect((await ask()).json).toEqual(first.json);
  });

  test('while the provider is away says that nothing was charged, and the next try goes on', async () => {
    const maker = await house.aViewer();
    house.network.isUp = false;
    const away = await fees.checkout(maker);
    house.network.isUp = true;
    expect(away).toMatchObject({ status: 502, json: { code: 'provider_away' } });
    await fees.open(maker);
    expect(await rows(`select 1 from submission_fees where user_id = ${maker.userId}`)).toHaveLength(1);
  });
});

describe.each(PROVIDERS)('a fee by %s', (provider) => {
  const open = () => anOpenFee({ provider });
  const others = (
    provider === 'razorpay' ? { pay: 'tamper_amount', amountInPaise: 700 } : { pay: 'tamper_amount', amountInCents: 7 }
  ) as object;
  const waiting = provider === 'razorpay' ? { pay: 'authorise_only' } : { pay: 'pending' };
  const sum = provider === 'razorpay' ? { currency: 'INR', amount: 50_000 } : { currency: 'USD', amount: 100 };

  test('is believed from the browser with the provider’s own word', async () => {
    await dropWebhooks();
    const fee = await open();
    const { status, json } = await fees.prove(fee, await fees.payAt(fee));
    expect(status).toBe(200);
    const transaction = provider === 'paypal' ? (await lastCapture()).id : expect.stringMatching(/^pay_/);
    expect(json).toMatchObject({
      feeId: fee.feeId,
      amount: 500,
      paymentStatus: 'PAID',
      paymentMode: provider === 'paypal' ? 'PAYPAL' : 'UPI',
      paymentTransactionNo: transaction,
      movieId: null,
    });
    expect(await fees.unused(fee.maker)).toEqual(json);
    // 2 % and 18 % GST on it; 4.4 % and 30 cents.
    expect(await attemptsOf(fee)).toMatchObject([{ state: 'paid', gateway_fee: provider === 'paypal' ? 34 : 1180 }]);
  });

  test('is believed from the webhook alone', async () => {
    const fee = await open();
    await fees.payAt(fee);
    await webhooks();
    expect(await fees.statusOf(fee)).toBe('PAID');
  });

  test('is found by the reconciler, when neither browser nor webhook comes', async () => {
    await dropWebhooks();
    const fee = await open();
    await fees.payAt(fee);
    expect(await fees.statusOf(fee)).toBe('NEW');
    expect([await later(), await fees.statusOf(fee), await later()]).toEqual([1, 'PAID', 0]);
  });

  test('has no paper, no mail and no ticket', async () => {
    const before = await rows('select count(*)::int n from invoices union all select count(*)::int from ticket_mails');
    await fees.aPaidFee(await house.aViewer(), { provider });
    expect(await rows('select count(*)::int n from invoices union all select count(*)::int from ticket_mails')).toEqual(
      before,
    );
  });

  test('is not believed with no proof, nor with another fee’s, nor with a ticket’s', async () => {
    await dropWebhooks();
    const [mine, other] = [await open(), await open()];
    const film = await house.aFilm();
    const body = { bookingStartTime: toWire(clock.now()), buyerCountry: 'US' };
    const { json: order } = await house.post(`/api/ott/movies/${film.movieId}/orders`, { as: mine.maker, body });
    const path = `/api/ott/orders/${order.movieOrderId}`;
    const { json: ticket } = await house.post(`${path}/checkout`, { as: mine.maker, body: { provider } });
    const proofs = [null, await fees.payAt(other), await fees.payAt({ ...mine, orderId: ticket.order_id })];
    for (const proof of proofs)
      expect(await fees.prove(mine, proof)).toMatchObject({ status: 422, json: { code: 'payment_not_proven' } });
    expect(await fees.statusOf(mine)).toBe('NEW');
    const report = { paymentStatus: 'PAID', ...(await fees.payAt(mine)) };
    expect((await house.put(`${path}/payment`, { as: mine.maker, body: report })).json.code).toBe('payment_not_proven');
    expect((await house.get(path, { as: mine.maker })).json.paymentStatus).toBe('NEW');
  });

  test('of another sum is held under the fee’s number, and returned by the operator', async () => {
    await script(provider, others);
    const fee = await open();
    await fees.prove(fee, await fees.payAt(fee));
    await webhooks();
    const { feeNo, paymentStatus } = await fees.read(fee);
    expect([paymentStatus, await heldFor(fee), await fees.unused(fee.maker)]).toEqual(['NEW', 1, null]);
    const held = (await listHeld(house.deps)).find(({ no }) => no === feeNo)!;
    expect(held).toMatchObject({
      provider,
      paymentStatus: 'NEW',
      reason: provider === 'paypal' ? 'USD 0.07 came instead of USD 1.00' : 'INR 7.00 came instead of INR 500.00',
    });
    expect(await returnHeld(house.deps, held)).toBe(true);
    await later();
    expect(await refundsOf(fee)).toMatchObject([{ state: 'done', ends_ticket: false }]);
    expect([await fees.statusOf(fee), await heldFor(fee)]).toEqual(['NEW', 0]);
  });

  test('dismissed is CANCELLED; captured later all the same, it is paid', async () => {
    await dropWebhooks();
    const fee = await open();
    expect((await fees.cancel(fee)).json.paymentStatus).toBe('CANCELLED');
    await fees.payAt(fee);
    await later();
    expect(await fees.statusOf(fee)).toBe('PAID');
    expect((await fees.cancel(fee)).json.paymentStatus).toBe('PAID');
  });

  test('dismissed is taken up again as the same fee', async () => {
    const fee = await open();
    await fees.cancel(fee);
    const again = await fees.open(fee.maker, { provider });
    expect([again.feeId, await fees.statusOf(fee)]).toEqual([fee.feeId, 'NEW']);
    expect((await fees.prove(again, await fees.payAt(again))).json.paymentStatus).toBe('PAID');
  });

  test('that waits for a decision is PROCESSING, found again, and not begun a second time', async () => {
    await script(provider, waiting);
    const fee = await open();
    await fees.prove(fee, await fees.payAt(fee));
    await webhooks();
    expect(await fees.unused(fee.maker)).toMatchObject({ feeId: fee.feeId, paymentStatus: 'PROCESSING' });
    for (const amount of [500, 700])
      expect(await fees.checkout(fee.maker, { amount })).toMatchObject({
        status: 409,
        json: { code: 'payment_pending' },
      });
    expect((await fees.cancel(fee)).json.paymentStatus).toBe('PROCESSING');
    if (provider === 'paypal') await script('paypal', { action: 'complete', capture_id: (await lastCapture()).id });
    clock.advance(20 * MINUTE);
    await reconcile(house.deps);
    expect(await fees.statusOf(fee)).toBe('PAID');
  });

  test('reported while the provider is away waits, and is settled by the reconciler', async () => {
    await dropWebhooks();
    const fee = await open();
    const proof = await fees.payAt(fee);
    house.network.isUp = false;
    const answer = await fees.prove(fee, proof);
    house.network.isUp = true;
    expect(answer.json.paymentStatus).toBe('PROCESSING');
    await later();
    expect(await fees.statusOf(fee)).toBe('PAID');
  });

  test('captured beside the other provider’s goes back by itself', async () => {
    await dropWebhooks();
    const first = await open();
    const second = await fees.open(first.maker, { provider: provider === 'razorpay' ? 'paypal' : 'razorpay' });
    expect(second.feeId).toBe(first.feeId);
    const proofs = [await fees.payAt(first), await fees.payAt(second)];
    // PayPal takes money only at our word, and then it takes none: so it has to be first.
    const order = provider === 'paypal' ? [0, 1] : [1, 0];
    for (const place of order) await fees.prove([first, second][place]!, proofs[place]!);
    await later();
    expect(await fees.statusOf(first)).toBe('PAID');
    expect(await refundsOf(first)).toEqual([
      { state: 'done', ends_ticket: false, reason: 'a second payment of a paid fee', currency: 'INR', amount: 50_000 },
    ]);
  });

  test('returned in the provider’s dashboard is REFUNDED', async () => {
    const fee = await fees.aPaidFee(await house.aViewer(), { provider });
    await webhooks();
    const payment = await house.deps.payments[provider]!.fetchPayment(fee.paid.paymentTransactionNo);
    await applyPayment(house.deps, { ...payment, status: 'refunded' }, 'reconciler');
    expect(await fees.statusOf(fee)).toBe('REFUNDED');
    expect(await refundsOf(fee)).toMatchObject([{ state: 'done', ends_ticket: true, ...sum }]);
    expect(await rows(`select refunded_at from submission_fees where fee_id = ${fee.feeId}`)).toEqual([
      { refunded_at: clock.now() },
    ]);
  });

  test.each([
    ['twice', { webhook: 'duplicate', copies: 3, times: 2 }],
    ['in reverse', { webhook: 'reorder', count: 2 }],
    ['with a broken signature first', { webhook: 'corrupt_signature', times: 2 }],
  ])('whose news comes %s, from everywhere at once, is paid once', async (_, fault) => {
    for (let round = 0; round < 5; round++) {
      await script(provider, fault);
      const fee = await open();
      const proof = await fees.payAt(fee);
      const sources = [
        () => fees.prove(fee, proof),
        () => fees.prove(fee, proof),
        () => reconcile(house.deps),
        () => fees.cancel(fee),
        () => script(provider, { action: 'release' }),
      ];
      await Promise.all(inRandomOrder(sources, round).map((source) => source()));
      await webhooks();
      await later();
      const books = [await fees.statusOf(fee), await heldFor(fee), await refundsOf(fee)];
      expect(books, `round ${round} of seed ${SEED}`).toEqual(['PAID', 0, []]);
    }
  });
});

test('a fee is not believed with a guessed signature', async () => {
  await dropWebhooks();
  const fee = await anOpenFee();
  const proof = (await fees.payAt(fee)) as Record<string, string>;
  const signed = `${proof['razorpay_order_id']}|${proof['razorpay_payment_id']}`;
  for (const razorpay_signature of ['f'.repeat(64), createHmac('sha256', 'guess').update(signed).digest('hex')])
    expect((await fees.prove(fee, { ...proof, razorpay_signature })).json.code).toBe('payment_not_proven');
  expect(await fees.statusOf(fee)).toBe('NEW');
});

test('a proof whose payment the provider has under another order is held', async () => {
  await dropWebhooks();
  const [mine, other] = [await anOpenFee(), await anOpenFee()];
  const { razorpay_payment_id } = (await fees.payAt(other)) as Record<string, string>;
  const razorpay_signature = createHmac('sha256', SANDBOX_CREDENTIALS.razorpay.keySecret)
    .update(`${mine.orderId}|${razorpay_payment_id}`)
    .digest('hex');
  await fees.prove(mine, { razorpay_payment_id, razorpay_order_id: mine.orderId, razorpay_signature });
  expect([await fees.statusOf(mine), await heldFor(mine)]).toEqual(['NEW', 1]);
});

test('a payment of a fee that fails leaves it open, and a second try pays it', async () => {
  const fee = await anOpenFee();
  expect(await fees.payAt(fee, 'failure@razorpay')).toBeNull();
  await webhooks();
  expect(await fees.statusOf(fee)).toBe('NEW');
  expect((await fees.prove(fee, await fees.payAt(fee))).json.paymentStatus).toBe('PAID');
});

test('a means that PayPal declines may be changed on the same fee', async () => {
  await dropWebhooks();
  const fee = await anOpenFee({ provider: 'paypal' });
  await script('paypal', { pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
  expect((await fees.prove(fee, await fees.payAt(fee))).json.code).toBe('instrument_declined');
  expect((await fees.prove(fee, await fees.payAt(fee))).json.paymentStatus).toBe('PAID');
});

test('another sum in the browser’s report is told after the fact', async () => {
  await dropWebhooks();
  const fee = await anOpenFee();
  const report = { paymentStatus: 'PAID', paidAmount: 5, ...(await fees.payAt(fee)) };
  expect((await fees.report(fee.maker, fee.feeId, report)).json.code).toBe('price_changed');
  expect(await fees.statusOf(fee)).toBe('PAID');
});

test('what Razorpay keeps of a payment is noted also when it is said later', async () => {
  await dropWebhooks();
  const fee = await anOpenFee();
  await fees.payAt(fee);
  const [payment] = await house.deps.payments.razorpay!.fetchOrderPayments(fee.orderId);
  await applyPayment(house.deps, { ...payment!, fee: null }, 'webhook');
  expect(await attemptsOf(fee)).toMatchObject([{ state: 'paid', gateway_fee: null }]);
  await applyPayment(house.deps, payment!, 'reconciler');
  await applyPayment(house.deps, { ...payment!, fee: 7 }, 'reconciler');
  expect(await attemptsOf(fee)).toMatchObject([{ state: 'paid', gateway_fee: 1180 }]);
});

describe('a second fee', () => {
  test('is not begun while a paid one waits for its film, and is once that is used', async () => {
    const maker = await house.aViewer();
    const { paid } = await fees.aPaidFee(maker);
    for (const amount of [500, 900])
      expect(await fees.checkout(maker, { amount })).toMatchObject({ status: 409, json: { code: 'fee_paid' } });
    expect((await fees.submit(maker, claimOf(paid))).status).toBe(201);
    expect(await fees.unused(maker)).toBeNull();
    expect((await fees.open(maker)).feeId).not.toBe(paid.feeId);
  });

  test.each([[0], [MINUTE]])(
    'that was begun first and is captured %i ms after the other was paid goes back',
    async (pause) => {
      await dropWebhooks();
      const maker = await house.aViewer();
      const given = await fees.open(maker, { amount: 300 });
      await fees.cancel(given);
      clock.advance(pause);
      const { paid } = await fees.aPaidFee(maker, { amount: 400 });
      if (pause) expect((await fees.submit(maker, claimOf(paid))).status).toBe(201);
      await fees.payAt(given);
      await later();
      expect(await fees.statusOf(given)).toBe('CANCELLED');
      expect(await refundsOf(given)).toMatchObject([{ state: 'done', ends_ticket: false, amount: 30_000 }]);
    },
  );

  test('captured at the same moment: one stays, the other goes back (10 rounds)', async () => {
    await dropWebhooks();
    for (let round = 0; round < 10; round++) {
      const maker = await house.aViewer();
      const both = [await fees.open(maker, { amount: 300 }), await fees.open(maker, { amount: 400 })];
      const proofs = await Promise.all(both.map((fee) => fees.payAt(fee)));
      await Promise.all(both.map((fee, place) => fees.prove(fee, proofs[place]!)));
      await webhooks();
      await later();
      const statuses = await Promise.all(both.map(fees.statusOf));
      // One that was promised first had waited for its bank.
      expect(statuses.toSorted().join()).toMatch(/^(NEW|CANCELLED),PAID$/);
      expect((await Promise.all(both.map(refundsOf))).flat()).toMatchObject([{ state: 'done', ends_ticket: false }]);
    }
  });
});

describe('a fee that nobody paid', () => {
  test('is closed after a day, and the same sum is then a new one', async () => {
    await dropWebhooks();
    const fee = await anOpenFee();
    clock.advance(DAY - HOUR);
    await reconcile(house.deps);
    expect(await fees.statusOf(fee)).toBe('NEW');
    clock.advance(2 * HOUR);
    await reconcile(house.deps);
    expect(await fees.statusOf(fee)).toBe('CANCELLED');
    const next = await fees.open(fee.maker);
    expect(next.feeId).not.toBe(fee.feeId);
    // Late money is money all the same; after a day the provider is asked every half an hour.
    await fees.payAt(fee);
    clock.advance(HOUR);
    await reconcile(house.deps);
    expect([await fees.statusOf(fee), await fees.statusOf(next)]).toEqual(['PAID', 'NEW']);
  });
});

describe('a maker who deletes the account', () => {
  const erase = (as: { userId: number }) => house.delete('/api/auth/me', { as });

  test('closes what was not paid; money that comes late all the same goes back', async () => {
    const fee = await anOpenFee();
    expect((await erase(fee.maker)).status).toBe(204);
    expect(await rows(`select user_id, payment_status from submission_fees where fee_id = ${fee.feeId}`)).toEqual([
      { user_id: null, payment_status: 'CANCELLED' },
    ]);
    await fees.payAt(fee);
    await webhooks();
    await later();
    expect(await refundsOf(fee)).toMatchObject([{ state: 'done', reason: 'the maker has deleted the account' }]);
  });

  test('waits while a bank is confirming a fee', async () => {
    await script('razorpay', { pay: 'authorise_only' });
    const fee = await anOpenFee();
    await fees.payAt(fee);
    await webhooks();
    expect(await erase(fee.maker)).toMatchObject({ status: 409, json: { code: 'payment_pending' } });
  });

  test('leaves a paid fee in the books, without the name, and without the payer in what the provider told', async () => {
    const fee = await fees.aPaidFee(await house.aViewer());
    await webhooks();
    expect((await erase(fee.maker)).status).toBe(204);
    expect(await rows(`select user_id, payment_status from submission_fees where fee_id = ${fee.feeId}`)).toEqual([
      { user_id: null, payment_status: 'PAID' },
    ]);
    const told = await rows(`select payload from payment_events where provider_order_id = '${fee.orderId}'`);
    expect(told.length).toBeGreaterThan(0);
    for (const { payload } of told) expect(payload).toEqual({ erased: true });
  });

  test('finds fees, their payments and their returns in the export', async () => {
    const { maker, paid } = await fees.aPaidFee(await house.aViewer());
    const { json } = await house.get('/api/auth/me/export', { as: maker });
    expect(json.submissionFees).toMatchObject([
      { feeNo: paid.feeNo, amount: 500, paymentStatus: 'PAID', payments: [{ provider: 'razorpay', state: 'paid' }] },
    ]);
  });
});
