import { beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Endpoint } from '#contract/endpoint.ts';
import { reportPayment } from '#contract/payments.ts';
import { signUserToken } from '#server/tokens.ts';
import { endpoints, namedEndpoints } from '../support/endpoints.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

const url = ({ service, path }: Endpoint, id = '1') => `/api/${service}${path.replace(/:\w+/g, id)}`;

const clock = aClock();
let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse({ clock });
  shop = purchases(house);
});
const ask = (endpoint: Endpoint, { id, token, body }: { id?: string; token?: string; body?: string } = {}) =>
  house.app.request(url(endpoint, id), {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    ...(endpoint.method === 'GET' ? {} : { body: body ?? '{}' }),
  });
const secret = () => house.config.secrets.tokenSecret;

describe('every call answers bad input with a clear error, never a 500', () => {
  test.each(namedEndpoints)('%s', async (_, endpoint) => {
    const viewer = await house.aViewer();
    const token = await signUserToken(secret(), { userId: viewer.userId, roles: ['Producer'] }, clock.now());
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
      expect(response.status, `${body.slice(0, 40)} → ${await response.clone().text()}`).toBeLessThan(500);
    }
    for (const id of ['0', '-1', 'abc', '1.5', '99999999999999', '%00', '%F0%9F%8E%AC', '..%2F..']) {
      const response = await ask(endpoint, { token, id });
      expect(response.status, `${id} → ${await response.clone().text()}`).toBeLessThan(500);
      if (response.status >= 400) expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  test('whatever the JSON (300 bodies at the calls that write)', async () => {
    const viewer = await house.aViewer();
    const token = await signUserToken(secret(), { userId: viewer.userId, roles: [] }, clock.now());
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
    ['the character 0', '"a\\u0000"'],
    ['half a pair of surrogates', '"a\\ud83c"'],
    ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('not even for %s, where what was sent is stored as it came', async (_, sent) => {
    const { viewer, order } = await shop.anOpenOrder();
    const proof = await shop.payAt((await shop.checkout(viewer, order)).json.order_id);
    const token = await signUserToken(secret(), { userId: viewer.userId, roles: [] }, clock.now());
    const body = JSON.stringify({ paymentStatus: 'PAID', ...proof, paymentMode: '?' }).replace('"?"', sent);
    const response = await ask(reportPayment, { id: String(order.movieOrderId), token, body });
    expect([response.status, (await response.json()).code]).toEqual([422, 'validation_failed']);
  });

  test('whatever the search (300 searches)', async () => {
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
            await house.app.request(
              `/api/ott/public/searchmovies?search=${encodeURIComponent(parts.join('').toWellFormed())}`,
            )
          ).status < 500,
      ),
      { numRuns: 300 },
    );
  });
});

describe('what a network before the house may keep', () => {
  test('is public, and the same whoever asks', async () => {
    const viewer = await house.aViewer();
    const token = await signUserToken(secret(), { userId: viewer.userId, roles: ['Producer'] }, clock.now());
    for (const endpoint of endpoints.filter(({ cache }) => cache)) {
      expect([endpoint.method, endpoint.auth], endpoint.path).toEqual(['GET', 'none']);
      const replies = [await ask(endpoint), await ask(endpoint, { token })];
      expect(replies[1]!.headers.get('etag'), endpoint.path).toBe(replies[0]!.headers.get('etag'));
      for (const { headers } of replies) expect([headers.get('set-cookie'), headers.get('vary')]).toEqual([null, null]);
    }
  });

  test('is nothing else', async () => {
    const viewer = await house.aViewer();
    const token = await signUserToken(secret(), { userId: viewer.userId, roles: ['Producer'] }, clock.now());
    for (const endpoint of endpoints.filter(({ cache }) => !cache))
      expect((await ask(endpoint, { token })).headers.get('cache-control'), endpoint.path).toBe('no-store');
    for (const service of ['auth', 'ott'])
      for (const name of ['healthz', 'readyz', 'openapi.json', 'metrics', 'nothing'])
        expect((await house.get(`/api/${service}/${name}`)).headers.get('cache-control'), name).toBe('no-store');
  });
});

describe('the services', () => {
  test.each(['auth', 'ott'])('%s tell their health, their readiness and their contract', async (service) => {
    expect((await house.get(`/api/${service}/healthz`)).status).toBe(200);
    expect((await house.get(`/api/${service}/readyz`)).status).toBe(200);
    const { json } = await house.get(`/api/${service}/openapi.json`);
    for (const endpoint of endpoints.filter((each) => each.service === service)) {
      expect(json.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')], endpoint.path).toHaveProperty(
        endpoint.method.toLowerCase(),
      );
    }
  });

  test('count what they serve, for this machine only', async () => {
    expect((await house.get('/api/ott/metrics')).text).toContain('matinee_requests_total');
    expect((await house.get('/api/ott/metrics', { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(404);
  });

  test('give every reply a request id, and keep a sensible one that they are given', async () => {
    expect((await house.get('/api/ott/healthz')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await house.get('/api/ott/nothing', { headers: { 'X-Request-Id': 'abc-1' } })).json).toMatchObject({
      status: 404,
      requestId: 'abc-1',
    });
    expect(
      (await house.get('/api/ott/nothing', { headers: { 'X-Request-Id': '<script>' } })).json.requestId,
    ).not.toContain('<');
  });
});
