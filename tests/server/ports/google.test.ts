import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGoogle } from '#server/ports/social/google.ts';

// The claims that Google documents for an ID token, with invented values.
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
let otherKeys: typeof keys;
beforeAll(async () => {
  keys = await aKey('k1');
  otherKeys = await aKey('k2');
});

async function aKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
  };
}

const token = (claims: JWTPayload = {}, { kid = 'k1', signer = keys } = {}) =>
  new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(signer.privateKey);

/** Counts how often the keys are fetched. */
function google({
  cacheControl = 'public, max-age=600',
  published = () => [keys.jwk as object],
  status = 200,
} = {}) {
  const fetches = { times: 0 };
  const fetch = async () => {
    fetches.times += 1;
    return Response.json(
      { keys: published() },
      { status, headers: { 'cache-control': cacheControl } },
    );
  };
  return {
    ...createGoogle({ clientId: CLIENT, jwksUrl: JWKS_URL, issuers: ISSUERS, fetch }),
    fetches,
  };
}

const verify = async (
  given: string | Promise<string>,
  { nonce = NONCE, now = NOW, port = google() } = {},
) => port.verifyToken(await given, { nonce, now });

describe('a valid ID token', () => {
  test('identifies its person by the subject', async () => {
    expect(await verify(token())).toEqual({
      subject: '110000000000000000001',
      email: 'a@gmail.test',
      isEmailVerified: true,
      isEmailAuthoritative: false,
      firstName: 'A',
      lastName: 'B',
      tokenExpiresAt: new Date((1767229200 + 300) * 1000),
    });
  });

  test.each([
    ['a Gmail address', { email: 'a@gmail.com' }, true],
    ['an organisation’s mailbox', { hd: 'gmail.test' }, true],
    ['a mailbox elsewhere', {}, false],
    ['an unverified Gmail address', { email: 'a@gmail.com', email_verified: false }, false],
    ['no address', { email: undefined, hd: 'gmail.test' }, false],
  ])('is authoritative for %s: %o → %s', async (_, claims, isEmailAuthoritative) => {
    expect(await verify(token(claims))).toMatchObject({ isEmailAuthoritative });
  });

  test.each([
    ['with the short issuer', { iss: 'accounts.google.com' }],
    ['five minutes late', { exp: NOW.getTime() / 1000 - 299 }],
    ['five minutes early', { iat: NOW.getTime() / 1000 + 299, exp: NOW.getTime() / 1000 + 3600 }],
    ['for a whole day', { exp: CLAIMS.iat + 86_400 }],
  ])('is accepted %s', async (_, claims) => {
    await expect(verify(token(claims))).resolves.toMatchObject({ subject: CLAIMS.sub });
  });
});

describe('an ID token is rejected', () => {
  test.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => token({ iss: 'https://accounts.example.com' })],
    ['for another client', () => token({ aud: 'another.apps.googleusercontent.com' })],
    ['for several clients', () => token({ aud: [CLIENT, 'another.apps.googleusercontent.com'] })],
    ['after its expiry', () => token({ exp: NOW.getTime() / 1000 - 301 })],
    [
      'before its time',
      () => token({ iat: NOW.getTime() / 1000 + 301, exp: NOW.getTime() / 1000 + 3600 }),
    ],
    ['valid for more than a day', () => token({ exp: CLAIMS.iat + 86_401 })],
    ['without an expiry', () => token({ exp: undefined })],
    ['without an issue time', () => token({ iat: undefined })],
    ['without a subject', () => token({ sub: undefined })],
    ['with another nonce', () => token({ nonce: 'another' })],
    ['without a nonce', () => token({ nonce: undefined })],
    ['signed by another key with a known id', () => token({}, { signer: otherKeys })],
    ['signed by an unpublished key', () => token({}, { kid: 'k2', signer: otherKeys })],
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
      async () =>
        (await token()).replace(/\.([^.]+)\./, (_, body: string) => `.${body.slice(0, -2)}AA.`),
    ],
    ['that is no token', () => 'garbage'],
    ['that is empty', () => ''],
  ])('%s', async (_, make) => {
    const refusal = await verify(make()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'ProviderError',
      kind: 'refused',
      code: expect.any(String),
    });
    expect(JSON.stringify(refusal) + String((refusal as Error).stack)).not.toContain(
      'a@gmail.test',
    );
  });
});

describe('Google’s keys', () => {
  test('are fetched once while they may be cached, and once for concurrent calls', async () => {
    const port = google();
    await Promise.all([1, 2, 3].map(() => verify(token(), { port })));
    await verify(token(), { port, now: new Date(NOW.getTime() + 599_000) });
    expect(port.fetches.times).toBe(1);
    await verify(token(), { port, now: new Date(NOW.getTime() + 600_000) });
    expect(port.fetches.times).toBe(2);
  });

  test('are fetched each time if they must not be cached', async () => {
    const port = google({ cacheControl: 'no-store' });
    await verify(token(), { port });
    await verify(token(), { port });
    expect(port.fetches.times).toBe(2);
  });

  test('are fetched again for an unknown key, at most once a minute', async () => {
    const published = [keys.jwk as object];
    const port = google({ published: () => published });
    await verify(token(), { port });
    published.push(otherKeys.jwk);
    const newToken = () => token({}, { kid: 'k2', signer: otherKeys });
    await expect(
      verify(newToken(), { port, now: new Date(NOW.getTime() + 59_000) }),
    ).rejects.toThrow('refused');
    expect(port.fetches.times).toBe(1);
    await verify(newToken(), { port, now: new Date(NOW.getTime() + 60_000) });
    expect(port.fetches.times).toBe(2);
  });

  test.each([
    ['are unreachable', async () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
    [
      'are an error response',
      async () => Response.json({ error: 'backend' }, { status: 500 }),
      'garbled',
    ],
    ['are an empty list', async () => Response.json({ keys: [] }), 'garbled'],
    ['are an HTML page', async () => new Response('<html>'), 'garbled'],
  ])('that %s reject the sign-in', async (_, fetch, kind) => {
    const port = createGoogle({ clientId: CLIENT, jwksUrl: JWKS_URL, issuers: ISSUERS, fetch });
    await expect(port.verifyToken(await token(), { nonce: NONCE, now: NOW })).rejects.toMatchObject(
      { kind },
    );
  });
});

test('a sandbox is rejected in production', () => {
  const jwksUrl = 'https://cinema.example/sandbox/google/oauth2/v3/certs';
  expect(() =>
    createGoogle({ clientId: CLIENT, jwksUrl, issuers: ISSUERS, isProduction: true }),
  ).toThrow('sandbox');
});
