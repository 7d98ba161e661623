import { beforeAll, describe, expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { reportPayment } from '#contract/payments.ts';
import { login } from '#contract/session.ts';
import { submissionMessages } from '#messages/submission.ts';
import { validationMessages } from '#messages/validation.ts';
import { signUserToken } from '#server/tokens.ts';
import { endpoints, namedEndpoints } from '../support/endpoints.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

const url = ({ service, path }: Endpoint, id = '1') =>
  `/api/${service}${path.replace(/:\w+/g, id)}`;

const clock = aClock();
let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer({ clock });
  purchase = purchaseSteps(server);
});
const ask = (
  endpoint: Endpoint,
  { id, token, body }: { id?: string; token?: string; body?: string } = {},
) =>
  server.app.request(url(endpoint, id), {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    ...(endpoint.method === 'GET' ? {} : { body: body ?? '{}' }),
  });
const secret = () => server.config.secrets.tokenSecret;

describe('every call answers bad input with a clear error, never a 500', () => {
  test.each(namedEndpoints)('%s', async (_, endpoint) => {
    const viewer = await server.aViewer();
    const token = signUserToken(
      secret(),
      { userId: viewer.userId, roles: ['Producer'] },
      clock.now(),
    );
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"movieId":"1","bookingStartTime":{}}',
      `{"a":"${'x'.repeat(70_000)}"}`,
      '{"__proto__":{"x":1}}',
    ];
    for (const body of bodies) {
      const response = await ask(endpoint, { token, body });
      expect(
        response.status,
        `${body.slice(0, 40)} → ${await response.clone().text()}`,
      ).toBeLessThan(500);
    }
    for (const id of [
      '0',
      '-1',
      'abc',
      '1.5',
      '99999999999999',
      '%00',
      '%F0%9F%8E%AC',
      '..%2F..',
    ]) {
      const response = await ask(endpoint, { token, id });
      expect(response.status, `${id} → ${await response.clone().text()}`).toBeLessThan(500);
      if (response.status < 400) continue;
      const type = response.headers.get('content-type');
      // RFC 6749 §5.2: the refusals of the device flow are plain JSON with `error`.
      if (endpoint.isOAuth && type?.startsWith('application/json;'))
        expect(await response.json()).toHaveProperty('error');
      else expect(type).toContain('application/problem+json');
    }
  });

  test('with any JSON (300 bodies for the calls that write)', async () => {
    const viewer = await server.aViewer();
    const token = signUserToken(secret(), { userId: viewer.userId, roles: [] }, clock.now());
    const writers = endpoints.filter(({ body }) => body);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writers),
        fc.json(),
        async (endpoint, body) => (await ask(endpoint, { token, body })).status < 500,
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a NUL character', '"a\\u0000"'],
    ['a lone surrogate', '"a\\ud83c"'],
    ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('with %s in a payment report, whose body would be stored unchanged', async (_, sent) => {
    const { viewer, order } = await purchase.anUnpaidOrder();
    const proof = await purchase.payAtProvider(
      (await purchase.checkout(viewer, order)).json.order_id,
    );
    const token = signUserToken(secret(), { userId: viewer.userId, roles: [] }, clock.now());
    const body = JSON.stringify({ paymentStatus: 'PAID', ...proof, paymentMode: '?' }).replace(
      '"?"',
      sent,
    );
    const response = await ask(reportPayment, { id: String(order.movieOrderId), token, body });
    expect([response.status, (await response.json()).code]).toEqual([422, 'validation_failed']);
  });

  test('with any search (300 searches)', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        'movieId',
        'releaseDate',
        'movieNameLIKE=',
        'avgRating',
        'LISTSTR=',
        ':',
        '!',
        '>',
        '<',
        '-',
        '+',
        ',',
        ';',
        '\\',
        '%',
        '\0',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 8 }),
        async (parts) =>
          (
            await server.app.request(
              `/api/ott/public/searchmovies?search=${encodeURIComponent(parts.join('').toWellFormed())}`,
            )
          ).status < 500,
      ),
      { numRuns: 300 },
    );
  });
});

