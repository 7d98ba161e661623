import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PAYMENT_PAGE = 'http://server.test/movies/payment';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
});
beforeEach(async () => {
  for (const provider of ['razorpay', 'paypal'])
    await server.scriptSandbox({ provider, action: 'clear_scripts' });
});

type Provider = 'razorpay' | 'paypal';
/** A viewer with an open payment, which no webhook reports. */
async function anOpenPayment(provider: Provider = 'razorpay') {
  const viewer = await server.aViewer();
  const film = await server.aFilm();
  const place = provider === 'paypal' ? { buyerCountry: 'US' } : {};
  const { json: order } = await server.post(`/api/ott/movies/${film.movieId}/orders`, {
    as: viewer,
    body: { bookingStartTime: toWire(clock.now()), ...place },
  });
  const { json: checkout } = await server.post(`/api/ott/orders/${order.movieOrderId}/checkout`, {
    as: viewer,
    body: { provider },
  });
  await server.scriptSandbox({ provider, webhook: 'drop', times: 20 });
  const readStatus = async () =>
    (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).json.paymentStatus;
  return { viewer, order, checkout, readStatus };
}
type Opened = Awaited<ReturnType<typeof anOpenPayment>>;

const pathOf = (url: string) => url.replace('http://server.test', '');
/** Razorpay's page posts a form from its own site, without a session. */
const post = (path: string, fields: Record<string, string>) =>
  server.post(path, { headers: FORM, body: new URLSearchParams(fields).toString() });
/** Opens the hosted page with the fields of the checkout. */
const openRazorpayPage = ({ checkout: { page } }: Opened, fields: object = {}) =>
  post(pathOf(page.url), { ...page.fields, ...fields });
const payWithRazorpay = async ({ checkout }: Opened) =>
  (
    await server.post('/sandbox/razorpay/pay', {
      body: { order_id: checkout.order_id, vpa: 'success@razorpay' },
    })
  ).json;
const returnPathOf = ({ checkout }: Opened) => pathOf(checkout.page.fields.callback_url);
const addressOf = ({ status, headers }: Awaited<ReturnType<typeof post>>) => [
  status,
  headers.get('location'),
];

describe('a payer who comes back from Razorpay’s own page', () => {
  test('has the ticket, without a session, and is led to the payment page', async () => {
    const opened = await anOpenPayment();
    expect((await openRazorpayPage(opened)).text).toContain(
      opened.checkout.page.fields.callback_url,
    );
    const reply = await post(returnPathOf(opened), await payWithRazorpay(opened));
    expect(addressOf(reply)).toEqual([303, `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}`]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await opened.readStatus()).toBe('PAID');
  });

  test('gets one ticket if the form comes twice, and before and after the webhook', async () => {
    const opened = await anOpenPayment();
    await server.scriptSandbox({ provider: 'razorpay', action: 'clear_scripts' });
    const proof = await payWithRazorpay(opened);
    const replies = await Promise.all([1, 2].map(() => post(returnPathOf(opened), proof)));
    await server.sandbox.waitUntilIdle();
    replies.push(await post(returnPathOf(opened), proof));
    const expected = [303, `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}`];
    expect(replies.map(addressOf)).toEqual([expected, expected, expected]);
    const { rows } = await server.database.query(
      `select kind from invoices where movie_order_id = ${opened.order.movieOrderId}`,
    );
    expect(rows).toEqual([{ kind: 'invoice' }]);
  });

  test('is told that the payment failed, and can pay again', async () => {
    const opened = await anOpenPayment();
    const metadata = JSON.stringify({ order_id: opened.checkout.order_id });
    const reply = await post(returnPathOf(opened), {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[description]': 'Payment failed',
      'error[metadata]': metadata,
    });
    expect(addressOf(reply)).toEqual([
      303,
      `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}&outcome=failed`,
    ]);
    expect(await opened.readStatus()).toBe('NEW');
    await post(returnPathOf(opened), await payWithRazorpay(opened));
    expect(await opened.readStatus()).toBe('PAID');
  });

  test('comes to a page that still says that the bank is confirming while Razorpay cannot be asked', async () => {
    const opened = await anOpenPayment();
    const proof = await payWithRazorpay(opened);
    await server.scriptSandbox({ provider: 'razorpay', api: 'error_500', times: 9 });
    expect(addressOf(await post(returnPathOf(opened), proof))[0]).toBe(303);
    expect(await opened.readStatus()).toBe('PROCESSING');
  });

  test.each([
    ['a forged signature', { razorpay_signature: 'f'.repeat(64) }],
    ['another order', { razorpay_order_id: 'order_Other00000001' }],
    ['no signature', { razorpay_signature: '' }],
  ])('with %s pays nothing', async (_, change) => {
    const opened = await anOpenPayment();
    const proof = await payWithRazorpay(opened);
    const reply = await post(returnPathOf(opened), { ...proof, ...change });
    expect(reply.status).toBe(303);
    expect(await opened.readStatus()).toBe('NEW');
  });

  test('pays only the order of the proof, whatever order the address names', async () => {
    const [opened, other] = [await anOpenPayment(), await anOpenPayment()];
    const reply = await post(returnPathOf(other), await payWithRazorpay(opened));
    expect(addressOf(reply)).toEqual([303, `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}`]);
    expect([await opened.readStatus(), await other.readStatus()]).toEqual(['PAID', 'NEW']);
  });

  test.each([
    '?order=//evil.example',
    '?order=1%0d%0aset-cookie:a',
    '?order=-1',
    '?order=99999999999999999999',
    '?order=&outcome=https://evil.example',
    '',
  ])('never leaves the cinema: %s', async (query) => {
    const reply = await server.get(`/api/ott/payments/return/razorpay${query}`);
    expect(addressOf(reply)).toEqual([303, 'http://server.test/submit-film?outcome=failed']);
  });

  test('with a large form is refused', async () => {
    const reply = await post('/api/ott/payments/return/razorpay', {
      razorpay_payment_id: 'x'.repeat(20_000),
    });
    expect(reply.status).toBe(413);
  });

  test('who reloads often does not make the server ask Razorpay each time', async () => {
    const opened = await anOpenPayment();
    await server.scriptSandbox({
      provider: 'razorpay',
      api: 'error_500',
      call: 'fetchPayment',
      times: 100,
    });
    const proof = await payWithRazorpay(opened);
    for (let count = 0; count < 35; count++) await post(returnPathOf(opened), proof);
    const { scripts } = (await (
      await server.scriptSandbox({ provider: 'razorpay', action: 'list' })
    ).json()) as {
      scripts: { api?: string; times: number }[];
    };
    expect(scripts.find(({ api }) => api)?.times).toBeGreaterThanOrEqual(70);
  });
});

