import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { toPaise } from '#domain/pricing.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { findMissedReturns } from '#server/streaming/payments/find-missed-returns.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import {
  acceptHeldPayment,
  findHeldPayments,
  refundHeldPayment,
} from '#server/streaming/payments/held/settle-held-payment.ts';
import { followPreviousRelease } from '#server/streaming/payments/held/previous-release/queries.ts';
import { sendSubmissionMails } from '#server/streaming/submission/mails/send.ts';
import { readStatement } from '#server/streaming/producer/statements/actions.ts';
import { reportDay, reportGst, reportSales } from '#server/streaming/reports/actions.ts';
import { cinemaDay, cinemaMonth } from '#domain/fiscal-year.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import { showOrder } from '#server/streaming/booking/support/find-orders.ts';
import { orderTimelineOf } from '#stores/office/order-timeline.ts';
import { feePayments } from '../support/fees.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { paypalBody, sendPaypalEvent, sendRazorpayEvent } from '../support/webhook-events.ts';

const { timeline: text } = officeScreenMessages;
type ProviderName = 'razorpay' | 'paypal';

let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
let fees: ReturnType<typeof feePayments>;
beforeAll(async () => {
  server = await aServer();
  purchase = purchaseSteps(server);
  fees = feePayments(server);
});
beforeEach(async () => {
  for (const provider of ['razorpay', 'paypal'])
    await server.scriptSandbox({ provider, action: 'clear_scripts' });
});

const script = async (provider: ProviderName, command: object) =>
  (await server.scriptSandbox({ provider, ...command })).json();
const dropWebhooks = (provider: ProviderName) => script(provider, { webhook: 'drop', times: 1000 });
const waitForWebhooks = () => server.sandbox.waitUntilIdle();
const rows = async (statement: string) =>
  (await server.database.query(statement)).rows as Record<string, unknown>[];

async function anOpenPayment(provider: ProviderName = 'razorpay') {
  const place = provider === 'paypal' ? { buyerCountry: 'US' } : { buyerState: '29' };
  const { viewer, film, order } = await purchase.anUnpaidOrder(place);
  const { json } = await server.post(`/api/ott/orders/${order.movieOrderId}/checkout`, {
    as: viewer,
    body: { provider },
  });
  return { provider, viewer, film, order, providerOrderId: json.order_id as string };
}
type OpenPayment = Awaited<ReturnType<typeof anOpenPayment>>;

async function payAtProvider({
  provider,
  providerOrderId: order_id,
}: OpenPayment): Promise<object> {
  if (provider === 'paypal') {
    await server.post('/sandbox/paypal/approve', { body: { order_id } });
    return { paypal_order_id: order_id };
  }
  return purchase.payAtProvider(order_id);
}

const reportPaid = ({ viewer, order }: OpenPayment, proof: object) =>
  purchase.reportPayment(viewer, order, { paymentStatus: 'PAID', ...proof });

async function aTicket(provider: ProviderName = 'razorpay') {
  const opened = await anOpenPayment(provider);
  const { json } = await reportPaid(opened, await payAtProvider(opened));
  await waitForWebhooks();
  return { ...opened, paymentId: json.paymentTransactionNo as string };
}
type Ticket = Awaited<ReturnType<typeof aTicket>>;

const read = async ({ viewer, order }: Pick<OpenPayment, 'viewer' | 'order'>) =>
  (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).json;

/** In the dashboard of the provider. Without an amount: all that is left. */
const returnAtProvider = (provider: ProviderName, paymentId: string, amount?: number) =>
  provider === 'razorpay'
    ? script(provider, { action: 'return', payment_id: paymentId, amountInPaise: amount })
    : script(provider, { action: 'return', capture_id: paymentId, amountInCents: amount });

async function reconcileLater() {
  server.clock.advance(20 * MINUTE);
  await server.database.query('update payment_attempts set checked_at = null');
  await reconcile(server.deps);
}

const creditNotesOf = async ({ viewer, order }: Ticket) => {
  const { creditNoteNos } = await read({ viewer, order });
  const path = `/api/ott/orders/${order.movieOrderId}/invoice?kind=credit-note`;
  const notes = [];
  for (const no of creditNoteNos)
    notes.push((await server.get(`${path}&no=${encodeURIComponent(no)}`, { as: viewer })).json);
  return notes;
};