const FILM_FIELDS = Object.keys(
  submissionMessages.film,
) as (keyof typeof submissionMessages.film)[];
const COMPLETE_FILM = {
  ...Object.fromEntries(FILM_FIELDS.map((field) => [field, 'x'])),
  contactName: 'A',
  contactEmail: 'a@b.in',
  contactPhone: '1',
  contactSignature: 'A',
  contactPlace: 'B',
  contactSignDate: '21-11-2026',
};

describe('a refused body gives messages for a person', () => {
  /** Words of the library or of programmers. */
  const TECHNICAL_WORDS =
    /invalid (input|option|string|type|element|key)|too (small|big)|unrecognized|expected|received|undefined|null|NaN|must match|DD-MM/i;
  const fieldsOf = (body: z.ZodType): string[] => {
    if (body instanceof z.ZodObject) return Object.keys(body.shape);
    return body instanceof z.ZodUnion
      ? body.options.flatMap((each) => fieldsOf(each as z.ZodType))
      : [];
  };
  const writers = namedEndpoints.filter(([, { body }]) => body && fieldsOf(body).length > 0);
  const VALUES = [undefined, null, {}, [], [{}], '', 'x'.repeat(6000), -1, 1e12, 0.001, true];

  test('for any missing or null field and any wrong type', async () => {
    const viewer = await server.aViewer();
    const token = signUserToken(
      secret(),
      { userId: viewer.userId, roles: ['Producer'] },
      clock.now(),
    );
    const messages: string[] = [];
    for (const [name, endpoint] of writers)
      for (const value of VALUES) {
        const body = JSON.stringify(
          Object.fromEntries(fieldsOf(endpoint.body!).map((field) => [field, value])),
        );
        const response = await ask(endpoint, { token, body });
        const { code, message, errors = [] } = await response.json().catch(() => ({}));
        if (code !== 'validation_failed') continue;
        const sentences = [message, ...errors.map((each: { message: string }) => each.message)];
        messages.push(...sentences);
        for (const sentence of sentences) {
          expect(sentence, `${name} ${body.slice(0, 80)}`).toMatch(/^[\p{Lu}“].{8,}/u);
          expect(sentence, `${name} ${body.slice(0, 80)}`).not.toMatch(TECHNICAL_WORDS);
        }
      }
    expect(messages.length).toBeGreaterThan(500);
  });

  test.each(['null', '[]', '"x"', '5'])('for the whole body %s', async (body) => {
    const { message } = await (await ask(login, { body })).json();
    expect(message).toBe(validationMessages.unreadable);
  });

  const without = (field: string) => ({ ...COMPLETE_FILM, [field]: undefined });
  test.each<[string, string, object, string]>([
    ['an order without a slot', 'ott/movies/1/orders', {}, 'Please select the show date and time'],
    [
      'a slot of null',
      'ott/movies/1/orders',
      { bookingStartTime: null },
      'Please select the show date and time',
    ],
    [
      'a slot in words',
      'ott/movies/1/orders',
      { bookingStartTime: 'soon' },
      'Please select the show date and time',
    ],
    [
      'a reschedule without a slot',
      'ott/orders/1/reschedule',
      {},
      'Please select the show date and time',
    ],
    [
      'no coupon',
      'ott/coupons/validate',
      { movieId: 1 },
      'Please enter the discount code you have',
    ],
    [
      'a review without stars',
      'ott/movies/1/moviereviews',
      { reviewComments: 'Good' },
      'Select your ratings',
    ],
    [
      'a review without words',
      'ott/movies/1/moviereviews',
      { rating: 4 },
      'Please enter your comments',
    ],
    [
      'no number',
      'auth/users/registerbyphone',
      { countryCode: '91' },
      'Mobile Number is required!',
    ],
    ['no address', 'auth/users/forgotpassword', {}, 'Email is required!'],
    ['no code', 'auth/users/validatephoneotp', { username: '9000000002' }, 'OTP is required!'],
    ['no password', 'auth/users/login', { username: '9000000002' }, 'Password is required!'],
    [
      'no new password',
      'auth/users/resetpassword',
      { username: '9000000002' },
      'Password is required!',
    ],
    ['no fee', 'ott/submissions/checkout', {}, 'Pay Amount is required'],
    ...FILM_FIELDS.map((field): [string, string, object, string] => [
      `a film without its ${field}`,
      'ott/movies',
      without(field),
      `${submissionMessages.film[field]} is required`,
    ]),
    ['a film without a contact name', 'ott/movies', without('contactName'), 'Name is required'],
    [
      'a film without an address',
      'ott/movies',
      without('contactEmail'),
      'Email Address is required',
    ],
    [
      'a film without a telephone',
      'ott/movies',
      without('contactPhone'),
      'Telephone Number is required',
    ],
    [
      'a film without a signature',
      'ott/movies',
      without('contactSignature'),
      'Signature is required',
    ],
    ['a film without a place', 'ott/movies', without('contactPlace'), 'Place is required'],
    [
      'a film with null for an amount',
      'ott/movies',
      { ...COMPLETE_FILM, contactPayment: null },
      'Pay Amount is required',
    ],
    [
      'a film with an amount in words',
      'ott/movies',
      { ...COMPLETE_FILM, contactPayment: 'ten' },
      submissionMessages.amountUnreadable,
    ],
    [
      'a field without a text in the specification',
      'auth/users/login',
      { password: 'x' },
      'Username is required',
    ],
  ])('%s', async (_, path, body, message) => {
    const viewer = await server.aViewer();
    const token = signUserToken(secret(), { userId: viewer.userId, roles: [] }, clock.now());
    expect(await server.post(`/api/${path}`, { token, body })).toMatchObject({
      status: 422,
      json: { code: 'validation_failed', message },
    });
  });
});