describe('Razorpay’s own page in the sandbox', () => {
  test.each([
    ['another key', { key_id: 'rzp_test_other' }, 'The api key provided is invalid'],
    ['another amount', { amount: '1' }, 'The amount is different from your order amount'],
    ['an unknown order', { order_id: 'order_Unknown0000001' }, 'The id provided does not exist'],
    [
      'a script as the address',
      { callback_url: 'javascript:alert(1)' },
      'The callback_url must be a valid URL.',
    ],
  ])('refuses %s', async (_, change, description) => {
    const reply = await openRazorpayPage(await anOpenPayment(), change);
    expect([reply.status, reply.json?.error.description]).toEqual([400, description]);
  });
});

describe('a payer who comes back from PayPal’s own page', () => {
  test('has the ticket, without a session', async () => {
    const opened = await anOpenPayment('paypal');
    const page = await server.get(pathOf(opened.checkout.page.url));
    const back = /data-return="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&');
    await server.post('/sandbox/paypal/approve', { body: { order_id: opened.checkout.order_id } });
    expect(addressOf(await server.get(pathOf(back)))).toEqual([
      303,
      `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}`,
    ]);
    expect(await opened.readStatus()).toBe('PAID');
  });

  test('without an approval, or after a declined card, is told that the payment failed', async () => {
    const opened = await anOpenPayment('paypal');
    const path = `/api/ott/payments/return/paypal?token=${opened.checkout.order_id}`;
    const failed = [303, `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}&outcome=failed`];
    expect(addressOf(await server.get(path))).toEqual(failed);
    await server.post('/sandbox/paypal/approve', { body: { order_id: opened.checkout.order_id } });
    await server.scriptSandbox({ provider: 'paypal', pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
    expect(addressOf(await server.get(path))).toEqual(failed);
    expect(await opened.readStatus()).toBe('NEW');
  });

  test('is led to the payment page also while the database is away', async () => {
    const { get, database } = await aServer({ clock });
    await database.close();
    expect(
      addressOf(await get('/api/ott/payments/return/paypal?order=7&token=8AB12345CD678901E')),
    ).toEqual([303, `${PAYMENT_PAGE}?order=7`]);
  });

  test('after leaving is led to the payment page, which reports the cancellation', async () => {
    const opened = await anOpenPayment('paypal');
    const page = await server.get(pathOf(opened.checkout.page.url));
    expect(/data-cancel="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&')).toBe(
      `${PAYMENT_PAGE}?order=${opened.order.movieOrderId}&outcome=cancelled&token=${opened.checkout.order_id}`,
    );
  });
});