describe.each([
  { provider: 'razorpay' as const, parts: [100, 2500], sums: [1, 26] },
  // $2.00 for ₹176: a part of 50 cents is ₹44, and the next of 25 cents ₹22.
  { provider: 'paypal' as const, parts: [50, 25], sums: [44, 66] },
])('a part that is returned in the dashboard of $provider', ({ provider, parts, sums }) => {
  const [first = 0, second = 0] = parts;

  test('is shown on the paid order, with a credit note over exactly this part', async () => {
    const ticket = await aTicket(provider);
    await returnAtProvider(provider, ticket.paymentId, first);
    await waitForWebhooks();
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'PAID',
      refund: null,
      refundedAmount: sums[0],
    });
    await returnAtProvider(provider, ticket.paymentId, second);
    await waitForWebhooks();
    expect(await read(ticket)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: sums[1] });
    const notes = await creditNotesOf(ticket);
    expect(notes.map(({ total }) => total)).toEqual([
      (sums[0] ?? 0) * 100,
      ((sums[1] ?? 0) - (sums[0] ?? 0)) * 100,
    ]);
    for (const { lines, cgst, sgst, igst, roundOff, total, against } of notes) {
      expect(lines[0].taxable + cgst + sgst + igst + roundOff).toBe(total);
      expect(against.reason).toBe('The payment was returned');
    }
  });

  test('is found by the reconciler if its webhook was lost', async () => {
    const ticket = await aTicket(provider);
    await dropWebhooks(provider);
    await returnAtProvider(provider, ticket.paymentId, first);
    await waitForWebhooks();
    expect((await read(ticket)).refundedAmount).toBe(0);
    await reconcileLater();
    expect((await read(ticket)).refundedAmount).toBe(sums[0]);
    await reconcileLater();
    expect((await read(ticket)).creditNoteNos).toHaveLength(1);
  });

  test('leaves the rest for the operator’s refund', async () => {
    const ticket = await aTicket(provider);
    await returnAtProvider(provider, ticket.paymentId, first);
    await waitForWebhooks();
    await requestRefund(server.deps, ticket.order, 'asked for');
    await reconcile(server.deps);
    await waitForWebhooks();
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refund: 'done',
      refundedAmount: 176,
    });
    const notes = await creditNotesOf(ticket);
    expect(notes.reduce((sum, { total }) => sum + total, 0)).toBe(17600);
    expect(notes.map(({ against }) => against.reason)).toEqual([
      'The payment was returned',
      'asked for',
    ]);
  });

  test('that the server does not know of makes the operator’s refund smaller', async () => {
    const ticket = await aTicket(provider);
    await dropWebhooks(provider);
    await returnAtProvider(provider, ticket.paymentId, first);
    await requestRefund(server.deps, ticket.order, 'asked for');
    await reconcile(server.deps);
    await reconcileLater();
    expect(await read(ticket)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 176 });
    const payment = await server.deps.payments[provider]?.fetchPayment(ticket.paymentId);
    expect(payment).toMatchObject({ status: 'refunded' });
    expect((await creditNotesOf(ticket)).map(({ total }) => total)).toEqual([
      (sums[0] ?? 0) * 100,
      17600 - (sums[0] ?? 0) * 100,
    ]);
  });

  test('and then the rest there makes the order REFUNDED', async () => {
    const ticket = await aTicket(provider);
    await returnAtProvider(provider, ticket.paymentId, first);
    await waitForWebhooks();
    await returnAtProvider(provider, ticket.paymentId);
    await waitForWebhooks();
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: 176,
      refundReason: null,
    });
    expect((await creditNotesOf(ticket)).map(({ total }) => total)).toEqual([
      (sums[0] ?? 0) * 100,
      17600 - (sums[0] ?? 0) * 100,
    ]);
  });

  test('of a submission fee is shown on the fee, and the rest is refunded', async () => {
    const fee = await fees.aPaidFee(await server.aViewer(), { provider });
    await waitForWebhooks();
    // Of ₹500; in dollars the fee is $1.
    const part = provider === 'razorpay' ? 20_000 : 40;
    await returnAtProvider(provider, fee.paid.paymentTransactionNo, part);
    await waitForWebhooks();
    expect(await fees.read(fee)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 200 });
    await requestRefund(server.deps, { feeId: fee.feeId }, 'asked for');
    await reconcile(server.deps);
    await waitForWebhooks();
    expect(await fees.read(fee)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 500 });
  });
});