test.each(['0', ' 0 ', '0.00', '०', 0])(
  'a film is submitted with the amount %j',
  async (contactPayment) => {
    const viewer = await server.aViewer();
    const token = signUserToken(secret(), { userId: viewer.userId, roles: [] }, clock.now());
    const body = { ...COMPLETE_FILM, contactPayment };
    expect((await server.post('/api/ott/movies', { token, body })).status).toBe(201);
  },
);

describe('a response that a CDN may cache', () => {
  test('is public and the same for all callers', async () => {
    const viewer = await server.aViewer();
    const token = signUserToken(
      secret(),
      { userId: viewer.userId, roles: ['Producer'] },
      clock.now(),
    );
    for (const endpoint of endpoints.filter(({ cache }) => cache)) {
      expect([endpoint.method, endpoint.auth], endpoint.path).toEqual(['GET', 'none']);
      const replies = [await ask(endpoint), await ask(endpoint, { token })];
      expect(replies[1]!.headers.get('etag'), endpoint.path).toBe(replies[0]!.headers.get('etag'));
      for (const { headers } of replies) {
        expect(headers.get('set-cookie'), endpoint.path).toBeNull();
        expect([null, 'Accept-Encoding'], endpoint.path).toContain(headers.get('vary'));
      }
    }
  });

  test('comes only from calls with `cache` in the contract', async () => {
    const viewer = await server.aViewer();
    const token = signUserToken(
      secret(),
      { userId: viewer.userId, roles: ['Producer'] },
      clock.now(),
    );
    for (const endpoint of endpoints.filter(({ cache }) => !cache))
      expect((await ask(endpoint, { token })).headers.get('cache-control'), endpoint.path).toBe(
        'no-store',
      );
    for (const service of ['auth', 'ott'])
      for (const name of ['healthz', 'readyz', 'openapi.json', 'metrics', 'nothing'])
        expect(
          (await server.get(`/api/${service}/${name}`)).headers.get('cache-control'),
          name,
        ).toBe('no-store');
  });
});

