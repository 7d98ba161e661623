import { beforeAll, describe, expect, test } from 'vitest';
import { EXPOSED_HEADERS, SENT_HEADERS } from '#contract/headers.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { sourceFiles } from '../support/source.ts';

const SITE = 'https://cinema.example';
const OTHER_SITE = 'https://www.cinema.example';
const STRANGER = 'https://cinema.example.evil.example';
const LIST = '/api/ott/public/getalllanguages';
const NONCE = '/api/auth/social/nonce';
const SOCIAL_LOGIN = '/api/auth/users/socialLogin';
const PLAYLIST = '/api/ott/playback/some-session/t/some-token/master.m3u8';

let one: TestHouse;
let two: TestHouse;
let own: TestHouse;
beforeAll(async () => {
  const at = (SITE_ORIGINS: string) =>
    aHouse({ settings: { ORIGIN: 'https://api.example', SITE_ORIGINS, ALLOW_PUBLIC_SANDBOX: 'true' } });
  [one, two, own] = await Promise.all([at(SITE), at(`${SITE}, ${OTHER_SITE}`), aHouse()]);
}, 120_000);

const ask = (house: TestHouse, path: string, origin: string, headers: Record<string, string> = {}) =>
  house.get(path, { headers: { Origin: origin, ...headers } });
const preflight = (house: TestHouse, path: string, origin: string, method = 'POST') =>
  house.app.request(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization',
    },
  });
const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');
const words = (header: string | null) => (header ?? '').split(',').map((each) => each.trim().toLowerCase());

describe('A site on another origin', () => {
  test('may read answers, refusals and media, by its exact origin', async () => {
    for (const path of [
      LIST,
      '/api/ott/orders',
      '/api/ott/nothing',
      NONCE,
      '/media/images/none.webp',
      '/media/signed/x',
    ]) {
      expect([path, allowed(await ask(one, path, SITE))]).toEqual([path, SITE]);
      expect([path, allowed(await ask(two, path, OTHER_SITE))]).toEqual([path, OTHER_SITE]);
    }
  });

  test('is no stranger whose name begins or ends like its own', async () => {
    for (const origin of [STRANGER, 'http://cinema.example', 'https://cinema.example:8443', 'null'])
      for (const path of [LIST, '/media/images/none.webp']) {
        expect(allowed(await ask(two, path, origin))).toBeNull();
        expect(allowed(await ask(one, path, origin))).toBe(SITE);
        expect(allowed(await preflight(two, LIST, origin))).toBeNull();
      }
  });

  test('asks first once in two hours, for every method and header that its pages send', async () => {
    const { status, headers } = await preflight(one, '/api/ott/orders/7', SITE, 'PUT');
    expect(status).toBe(204);
    expect(words(headers.get('access-control-allow-methods'))).toEqual(
      expect.arrayContaining(['get', 'put', 'delete']),
    );
    expect(words(headers.get('access-control-allow-headers'))).toEqual(words(SENT_HEADERS.join()));
    expect(headers.get('access-control-max-age')).toBe('7200');
  });

  test('reads the headers that the browser’s code asks for', async () => {
    const exposed = words((await ask(one, LIST, SITE)).headers.get('access-control-expose-headers'));
    expect(exposed).toEqual(words(EXPOSED_HEADERS.join()));
    const always = ['cache-control', 'content-length', 'content-type'];
    const read = sourceFiles('src/{api,stores,islands,ui}/**/*.{ts,tsx}').flatMap(({ text }) =>
      [...text.matchAll(/\bheaders\.get\('([\w-]+)'\)/g)].map(([, name]) => name!.toLowerCase()),
    );
    expect(read.length).toBeGreaterThan(2);
    expect(read.filter((name) => !exposed.includes(name) && !always.includes(name))).toEqual([]);
  });

  test('sends cookies only where a call needs one', async () => {
    const withCookies = async (path: string) => {
      const answers = [await ask(one, path, SITE), await preflight(one, path, SITE)];
      return answers.map(({ headers }) => headers.get('access-control-allow-credentials'));
    };
    for (const path of [NONCE, SOCIAL_LOGIN, '/api/auth/users/login', PLAYLIST])
      expect([path, await withCookies(path)]).toEqual([path, ['true', 'true']]);
    for (const path of [LIST, '/api/auth/myprofile', '/api/ott/orders', '/media/images/none.webp'])
      expect([path, await withCookies(path)]).toEqual([path, [null, null]]);
  });

  test('gets cookies that come back to it and to no other site', async () => {
    const cookie = (await ask(one, NONCE, SITE)).headers.get('set-cookie');
    expect(cookie).toMatch(/^sl_n=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/);
  });

  test('signs in by Google or Facebook; a stranger’s page is refused', async () => {
    const signIn = async (origin: string) => {
      const { headers, json } = await ask(one, NONCE, SITE);
      const credential = await one.post('/sandbox/google/token', {
        body: {
          client_id: one.config.google!.clientId,
          nonce: json.nonce,
          person: { sub: '1', email: 'a@gmail.com', email_verified: true, name: 'A' },
        },
      });
      return one.post(SOCIAL_LOGIN, {
        body: { password: credential.json.credential, loginSource: 'Google' },
        headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site', cookie: headers.get('set-cookie')!.split(';')[0]! },
      });
    };
    expect((await signIn(STRANGER)).status).toBe(401);
    expect((await signIn(SITE)).status).toBe(200);
  });

  test('is where links in mails and codes lead, and where a film is fetched from', async () => {
    const { ticketAddress } = await import('#server/streaming/booking/calendar.ts');
    expect(ticketAddress(two.config, 7)).toMatch(`${SITE}/`);
    await one.post('/api/auth/users/registerbyphone', { body: { mobileno: '9812300001', countryCode: '91' } });
    const { text } = await one.get('/sandbox/inbox');
    expect(text).toContain('@cinema.example #');
    expect((await ask(one, PLAYLIST, SITE)).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

test('a server that serves its own site lets no other origin read anything', async () => {
  for (const path of [LIST, NONCE, '/media/images/none.webp'])
    for (const origin of [SITE, 'http://house.test']) expect(allowed(await ask(own, path, origin))).toBeNull();
  expect((await preflight(own, LIST, SITE)).headers.get('access-control-allow-methods')).toBeNull();
});

describe('Every answer', () => {
  const secure = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' };
  const headersOf = async (house: TestHouse, path: string) => Object.fromEntries((await house.get(path)).headers);

  test('of the services runs, frames and loads nothing in a browser', async () => {
    for (const path of [LIST, '/api/ott/orders', '/api/ott/nothing', '/api/nothing', '/api/ott/openapi.json']) {
      const headers = await headersOf(own, path);
      expect(headers, path).toMatchObject({ ...secure, 'cross-origin-resource-policy': 'same-origin' });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  test('of media may be shown by any page', async () => {
    for (const path of ['/media/images/none.webp', '/media/signed/x'])
      expect(await headersOf(own, path), path).toMatchObject({
        ...secure,
        'cross-origin-resource-policy': 'cross-origin',
      });
  });

  test('of the site keeps other windows out, but those that it opens itself', async () => {
    expect(await headersOf(own, '/nowhere')).toMatchObject({
      ...secure,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
    });
  });

  test('asks for https from then on, where the server is reached by it', async () => {
    for (const path of [LIST, '/api/nothing', '/media/images/none.webp', '/nowhere']) {
      expect((await headersOf(one, path))['strict-transport-security'], path).toBe('max-age=63072000');
      expect((await headersOf(own, path))['strict-transport-security'], path).toBeUndefined();
    }
  });
});
