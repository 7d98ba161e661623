import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sandboxCertificate } from '#sandbox/paypal/certificate.ts';
import { createPaypal } from '#server/ports/payments/paypal.ts';
import { createPaypalVerifier, signedMessage } from '#server/ports/payments/paypal-webhook.ts';
import { readPaypalEvent, toPaypalMoney } from '#server/ports/payments/paypal-wire.ts';
import { ProviderError } from '#server/ports/provider-error.ts';

const OPTIONS = {
  baseUrl: 'https://api-m.sandbox.paypal.com',
  clientId: 'client',
  clientSecret: 'secret',
  webhookIds: ['1JE4291016473214C'],
  brand: 'Matinee',
  origin: 'https://matinee.example',
  now: () => new Date('2026-01-15T10:00:00Z'),
};
const ORDER = {
  amount: 250,
  currency: 'USD',
  receipt: 'ORD-1-1',
  description: 'Kadal',
  notes: { orderNo: 'ORD-1' },
};
const BODY = '{"id":"WH-SBX-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}';
const SIGNED =
  '69cd13f0-d67a-11e5-baa3-778b53f4ae55|2026-01-15T10:00:00Z|1JE4291016473214C|1940836091';
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const TOKEN = { access_token: 'A21-one', expires_in: 32400 };