test('a part that is returned when the reconciler no longer asks, without a webhook, is found at night', async () => {
  const ticket = await aTicket();
  await dropWebhooks('razorpay');
  server.clock.advance(8 * DAY);
  await returnAtProvider('razorpay', ticket.paymentId, 100);
  await reconcileLater();
  expect(await read(ticket)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 0 });
  await findMissedReturns(server.deps);
  expect(await read(ticket)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 1 });
  await findMissedReturns(server.deps);
  expect(await creditNotesOf(ticket)).toMatchObject([{ total: 100 }]);
});

test('reports, the GST return and the statement agree on parts of a ticket to the paisa', async () => {
  server.clock.advance(40 * 24 * HOUR);
  const ticket = await aTicket();
  const [day, month] = [cinemaDay(server.clock.now()), cinemaMonth(server.clock.now())];
  for (const part of [5000, 333, undefined]) {
    await returnAtProvider('razorpay', ticket.paymentId, part);
    await waitForWebhooks();
    const { refundedAmount } = await read(ticket);
    const sales = await reportSales(server.deps, {
      from: day,
      to: day,
      film: String(ticket.film.movieId),
    });
    expect(sales.total).toMatchObject({
      gross: 176,
      refunded: refundedAmount,
      net: 176 - refundedAmount,
    });
    expect(await reportDay(server.deps, day)).toMatchObject({ refunded: refundedAmount });
    const gst = await reportGst(server.deps, month);
    expect(gst.creditNotes.total).toBe(refundedAmount);
    const { producer } = await ownerOf(ticket.film.movieId);
    const statement = await readStatement({
      deps: server.deps,
      viewer: producer,
      movieId: ticket.film.movieId,
      month,
    });
    expect([statement.total.received, statement.returned.received]).toEqual([
      17600 - refundedAmount * 100,
      -refundedAmount * 100,
    ]);
    const heads = gst.creditNotes.igst + gst.creditNotes.cgst + gst.creditNotes.sgst;
    expect([statement.returned.gst, statement.returned.taxable]).toEqual([
      -toPaise(heads),
      -toPaise(gst.creditNotes.taxable),
    ]);
    const { taxable, gatewayFee, platformShare, producerShare } = statement.total;
    expect(producerShare).toBe(taxable - gatewayFee - platformShare);
  }
});

/** Gives the film to a new producer. */
async function ownerOf(movieId: number) {
  const producer = await server.aViewer({ roles: ['Producer'] });
  const [channel] = await rows(
    `insert into channels (channel_name, owner_id) values ('c${producer.userId}', ${producer.userId}) returning channel_id`,
  );
  await rows(`insert into channel_movies values (${String(channel?.['channel_id'])}, ${movieId})`);
  return { producer: { ...producer, roles: ['Producer'] } };
}