describe('the services', () => {
  test.each(['auth', 'ott'])(
    '%s report their health, their readiness and their contract',
    async (service) => {
      expect((await server.get(`/api/${service}/healthz`)).status).toBe(200);
      expect((await server.get(`/api/${service}/readyz`)).status).toBe(200);
      const { json } = await server.get(`/api/${service}/openapi.json`);
      for (const endpoint of endpoints.filter((each) => each.service === service)) {
        expect(json.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')], endpoint.path).toHaveProperty(
          endpoint.method.toLowerCase(),
        );
      }
    },
  );

  test('serve metrics to this machine only', async () => {
    expect((await server.get('/api/ott/metrics')).text).toContain('matinee_requests_total');
    expect(
      (await server.get('/api/ott/metrics', { headers: { 'X-Forwarded-For': '203.0.113.7' } }))
        .status,
    ).toBe(404);
  });

  test('refuse a body above 64 kB, with and without a declared length', async () => {
    const send = (headers: Record<string, string>, bytes: number) =>
      server.post('/api/ott/movies/1/orders', {
        as: { userId: 1 },
        body: 'x'.repeat(bytes),
        headers,
      });
    const tooLarge = { status: 413, json: { code: 'body_too_large' } };
    expect(await send({}, 65_537)).toMatchObject(tooLarge);
    expect(await send({ 'Content-Length': '65537' }, 65_537)).toMatchObject(tooLarge);
    expect(await send({ 'Content-Length': '65536' }, 65_536)).toMatchObject({
      json: { code: 'malformed_json' },
    });
    // Without a length that can be trusted, the bytes count.
    expect(
      await send({ 'Content-Length': '1', 'Transfer-Encoding': 'chunked' }, 65_537),
    ).toMatchObject(tooLarge);
  });

  test('answer a wrong method with the methods of the address', async () => {
    const refused = await server.delete('/api/ott/public/getallmovies', {});
    expect(refused).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(refused.headers.get('allow')).toBe('GET, HEAD');
    const login = await server.get('/api/auth/users/login');
    expect([login.status, login.headers.get('allow')]).toEqual([405, 'POST']);
    const order = await server.post('/api/ott/orders/7', { body: {} });
    expect([order.status, order.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
    expect((await server.post('/api/ott/nothing', { body: {} })).status).toBe(404);
  });

  test('refuse a body that is not declared as JSON', async () => {
    const send = async (type: string | null) => {
      const request = new Request('http://cinema.test/api/auth/users/login', {
        method: 'POST',
        body: new TextEncoder().encode('{"username":"1","password":"2"}'),
        headers: type === null ? {} : { 'Content-Type': type },
      });
      return (await server.app.fetch(request)).status;
    };
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/xml',
      'text/plain;charset=UTF-8',
    ])
      expect(await send(type), type).toBe(415);
    for (const type of ['application/json', 'application/problem+json; charset=utf-8', null])
      expect(await send(type), String(type)).toBe(401);
  });

  test('name the way to sign in when a call without it is refused', async () => {
    const refused = await server.post('/api/auth/users/login', {
      body: { username: '9000000002', password: 'wrong' },
    });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('add a request id to every response, and keep a valid one of the request', async () => {
    expect((await server.get('/api/ott/healthz')).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    expect(
      (await server.get('/api/ott/nothing', { headers: { 'X-Request-Id': 'abc-1' } })).json,
    ).toMatchObject({
      status: 404,
      requestId: 'abc-1',
    });
    expect(
      (await server.get('/api/ott/nothing', { headers: { 'X-Request-Id': '<script>' } })).json
        .requestId,
    ).not.toContain('<');
  });
});
