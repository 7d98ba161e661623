import { beforeAll, describe, expect, test } from 'vitest';
import { EXPOSED_RESPONSE_HEADERS, ALLOWED_REQUEST_HEADERS } from '#contract/headers.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { sourceFiles } from '../support/source.ts';

const SITE = 'https://cinema.example';
const SECOND_SITE = 'https://www.cinema.example';
const SIMILAR_ORIGIN = 'https://cinema.example.evil.example';
const LIST = '/api/ott/public/getalllanguages';
const NONCE = '/api/auth/social/nonce';
const SOCIAL_LOGIN = '/api/auth/users/socialLogin';
const PLAYLIST = '/api/ott/playback/some-session/t/some-token/master.m3u8';

let oneSiteServer: TestServer;
let twoSitesServer: TestServer;
let singleOriginServer: TestServer;
beforeAll(async () => {
  const at = (SITE_ORIGINS: string) =>
    aServer({
      settings: { ORIGIN: 'https://api.example', SITE_ORIGINS, ALLOW_PUBLIC_SANDBOX: 'true' },
    });
  [oneSiteServer, twoSitesServer, singleOriginServer] = await Promise.all([
    at(SITE),
    at(`${SITE}, ${SECOND_SITE}`),
    aServer(),
  ]);
}, 120_000);

const request = (
  server: TestServer,
  path: string,
  origin: string,
  headers: Record<string, string> = {},
) => server.get(path, { headers: { Origin: origin, ...headers } });
const preflight = (server: TestServer, path: string, origin: string, method = 'POST') =>
  server.app.request(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization',
    },
  });
const allowedOriginOf = ({ headers }: { headers: Headers }) =>
  headers.get('access-control-allow-origin');
const listOf = (header: string | null) =>
  (header ?? '').split(',').map((each) => each.trim().toLowerCase());

describe('A site on another origin', () => {
  test('may read responses, errors and media, by its exact origin', async () => {
    for (const path of [
      LIST,
      '/api/ott/orders',
      '/api/ott/nothing',
      NONCE,
      '/media/images/none.webp',
      '/media/signed/x',
    ]) {
      expect([path, allowedOriginOf(await request(oneSiteServer, path, SITE))]).toEqual([
        path,
        SITE,
      ]);
      expect([path, allowedOriginOf(await request(twoSitesServer, path, SECOND_SITE))]).toEqual([
        path,
        SECOND_SITE,
      ]);
    }
  });

  test('is not confused with an origin that starts or ends like its own', async () => {
    for (const origin of [
      SIMILAR_ORIGIN,
      'http://cinema.example',
      'https://cinema.example:8443',
      'null',
    ])
      for (const path of [LIST, '/media/images/none.webp']) {
        expect(allowedOriginOf(await request(twoSitesServer, path, origin))).toBeNull();
        expect(allowedOriginOf(await request(oneSiteServer, path, origin))).toBe(SITE);
        expect(allowedOriginOf(await preflight(twoSitesServer, LIST, origin))).toBeNull();
      }
  });

  test('gets a preflight valid for two hours, with every method and header that its pages send', async () => {
    const { status, headers } = await preflight(oneSiteServer, '/api/ott/orders/7', SITE, 'PUT');
    expect(status).toBe(204);
    expect(listOf(headers.get('access-control-allow-methods'))).toEqual(
      expect.arrayContaining(['get', 'put', 'delete']),
    );
    expect(listOf(headers.get('access-control-allow-headers'))).toEqual(
      listOf(ALLOWED_REQUEST_HEADERS.join()),
    );
    expect(headers.get('access-control-max-age')).toBe('7200');
  });

  test('may read all response headers that the browser code uses', async () => {
    const exposed = listOf(
      (await request(oneSiteServer, LIST, SITE)).headers.get('access-control-expose-headers'),
    );
    expect(exposed).toEqual(listOf(EXPOSED_RESPONSE_HEADERS.join()));
    const safelisted = ['cache-control', 'content-length', 'content-type'];
    const read = sourceFiles('src/{api,stores,islands,ui}/**/*.{ts,tsx}').flatMap(({ text }) =>
      [...text.matchAll(/\bheaders\.get\('([\w-]+)'\)/g)].map(([, name]) => name!.toLowerCase()),
    );
    expect(read.length).toBeGreaterThan(2);
    expect(read.filter((name) => !exposed.includes(name) && !safelisted.includes(name))).toEqual(
      [],
    );
  });

  test('may send cookies only to calls that need one', async () => {
    const withCookies = async (path: string) => {
      const answers = [
        await request(oneSiteServer, path, SITE),
        await preflight(oneSiteServer, path, SITE),
      ];
      return answers.map(({ headers }) => headers.get('access-control-allow-credentials'));
    };
    for (const path of [NONCE, SOCIAL_LOGIN, '/api/auth/users/login', PLAYLIST])
      expect([path, await withCookies(path)]).toEqual([path, ['true', 'true']]);
    for (const path of [LIST, '/api/auth/myprofile', '/api/ott/orders', '/media/images/none.webp'])
      expect([path, await withCookies(path)]).toEqual([path, [null, null]]);
  });

  test('gets partitioned cookies', async () => {
    const cookie = (await request(oneSiteServer, NONCE, SITE)).headers.get('set-cookie');
    expect(cookie).toMatch(
      /^sl_n=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/,
    );
  });

  test('can sign in with Google or Facebook; another origin is refused', async () => {
    const signIn = async (origin: string) => {
      const { headers, json } = await request(oneSiteServer, NONCE, SITE);
      const credential = await oneSiteServer.post('/sandbox/google/token', {
        body: {
          client_id: oneSiteServer.config.google!.clientId,
          nonce: json.nonce,
          person: { sub: '1', email: 'a@gmail.com', email_verified: true, name: 'A' },
        },
      });
      return oneSiteServer.post(SOCIAL_LOGIN, {
        body: { password: credential.json.credential, loginSource: 'Google' },
        headers: {
          Origin: origin,
          'Sec-Fetch-Site': 'cross-site',
          cookie: headers.get('set-cookie')!.split(';')[0]!,
        },
      });
    };
    expect((await signIn(SIMILAR_ORIGIN)).status).toBe(401);
    expect((await signIn(SITE)).status).toBe(200);
  });

  test('is the target of links in messages, and may load films', async () => {
    const { ticketUrl } = await import('#server/streaming/booking/calendar.ts');
    expect(ticketUrl(twoSitesServer.config, 7)).toMatch(`${SITE}/`);
    await oneSiteServer.post('/api/auth/users/registerbyphone', {
      body: { mobileno: '9812300001', countryCode: '91' },
    });
    const { text } = await oneSiteServer.get('/sandbox/inbox');
    expect(text).toContain('@cinema.example #');
    expect(
      (await request(oneSiteServer, PLAYLIST, SITE)).headers.get('cross-origin-resource-policy'),
    ).toBe('cross-origin');
  });
});