describe('an event from before a refund', () => {
  async function aDeliveryOf(payment: object, event: string, ageSeconds: number) {
    const created_at = Math.floor(server.clock.now().getTime() / 1000) - ageSeconds;
    const body = JSON.stringify({
      entity: 'event',
      event,
      payload: { payment: { entity: payment } },
      created_at,
    });
    const id = `late ${event} ${ageSeconds} ${JSON.stringify(payment).length}`;
    expect((await sendRazorpayEvent(server, id, body)).status).toBe(200);
  }

  async function aReturnedPayment({ isRefundKnown }: { isRefundKnown: boolean }) {
    await dropWebhooks('razorpay');
    const opened = await anOpenPayment();
    const proof = (await payAtProvider(opened)) as { razorpay_payment_id: string };
    const { payments } = await script('razorpay', { action: 'list' });
    const captured = payments.find(({ id }: { id: string }) => id === proof.razorpay_payment_id);
    await returnAtProvider('razorpay', proof.razorpay_payment_id);
    if (isRefundKnown) await reconcileLater();
    return { opened, captured };
  }

  test.each([['payment.captured'], ['order.paid'], ['payment.authorized']])(
    '%s decides nothing once the refund is known',
    async (event) => {
      const { opened, captured } = await aReturnedPayment({ isRefundKnown: true });
      const status = event === 'payment.authorized' ? 'authorized' : 'captured';
      await aDeliveryOf({ ...captured, status }, event, 1);
      expect(await read(opened)).toMatchObject({
        paymentStatus: 'NEW',
        refund: 'done',
        invoiceNo: null,
      });
    },
  );

  test('is not believed if it is old, though the refund is not known', async () => {
    const { opened, captured } = await aReturnedPayment({ isRefundKnown: false });
    await aDeliveryOf(captured, 'payment.captured', 3600);
    expect(await read(opened)).toMatchObject({
      paymentStatus: 'NEW',
      refund: 'done',
      invoiceNo: null,
    });
  });

  test.each([
    // Only the stored refund says that this event is outdated.
    { name: 'is new, but the refund is known', isRefundKnown: true, ageMs: 0 },
    { name: 'is old, though the refund is not known', isRefundKnown: false, ageMs: HOUR },
  ])('of PayPal decides nothing if it $name', async ({ isRefundKnown, ageMs }) => {
    await dropWebhooks('paypal');
    const opened = await anOpenPayment('paypal');
    await payAtProvider(opened);
    // The capture happens at the provider, while this server does not hear of it.
    await script('paypal', { api: 'error_500', call: 'capture', applied: true });
    await reportPaid(opened, { paypal_order_id: opened.providerOrderId });
    const capture = (
      await server.deps.payments.paypal?.fetchOrderPayments(opened.providerOrderId)
    )?.[0];
    if (!capture) throw new Error('There is no capture');
    await returnAtProvider('paypal', capture.id);
    if (isRefundKnown) await reconcileLater();
    const refundsOfOrder = () =>
      rows(`select state from refunds where movie_order_id = ${opened.order.movieOrderId}`);
    expect(await refundsOfOrder()).toEqual(isRefundKnown ? [{ state: 'done' }] : []);
    const resource = {
      id: capture.id,
      status: 'COMPLETED',
      amount: { currency_code: capture.currency, value: (capture.amount / 100).toFixed(2) },
      supplementary_data: { related_ids: { order_id: opened.providerOrderId } },
    };
    const id = `WH-${capture.id}`;
    const body = paypalBody(server, id, 'PAYMENT.CAPTURE.COMPLETED', { resource });
    server.clock.advance(ageMs);
    expect((await sendPaypalEvent(server, id, body)).json).toEqual({ status: 'stored' });
    expect(await read(opened)).toMatchObject({
      paymentStatus: 'CANCELLED',
      invoiceNo: null,
      refund: 'done',
    });
    expect(await refundsOfOrder()).toEqual([{ state: 'done' }]);
    expect(
      await rows(`select from invoices where movie_order_id = ${opened.order.movieOrderId}`),
    ).toEqual([]);
  });
});