describe('the webhook signature', () => {
  const [id, time] = SIGNED.split('|') as [string, string];
  const certUrl = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1';
  const fetchCertificate = vi.fn(async () => new Response(sandboxCertificate().pem));
  const isSigned = (
    body: string,
    overrides: Record<string, string> = {},
    baseUrl = OPTIONS.baseUrl,
    webhookIds = OPTIONS.webhookIds,
  ) =>
    createPaypalVerifier({ ...OPTIONS, baseUrl, webhookIds, fetch: fetchCertificate })(
      body,
      new Headers({
        'PAYPAL-TRANSMISSION-ID': id,
        'PAYPAL-TRANSMISSION-TIME': time,
        'PAYPAL-TRANSMISSION-SIG': sign(
          'RSA-SHA256',
          Buffer.from(SIGNED),
          sandboxCertificate().privateKey,
        ).toString('base64'),
        'PAYPAL-CERT-URL': certUrl,
        'PAYPAL-AUTH-ALGO': 'SHA256withRSA',
        ...overrides,
      }),
    );
  beforeEach(() => fetchCertificate.mockClear());

  test('covers the checksum of the body', () => {
    expect(signedMessage({ id, time, webhookId: OPTIONS.webhookIds[0]!, rawBody: BODY })).toBe(
      SIGNED,
    );
  });

  test('is accepted with PayPal’s certificate', async () => {
    expect(await isSigned(BODY)).toBe(true);
  });

  test('is accepted for every configured webhook id and no other', async () => {
    const forIds = (...webhookIds: string[]) => isSigned(BODY, {}, OPTIONS.baseUrl, webhookIds);
    expect(await forIds('A new webhook', ...OPTIONS.webhookIds)).toBe(true);
    expect(await forIds('A new webhook')).toBe(false);
  });

  const strangerKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  test.each<[string, string, Record<string, string>]>([
    ['another body', `${BODY} `, {}],
    ['another time', BODY, { 'PAYPAL-TRANSMISSION-TIME': '2026-01-15T10:00:01Z' }],
    ['another transmission', BODY, { 'PAYPAL-TRANSMISSION-ID': 'other' }],
    [
      'a stranger’s key',
      BODY,
      {
        'PAYPAL-TRANSMISSION-SIG': sign('RSA-SHA256', Buffer.from(SIGNED), strangerKey).toString(
          'base64',
        ),
      },
    ],
    ['no signature', BODY, { 'PAYPAL-TRANSMISSION-SIG': '' }],
    ['another algorithm', BODY, { 'PAYPAL-AUTH-ALGO': 'none' }],
  ])('is refused for %s', async (_, body, overrides) => {
    expect(await isSigned(body, overrides)).toBe(false);
  });

  test.each([
    'https://api.paypal.com.evil.example/cert',
    'http://api.paypal.com/cert',
    'https://evil.example/api.paypal.com',
    'https://api.paypal.com@evil.example/cert',
    'https://api.paypal.com:8443/cert',
    'file:///etc/passwd',
    'nonsense',
    '',
  ])('fetches no certificate from %j', async (address) => {
    expect(await isSigned(BODY, { 'PAYPAL-CERT-URL': address })).toBe(false);
    expect(fetchCertificate).not.toHaveBeenCalled();
  });

  test('of PayPal’s test system is refused in production', async () => {
    expect(await isSigned(BODY, {}, 'https://api-m.paypal.com')).toBe(false);
    expect(
      await isSigned(
        BODY,
        { 'PAYPAL-CERT-URL': 'https://api.paypal.com/cert' },
        'https://api-m.paypal.com',
      ),
    ).toBe(true);
  });

  test('uses a sandbox certificate only when the sandbox is the provider', async () => {
    const withSandboxCertificate = {
      'PAYPAL-CERT-URL': 'http://localhost:4321/sandbox/paypal/certs/webhooks.pem',
    };
    expect(await isSigned(BODY, withSandboxCertificate)).toBe(false);
    expect(
      await isSigned(BODY, withSandboxCertificate, 'http://localhost:4321/sandbox/paypal'),
    ).toBe(true);
  });

  test('fetches a certificate once, and fails as unreachable without it', async () => {
    const fetch = vi.fn(async () => new Response(sandboxCertificate().pem));
    const verify = createPaypalVerifier({ ...OPTIONS, fetch });
    const headers = new Headers({
      'PAYPAL-CERT-URL': certUrl,
      'PAYPAL-AUTH-ALGO': 'SHA256withRSA',
      'PAYPAL-TRANSMISSION-SIG': 'AAAA',
    });
    await verify(BODY, headers);
    await verify(BODY, headers);
    expect(fetch).toHaveBeenCalledTimes(1);
    const unreachable = createPaypalVerifier({
      ...OPTIONS,
      fetch: async () => new Response('', { status: 503 }),
    });
    await expect(unreachable(BODY, headers)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('calls', () => {
  test('reuse a token, and fetch a new one once when it is refused', async () => {
    const tokens = ['A21-one', 'A21-two'];
    const authorizations: string[] = [];
    const fetch = vi.fn(async (input: URL | RequestInfo, init?: RequestInit) => {
      if (String(input).endsWith('/v1/oauth2/token'))
        return json({ access_token: tokens.shift(), expires_in: 32400 });
      const authorization = new Headers(init?.headers).get('authorization')!;
      authorizations.push(authorization);
      return authorization === 'Bearer A21-one' && authorizations.length > 1
        ? json({}, 401)
        : json({ id: 'O1' }, 201);
    });
    const paypal = createPaypal({ ...OPTIONS, fetch });
    await paypal.createOrder(ORDER);
    await paypal.createOrder(ORDER);
    expect(authorizations).toEqual(['Bearer A21-one', 'Bearer A21-one', 'Bearer A21-two']);
  });

  test('fail after a second 401', async () => {
    const fetch = async (input: URL | RequestInfo) =>
      String(input).includes('oauth2') ? json(TOKEN) : json({}, 401);
    await expect(
      createPaypal({ ...OPTIONS, fetch }).fetchOrderPayments('O1'),
    ).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  test('create an order with the receipt as request id and invoice id, without a shipping address', async () => {
    let sent: { headers: Headers; body: any } | undefined;
    const fetch = async (input: URL | RequestInfo, init?: RequestInit) => {
      if (String(input).includes('oauth2')) return json(TOKEN);
      sent = { headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) };
      return json({ id: 'O1' }, 201);
    };
    await createPaypal({ ...OPTIONS, fetch }).createOrder(ORDER);
    expect(sent!.headers.get('paypal-request-id')).toBe('ORD-1-1');
    expect(sent!.body).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [{ invoice_id: 'ORD-1-1', amount: { currency_code: 'USD', value: '2.50' } }],
      payment_source: {
        paypal: {
          experience_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
        },
      },
    });
  });

  test.each([
    { name: 'a page instead of JSON', body: '<html>', status: 200, kind: 'garbled' },
    { name: 'a broken gateway', body: '<html>', status: 502, kind: 'unreachable' },
    { name: 'too many requests', body: '{}', status: 429, kind: 'unreachable' },
    { name: 'a first request still under way', body: '{}', status: 409, kind: 'unreachable' },
    {
      name: 'a decline',
      body: '{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]}',
      status: 422,
      kind: 'refused',
      code: 'INSTRUMENT_DECLINED',
    },
  ])('$name is $kind', async ({ body, status, kind, code }) => {
    const fetch = async (input: URL | RequestInfo) =>
      String(input).includes('oauth2') ? json(TOKEN) : new Response(body, { status });
    await expect(
      createPaypal({ ...OPTIONS, fetch }).fetchOrderPayments('O1'),
    ).rejects.toMatchObject({ kind, code });
  });

  test('refuse a sandbox in production', () => {
    const baseUrl = 'https://cinema.example/sandbox/paypal';
    expect(() => createPaypal({ ...OPTIONS, baseUrl, isProduction: true })).toThrow('sandbox');
  });
});

describe('PayPal’s data', () => {
  test.each([
    [1, '0.01'],
    [250, '2.50'],
    [10005, '100.05'],
  ])('%i cents are written as %s', (cents, value) => {
    expect(toPaypalMoney(cents, 'USD')).toEqual({ currency_code: 'USD', value });
  });

  const event = (event_type: string, resource: object) =>
    JSON.stringify({ id: 'WH-1', event_type, resource });
  const capture = {
    id: 'C1',
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: '2.50' },
    supplementary_data: { related_ids: { order_id: 'O1' } },
  };

  test('a capture event contains the payment', () => {
    expect(readPaypalEvent(event('PAYMENT.CAPTURE.COMPLETED', capture))).toMatchObject({
      key: 'WH-1',
      payment: {
        provider: 'paypal',
        id: 'C1',
        orderId: 'O1',
        status: 'captured',
        amount: 250,
        currency: 'USD',
      },
    });
    expect(
      readPaypalEvent(event('PAYMENT.CAPTURE.PENDING', { ...capture, status: 'PENDING' })).payment
        ?.status,
    ).toBe('pending');
    expect(
      readPaypalEvent(event('PAYMENT.CAPTURE.DENIED', { ...capture, status: 'DECLINED' })).payment
        ?.status,
    ).toBe('failed');
    expect(
      readPaypalEvent(event('PAYMENT.CAPTURE.COMPLETED', { ...capture, status: 'NEW' })).payment
        ?.status,
    ).toBe('unknown');
  });

  test.each([
    ['a PayPal fee', { paypal_fee: { currency_code: 'USD', value: '0.41' } }, 41],
    ['nothing', {}, null],
    ['another currency', { paypal_fee: { currency_code: 'INR', value: '35.00' } }, null],
    ['something new', { paypal_fee: 'free' }, null],
  ])('a capture with %s as the fee', (_, seller_receivable_breakdown, fee) => {
    const body = event('PAYMENT.CAPTURE.COMPLETED', { ...capture, seller_receivable_breakdown });
    expect(readPaypalEvent(body).payment).toMatchObject({ status: 'captured', amount: 250, fee });
  });

  test('an approval and a refund contain an id to fetch', () => {
    expect(readPaypalEvent(event('CHECKOUT.ORDER.APPROVED', { id: 'O1' })).fetchBy).toEqual({
      orderId: 'O1',
    });
    const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' }];
    expect(readPaypalEvent(event('PAYMENT.CAPTURE.REFUNDED', { id: 'R1', links })).fetchBy).toEqual(
      {
        paymentId: 'C1',
      },
    );
    expect(readPaypalEvent(event('CUSTOMER.DISPUTE.CREATED', { id: 'D1' }))).toMatchObject({
      payment: null,
      fetchBy: null,
    });
  });

  test.each(['', '<html>', '[]', 'null'])('%j is garbled', (body) => {
    expect(() => readPaypalEvent(body)).toThrow(ProviderError);
  });

  test.each([
    ['{"id":"x"}', { key: 'x', name: 'unknown', payment: null, fetchBy: null }],
    ['{}', { key: expect.stringMatching(/^body:/), name: 'unknown' }],
    ['{"id":"x","event_type":"CHECKOUT.ORDER.APPROVED","resource":7}', { fetchBy: null }],
    [
      event('PAYMENT.CAPTURE.COMPLETED', { id: 'C1' }),
      { payment: null, fetchBy: { paymentId: 'C1' } },
    ],
    [
      event('PAYMENT.CAPTURE.COMPLETED', { ...capture, status: 'PARTIALLY_REFUNDED' }),
      { fetchBy: { paymentId: capture.id } },
    ],
    [
      event('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'D1' }),
      { payment: null, dispute: null, fetchBy: null },
    ],
    [event('VAULT.CREDIT-CARD.CREATED', [{ id: 'CARD1' }]), { payment: null, fetchBy: null }],
    [event('BILLING.PLAN.CREATED', { id: 7, state: 'CREATED' }), { payment: null, fetchBy: null }],
    [
      event('INVOICING.INVOICE.PAID', {
        id: 'INV1',
        amount: { currency_code: 'KWD', value: '1.125' },
      }),
      { payment: null, fetchBy: null },
    ],
    [
      '{"id":"x","event_type":"MERCHANT.ONBOARDING.COMPLETED","resource_version":"1.0"}',
      { payment: null, fetchBy: null },
    ],
  ])('the event %j lacks what nobody needs, and is read', (body, expected) => {
    expect(readPaypalEvent(body)).toMatchObject(expected);
  });
});