test('a server with its own site allows no other origin', async () => {
  for (const path of [LIST, NONCE, '/media/images/none.webp'])
    for (const origin of [SITE, 'http://server.test'])
      expect(allowedOriginOf(await request(singleOriginServer, path, origin))).toBeNull();
  expect(
    (await preflight(singleOriginServer, LIST, SITE)).headers.get('access-control-allow-methods'),
  ).toBeNull();
});

test('Pages of every site may read a film, and that it is not on show, without credentials', async () => {
  for (const server of [singleOriginServer, oneSiteServer, twoSitesServer]) {
    const { movieId } = await server.aFilm();
    for (const [id, status] of [
      [movieId, 200],
      [2_000_000_000, 404],
    ]) {
      const response = await request(
        server,
        `/api/ott/public/movies/${id}`,
        'https://kite.example',
      );
      expect([response.status, allowedOriginOf(response)]).toEqual([status, '*']);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(
      allowedOriginOf(await request(server, `/api/ott/movies/${movieId}`, 'https://kite.example')),
    ).not.toBe('*');
  }
});

describe('Every response', () => {
  const secure = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  const headersOf = async (server: TestServer, path: string) =>
    Object.fromEntries((await server.get(path)).headers);

  test('of the API has a content policy that allows nothing', async () => {
    for (const path of [
      LIST,
      '/api/ott/orders',
      '/api/ott/nothing',
      '/api/nothing',
      '/api/ott/openapi.json',
    ]) {
      const headers = await headersOf(singleOriginServer, path);
      expect(headers, path).toMatchObject({
        ...secure,
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  test('of media may be used by any origin', async () => {
    for (const path of ['/media/images/none.webp', '/media/signed/x'])
      expect(await headersOf(singleOriginServer, path), path).toMatchObject({
        ...secure,
        'cross-origin-resource-policy': 'cross-origin',
      });
  });

  test('of the site isolates its window from other origins, except its own popups', async () => {
    expect(await headersOf(singleOriginServer, '/nowhere')).toMatchObject({
      ...secure,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
    });
  });

  test('has Strict-Transport-Security if the server is reached over https', async () => {
    for (const path of [LIST, '/api/nothing', '/media/images/none.webp', '/nowhere']) {
      expect((await headersOf(oneSiteServer, path))['strict-transport-security'], path).toBe(
        'max-age=63072000',
      );
      expect(
        (await headersOf(singleOriginServer, path))['strict-transport-security'],
        path,
      ).toBeUndefined();
    }
  });
});
