import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGoogle } from '#server/ports/social/google.ts';

// The documented claims, as they came in 2026.
const NOW = new Date(1767225700 * 1000);
const CLIENT = 'sbx.apps.googleusercontent.com';
const NONCE = 'b64url';
const CLAIMS = {
  iss: 'https://accounts.google.com',
  azp: CLIENT,
  aud: CLIENT,
  sub: '110000000000000000001',
  email: 'a@gmail.test',
  email_verified: true,
  nonce: NONCE,
  name: 'A B',
  given_name: 'A',
  family_name: 'B',
  picture: 'https://example.com/a.png',
  iat: 1767225600,
  exp: 1767229200,
  jti: 'j1',
};
const ISSUERS = ['accounts.google.com', 'https://accounts.google.com'];
const JWKS_URL = 'https://keys.example.test/oauth2/v3/certs';

let keys: Awaited<ReturnType<typeof aKey>>;
let others: typeof keys;
beforeAll(async () => {
  keys = await aKey('k1');
  others = await aKey('k2');
});

async function aKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

const token = (claims: JWTPayload = {}, { kid = 'k1', by = keys } = {}) =>
  new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(by.privateKey);

/** Google, and how often its keys were asked for. */
function google({ cacheControl = 'public, max-age=600', published = () => [keys.jwk as object], status = 200 } = {}) {
  const asked = { times: 0 };
  const fetch = async () => {
    asked.times += 1;
    return Response.json({ keys: published() }, { status, headers: { 'cache-control': cacheControl } });
  };
  return { ...createGoogle({ clientId: CLIENT, jwksUrl: JWKS_URL, issuers: ISSUERS, fetch }), asked };
}

const verify = async (given: string | Promise<string>, { nonce = NONCE, now = NOW, port = google() } = {}) =>
  port.verify(await given, { nonce, now });

describe('a good ID token', () => {
  test('names its person by the subject', async () => {
    expect(await verify(token())).toEqual({
      subject: '110000000000000000001',
      email: 'a@gmail.test',
      isEmailVerified: true,
      ownsEmail: false,
      firstName: 'A',
      lastName: 'B',
      expiresAt: new Date((1767229200 + 300) * 1000),
    });
  });

  test.each([
    ['a Gmail address', { email: 'a@gmail.com' }, true],
    ['an organisation’s mailbox', { hd: 'gmail.test' }, true],
    ['another’s mailbox', {}, false],
    ['an unverified Gmail address', { email: 'a@gmail.com', email_verified: false }, false],
    ['no address', { email: undefined, hd: 'gmail.test' }, false],
  ])('speaks for the owner of %s: %o → %s', async (_, claims, ownsEmail) => {
    expect(await verify(token(claims))).toMatchObject({ ownsEmail });
  });

  test.each([
    ['by its short issuer', { iss: 'accounts.google.com' }],
    ['five minutes late', { exp: NOW.getTime() / 1000 - 299 }],
    ['five minutes early', { iat: NOW.getTime() / 1000 + 299, exp: NOW.getTime() / 1000 + 3600 }],
    ['for a whole day', { exp: CLAIMS.iat + 86_400 }],
  ])('counts %s', async (_, claims) => {
    await expect(verify(token(claims))).resolves.toMatchObject({ subject: CLAIMS.sub });
  });
});

describe('an ID token is refused', () => {
  test.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => token({ iss: 'https://accounts.example.com' })],
    ['for another client', () => token({ aud: 'another.apps.googleusercontent.com' })],
    ['for several clients', () => token({ aud: [CLIENT, 'another.apps.googleusercontent.com'] })],
    ['after its end', () => token({ exp: NOW.getTime() / 1000 - 301 })],
    ['before its time', () => token({ iat: NOW.getTime() / 1000 + 301, exp: NOW.getTime() / 1000 + 3600 })],
    ['good for more than a day', () => token({ exp: CLAIMS.iat + 86_401 })],
    ['without an end', () => token({ exp: undefined })],
    ['without a beginning', () => token({ iat: undefined })],
    ['without a subject', () => token({ sub: undefined })],
    ['with another nonce', () => token({ nonce: 'another' })],
    ['without a nonce', () => token({ nonce: undefined })],
    ['signed by another key under a known name', () => token({}, { by: others })],
    ['signed by a key that nobody published', () => token({}, { kid: 'k2', by: others })],
    ['not signed', () => new UnsecuredJWT(CLAIMS).encode()],
    [
      'signed with the public key as a password',
      () =>
        new SignJWT(CLAIMS)
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(new TextEncoder().encode(JSON.stringify(keys.jwk))),
    ],
    [
      'changed on the way',
      async () => (await token()).replace(/\.([^.]+)\./, (_, body: string) => `.${body.slice(0, -2)}AA.`),
    ],
    ['that is none', () => 'garbage'],
    ['that is empty', () => ''],
  ])('%s', async (_, make) => {
    const refusal = await verify(make()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'ProviderError', kind: 'refused', code: expect.any(String) });
    expect(JSON.stringify(refusal) + String((refusal as Error).stack)).not.toContain('a@gmail.test');
  });
});

describe('Google’s keys', () => {
  test('are asked for once while they may be kept, and by one of many at the same moment', async () => {
    const port = google();
    await Promise.all([1, 2, 3].map(() => verify(token(), { port })));
    await verify(token(), { port, now: new Date(NOW.getTime() + 599_000) });
    expect(port.asked.times).toBe(1);
    await verify(token(), { port, now: new Date(NOW.getTime() + 600_000) });
    expect(port.asked.times).toBe(2);
  });

  test('are asked for each time when they must not be kept', async () => {
    const port = google({ cacheControl: 'no-store' });
    await verify(token(), { port });
    await verify(token(), { port });
    expect(port.asked.times).toBe(2);
  });

  test('may be new: an unknown one is looked up, at most once a minute', async () => {
    const published = [keys.jwk as object];
    const port = google({ published: () => published });
    await verify(token(), { port });
    published.push(others.jwk);
    const fresh = () => token({}, { kid: 'k2', by: others });
    await expect(verify(fresh(), { port, now: new Date(NOW.getTime() + 59_000) })).rejects.toThrow('refused');
    expect(port.asked.times).toBe(1);
    await verify(fresh(), { port, now: new Date(NOW.getTime() + 60_000) });
    expect(port.asked.times).toBe(2);
  });

  test.each([
    ['do not come', async () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
    ['come as an error', async () => Response.json({ error: 'backend' }, { status: 500 }), 'garbled'],
    ['are none', async () => Response.json({ keys: [] }), 'garbled'],
    ['are a page', async () => new Response('<html>'), 'garbled'],
  ])('that %s let nobody in', async (_, fetch, kind) => {
    const port = createGoogle({ clientId: CLIENT, jwksUrl: JWKS_URL, issuers: ISSUERS, fetch });
    await expect(port.verify(await token(), { nonce: NONCE, now: NOW })).rejects.toMatchObject({ kind });
  });
});

test('a sandbox is refused in production', () => {
  const jwksUrl = 'https://cinema.example/sandbox/google/oauth2/v3/certs';
  expect(() => createGoogle({ clientId: CLIENT, jwksUrl, issuers: ISSUERS, isProduction: true })).toThrow('sandbox');
});