describe('a payment of another sum', () => {
  const aHeldPayment = async (amountInPaise: number, viewerFields: object = {}) => {
    await script('razorpay', { pay: 'tamper_amount', amountInPaise });
    const opened = await anOpenPayment();
    const { userId } = opened.viewer;
    if ('emailId' in viewerFields)
      await rows(
        `update users set email_id = 'held${userId}@example.test', email_verified_at = now() where user_id = ${userId}`,
      );
    const { json } = await reportPaid(opened, await payAtProvider(opened));
    await waitForWebhooks();
    const held = (await findHeldPayments(server.deps)).find(
      ({ billNo }) => billNo === opened.order.orderNo,
    );
    if (!held) throw new Error('The payment is not held');
    return { ...opened, reported: json, held };
  };

  const decisionsOf = ({ movieOrderId }: { movieOrderId: number }) =>
    rows(
      `select decision, decided_by from held_payments where movie_order_id = ${movieOrderId} order by held_payment_id`,
    );

  test('is shown as PROCESSING with what came, and no other payment can start', async () => {
    const { viewer, film, order, reported } = await aHeldPayment(18_015);
    expect(reported).toMatchObject({
      paymentStatus: 'PROCESSING',
      heldAmount: 180.15,
      totalRoundedValue: 176,
    });
    const refusals = [
      await purchase.checkout(viewer, order),
      await purchase.book(viewer, film.movieId),
      await server.put(`/api/ott/orders/${order.movieOrderId}`, {
        as: viewer,
        body: { couponCode: '' },
      }),
    ];
    for (const { status, json } of refusals)
      expect([status, json.code]).toEqual([409, 'payment_held']);
    await purchase.reportPayment(viewer, order, { paymentStatus: 'CANCELLED' });
    expect(await read({ viewer, order })).toMatchObject({
      paymentStatus: 'PROCESSING',
      heldAmount: 180.15,
    });
  });

  test.each([true, false])(
    'is told by mail to an address that its owner has proven (%s)',
    async (isProven) => {
      const { order } = await aHeldPayment(18_015, isProven ? { emailId: true } : {});
      const [mail] = await rows(
        `select kind from ticket_mails where movie_order_id = ${order.movieOrderId}`,
      );
      expect(mail).toEqual({ kind: 'held' });
      const { sendTicketMails } = await import('#server/streaming/booking/mails/send.ts');
      await sendTicketMails(server.deps);
      const to = `held${order.userId}@example.test`;
      const { json } = await server.get(`/sandbox/inbox.json?to=${to}`);
      expect(json.map(({ subject }: { subject: string }) => subject)).toEqual(
        isProven ? [expect.stringMatching(/^We are checking your payment: /)] : [],
      );
      if (isProven) expect(json[0].text).toContain('₹180.15');
    },
  );

  test.each([
    // The payer bore the fee of ₹4.15: the cinema has none. Less than the price: the fee of the provider as reported.
    { amount: 18_015, isFeeBorne: true },
    { amount: 16_600, isFeeBorne: false },
  ])(
    'that the operator accepts opens the ticket at its price: $amount',
    async ({ amount, isFeeBorne }) => {
      const payment = await aHeldPayment(amount);
      const { fee } =
        (await server.deps.payments.razorpay?.fetchPayment(payment.held.providerPaymentId)) ?? {};
      await acceptHeldPayment(server.deps, payment.held, 'asha@server-1');
      expect(await decisionsOf(payment.order)).toEqual([
        { decision: 'accepted', decided_by: 'asha@server-1' },
      ]);
      const shown = await showOrder(server.deps, payment.order.orderNo);
      expect(orderTimelineOf(shown)).toContainEqual(
        expect.objectContaining({ title: text.heldDecided, details: 'accepted · asha@server-1' }),
      );
      expect(await read(payment)).toMatchObject({
        paymentStatus: 'PAID',
        heldAmount: null,
        totalRoundedValue: 176,
      });
      const path = `/api/ott/orders/${payment.order.movieOrderId}/invoice`;
      expect((await server.get(path, { as: payment.viewer })).json.total).toBe(17_600);
      const [attempt] = await rows(
        `select state, paid_amount, gateway_fee, held_reason from payment_attempts where movie_order_id = ${payment.order.movieOrderId}`,
      );
      expect(attempt).toEqual({
        state: 'paid',
        paid_amount: amount,
        gateway_fee: isFeeBorne ? Math.max(0, (fee ?? 0) - 415) : fee,
        held_reason: null,
      });
      await expect(
        acceptHeldPayment(server.deps, payment.held, 'asha@server-1'),
      ).rejects.toMatchObject({
        code: 'not_held',
      });
      // The refund returns what came, not the price.
      await requestRefund(server.deps, payment.order, 'asked for');
      await reconcile(server.deps);
      await waitForWebhooks();
      expect(await read(payment)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 176 });
      expect(
        await rows(
          `select amount from refunds where movie_order_id = ${payment.order.movieOrderId}`,
        ),
      ).toEqual([{ amount }]);
    },
  );

  test('cannot be accepted for a viewer who holds another ticket for the film', async () => {
    const payment = await aHeldPayment(18_015);
    const { movieOrderId } = payment.order;
    await rows(
      `insert into orders (order_no, user_id, movie_id, booking_start_time, booking_end_time, timezone, unit_price, discount_value,
         total_order_value, tax_percentage, total_tax_value, total_rounded_value, currency, order_date, payment_status)
       select 'X-' || order_no, user_id, movie_id, booking_start_time, booking_end_time, timezone, 0, 0, 0, 18, 0, 0, currency,
         order_date, 'PAID' from orders where movie_order_id = ${movieOrderId}`,
    );
    await expect(
      acceptHeldPayment(server.deps, payment.held, 'asha@server-1'),
    ).rejects.toMatchObject({
      code: 'not_acceptable',
    });
    expect(await findHeldPayments(server.deps)).toContainEqual(
      expect.objectContaining({ billNo: payment.order.orderNo }),
    );
  });

  test('of which a part went back is accepted with that part refunded', async () => {
    const payment = await aHeldPayment(18_015);
    await returnAtProvider('razorpay', payment.held.providerPaymentId, 415);
    await waitForWebhooks();
    await acceptHeldPayment(server.deps, payment.held, 'asha@server-1');
    // 17,600 × 415 / 18,015 = 405.4 paise of the price.
    expect(await read(payment)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 4.05 });
  });

  test('that went back in the dashboard is no longer held', async () => {
    const payment = await aHeldPayment(18_015);
    await returnAtProvider('razorpay', payment.held.providerPaymentId);
    await waitForWebhooks();
    expect(await read(payment)).toMatchObject({
      paymentStatus: 'NEW',
      heldAmount: null,
      refund: 'done',
    });
    expect((await purchase.checkout(payment.viewer, payment.order)).status).toBe(201);
  });

  test.each([true, false])(
    'of a fee is told by mail to an address that its owner has proven (%s)',
    async (isProven) => {
      const maker = await server.aViewer();
      const to = `maker${maker.userId}@example.test`;
      const provenAt = isProven ? 'now()' : 'null';
      await rows(
        `update users set email_id = '${to}', email_verified_at = ${provenAt} where user_id = ${maker.userId}`,
      );
      await script('razorpay', { pay: 'tamper_amount', amountInPaise: 51_180 });
      const fee = await fees.open(maker);
      await fees.reportPaid(fee, await fees.payAtProvider(fee));
      await waitForWebhooks();
      await sendSubmissionMails(server.deps);
      await sendSubmissionMails(server.deps);
      const { json: inbox } = await server.get(`/sandbox/inbox.json?to=${to}`);
      if (!isProven) expect(inbox).toEqual([]);
      else {
        expect(inbox).toMatchObject([
          { subject: 'We are checking your payment of the submission fee' },
        ]);
        const { feeNo } = await fees.read(fee);
        for (const fact of [feeNo, '₹511.80', '₹500', 'do not pay again'])
          expect(inbox[0].text).toContain(fact);
      }
    },
  );

  test('of a fee that is decided before the mail leaves is not told', async () => {
    const maker = await server.aViewer();
    const to = `maker${maker.userId}@example.test`;
    await rows(
      `update users set email_id = '${to}', email_verified_at = now() where user_id = ${maker.userId}`,
    );
    await script('razorpay', { pay: 'tamper_amount', amountInPaise: 51_180 });
    const fee = await fees.open(maker);
    await fees.reportPaid(fee, await fees.payAtProvider(fee));
    await waitForWebhooks();
    const held = (await findHeldPayments(server.deps)).find(({ feeId }) => feeId === fee.feeId);
    if (!held) throw new Error('The payment is not held');
    await acceptHeldPayment(server.deps, held, 'asha@server-1');
    await sendSubmissionMails(server.deps);
    expect((await server.get(`/sandbox/inbox.json?to=${to}`)).json).toEqual([]);
    expect(
      await rows(
        `select sent_at from fee_mails where fee_id = ${fee.feeId} and dropped_at is not null`,
      ),
    ).toEqual([{ sent_at: null }]);
  });

  test('of a fee is shown on the fee, and no other fee can be paid', async () => {
    await script('razorpay', { pay: 'tamper_amount', amountInPaise: 51_180 });
    const fee = await fees.open(await server.aViewer());
    await fees.reportPaid(fee, await fees.payAtProvider(fee));
    await waitForWebhooks();
    expect(await fees.read(fee)).toMatchObject({ paymentStatus: 'PROCESSING', heldAmount: 511.8 });
    for (const amount of [500, 750])
      expect((await fees.checkout(fee.maker, { amount })).json).toMatchObject({
        code: 'payment_held',
      });
    const held = (await findHeldPayments(server.deps)).find(({ feeId }) => feeId === fee.feeId);
    if (!held) throw new Error('The payment is not held');
    await acceptHeldPayment(server.deps, held, 'asha@server-1');
    expect(await fees.read(fee)).toMatchObject({ paymentStatus: 'PAID', heldAmount: null });
  });

  test('that the previous release held is adopted', async () => {
    const { order } = await aHeldPayment(18_015);
    await rows(`delete from held_payments where movie_order_id = ${order.movieOrderId}`);
    await reconcile(server.deps);
    const held = (await findHeldPayments(server.deps)).find(
      ({ billNo }) => billNo === order.orderNo,
    );
    expect(held).toMatchObject({
      cause: 'unknown',
      reason: 'INR 180.15 came instead of INR 176.00',
      amount: null,
    });
  });

  test('that the previous release decided waits no longer', async () => {
    const { order } = await aHeldPayment(18_015);
    await rows(
      `update payment_attempts set held_reason = null, state = 'closed' where movie_order_id = ${order.movieOrderId}`,
    );
    await followPreviousRelease(server.deps.db, server.deps.now());
    expect((await findHeldPayments(server.deps)).map(({ billNo }) => billNo)).not.toContain(
      order.orderNo,
    );
    expect(await decisionsOf(order)).toMatchObject([{ decision: 'unknown', decided_by: null }]);
  });

  test('is not lost if the previous release holds another payment of the order meanwhile', async () => {
    const { order, held } = await aHeldPayment(18_015);
    await rows(
      `update payment_attempts set held_reason = held_reason || e'\\npay_of_the_old: late' where movie_order_id = ${order.movieOrderId}`,
    );
    await refundHeldPayment(server.deps, held, 'asha@server-1');
    expect(await decisionsOf(order)).toEqual([
      { decision: 'refunded', decided_by: 'asha@server-1' },
      { decision: null, decided_by: null },
    ]);
    const [attempt] = await rows(
      `select state, held_reason from payment_attempts where movie_order_id = ${order.movieOrderId}`,
    );
    expect(attempt).toEqual({ state: 'held', held_reason: 'pay_of_the_old: late' });
  });
});

describe('a dispute', () => {
  const openDispute = async (ticket: Ticket, amount?: number): Promise<string> => {
    const { id } =
      ticket.provider === 'razorpay'
        ? await script('razorpay', {
            action: 'dispute',
            payment_id: ticket.paymentId,
            amountInPaise: amount,
          })
        : await script('paypal', {
            action: 'dispute',
            capture_id: ticket.paymentId,
            amountInCents: amount,
          });
    await waitForWebhooks();
    return id;
  };
  const decide = async ({ provider }: Ticket, dispute_id: string, isLost: boolean) => {
    if (provider === 'razorpay')
      await script('razorpay', {
        action: 'move_dispute',
        dispute_id,
        status: isLost ? 'lost' : 'won',
      });
    else {
      const outcome = isLost ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR';
      await script('paypal', { action: 'resolve_dispute', dispute_id, outcome });
    }
    await waitForWebhooks();
  };
  const refundsAtProvider = async ({ provider, paymentId }: Ticket) =>
    (await script(provider, { action: 'list' })).refunds.filter(
      (refund: Record<string, string>) => refund['payment_id'] === paymentId,
    );

  test.each(['razorpay', 'paypal'] as const)(
    'of %s that is lost ends the ticket, and sends no refund',
    async (provider) => {
      const ticket = await aTicket(provider);
      const disputeId = await openDispute(ticket);
      expect(await read(ticket)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 0 });
      const [open] = await rows(
        `select state, respond_by from disputes where dispute_id = '${disputeId}'`,
      );
      expect(open).toEqual({ state: 'open', respond_by: expect.any(Date) });
      await expect(requestRefund(server.deps, ticket.order, 'asked for')).rejects.toMatchObject({
        code: 'dispute_open',
      });
      await decide(ticket, disputeId, true);
      const lost = { paymentStatus: 'REFUNDED', refundReason: 'dispute', refundedAmount: 176 };
      expect(await read(ticket)).toMatchObject(lost);
      await reconcileLater();
      expect(await read(ticket)).toMatchObject(lost);
      expect((await creditNotesOf(ticket)).map(({ total }) => total)).toEqual([17_600]);
      expect(await refundsAtProvider(ticket)).toEqual([]);
      const play = await server.post('/api/ott/playmovieweb', {
        as: ticket.viewer,
        body: { movieId: ticket.film.movieId },
      });
      expect(play.status).toBe(402);
    },
  );

  test.each(['razorpay', 'paypal'] as const)(
    'of %s whose webhooks were lost is found at night',
    async (provider) => {
      const ticket = await aTicket(provider);
      await dropWebhooks(provider);
      const disputeId = await openDispute(ticket);
      await findMissedReturns(server.deps);
      const state = async () =>
        (await rows(`select state from disputes where dispute_id = '${disputeId}'`))[0]?.['state'];
      expect(await state()).toBe('open');
      server.clock.advance(8 * DAY);
      await decide(ticket, disputeId, true);
      expect(await state()).toBe('open');
      await findMissedReturns(server.deps);
      expect(await state()).toBe('lost');
      expect(await read(ticket)).toMatchObject({
        paymentStatus: 'REFUNDED',
        refundReason: 'dispute',
        refundedAmount: 176,
      });
      await findMissedReturns(server.deps);
      expect((await creditNotesOf(ticket)).map(({ total }) => total)).toEqual([17_600]);
    },
  );

  test('is found although the other provider is unreachable', async () => {
    const ticket = await aTicket('paypal');
    await dropWebhooks('paypal');
    const disputeId = await openDispute(ticket);
    await script('razorpay', { api: 'error_500', call: 'listRefunds' });
    await findMissedReturns(server.deps);
    expect(await rows(`select state from disputes where dispute_id = '${disputeId}'`)).toEqual([
      { state: 'open' },
    ]);
  });

  test.each(['razorpay', 'paypal'] as const)(
    'of %s that is won changes nothing',
    async (provider) => {
      const ticket = await aTicket(provider);
      await decide(ticket, await openDispute(ticket), false);
      expect(await read(ticket)).toMatchObject({
        paymentStatus: 'PAID',
        refundedAmount: 0,
        creditNoteNos: [],
      });
      await requestRefund(server.deps, ticket.order, 'asked for');
    },
  );

  test('over a part that is lost is a part refund, and the rest can be refunded', async () => {
    const ticket = await aTicket();
    await decide(ticket, await openDispute(ticket, 5000), true);
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'PAID',
      refundedAmount: 50,
      refundReason: null,
    });
    await requestRefund(server.deps, ticket.order, 'asked for');
    await reconcile(server.deps);
    await waitForWebhooks();
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: 176,
      refundReason: null,
    });
    expect(await refundsAtProvider(ticket)).toMatchObject([{ amount: 12_600 }]);
  });

  test('whose events arrive in reverse is lost all the same', async () => {
    const ticket = await aTicket();
    await script('razorpay', { webhook: 'reorder', count: 2 });
    const { id } = await script('razorpay', { action: 'dispute', payment_id: ticket.paymentId });
    await decide(ticket, id, true);
    expect(await rows(`select state from disputes where dispute_id = '${id}'`)).toEqual([
      { state: 'lost' },
    ]);
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundReason: 'dispute',
    });
  });

  test('that is lost while a refund waits to be sent stops the refund', async () => {
    const ticket = await aTicket();
    await requestRefund(server.deps, ticket.order, 'asked for');
    await decide(ticket, await openDispute(ticket), true);
    await reconcileLater();
    expect(await refundsAtProvider(ticket)).toEqual([]);
    expect(await read(ticket)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundReason: 'dispute',
    });
  });

  test('of a payment that is not known is stored', async () => {
    const body = JSON.stringify({
      event: 'payment.dispute.created',
      payload: {
        dispute: {
          entity: { id: 'disp_x', payment_id: 'pay_x', amount: 1, currency: 'INR', status: 'open' },
        },
      },
    });
    expect((await sendRazorpayEvent(server, 'dispute x', body)).status).toBe(200);
    expect(
      await rows(`select state, movie_order_id from disputes where dispute_id = 'disp_x'`),
    ).toEqual([{ state: 'open', movie_order_id: null }]);
  });
});
