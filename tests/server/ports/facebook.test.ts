import { describe, expect, test } from 'vitest';
import { appSecretProof, createFacebook } from '#server/ports/social/facebook.ts';

const NOW = new Date(1767225700 * 1000);
const APP = {
  appId: '1000000000000001',
  appSecret: 'sandbox_fb_secret',
  graphUrl: 'https://graph.example.test/v25.0',
};
const TOKEN = 'SBXFBTOKEN';
const PROOF = '5980316ee25f3f45b45ba7d29ba12b7854e6e3097eb649333a9259789d7cd6d0';

// The documented replies.
const DATA = {
  app_id: '1000000000000001',
  type: 'USER',
  application: 'Films',
  data_access_expires_at: 1774915200,
  expires_at: 1767312000,
  is_valid: true,
  issued_at: 1767225600,
  scopes: ['email', 'public_profile'],
  user_id: '10000000000000001',
};
const ME = {
  id: '10000000000000001',
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
};
const EXPIRED = {
  error: {
    message: `Error validating access token: Session has expired on … ${TOKEN}`,
    type: 'OAuthException',
    code: 190,
    error_subcode: 463,
    fbtrace_id: 'SBX',
  },
};

function facebook({ debug = { data: DATA } as unknown, me = ME as unknown, status = 200 } = {}) {
  const requests: URL[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    const url = new URL(new Request(input).url);
    requests.push(url);
    return Response.json(url.pathname.endsWith('/debug_token') ? debug : me, { status });
  };
  return { ...createFacebook({ ...APP, fetch }), requests };
}
const verify = (answers: Parameters<typeof facebook>[0] = {}) =>
  facebook(answers).verifyToken(TOKEN, { now: NOW });

test('the app secret proof matches the documentation', () => {
  expect(appSecretProof(TOKEN, APP.appSecret)).toBe(PROOF);
});

test('requests the token data, then the person, with the app secret proof', async () => {
  const port = facebook();
  expect(await port.verifyToken(TOKEN, { now: NOW })).toEqual({
    subject: ME.id,
    email: ME.email,
    isEmailVerified: false,
    isEmailAuthoritative: false,
    firstName: 'Asha',
    lastName: 'Rao',
    tokenExpiresAt: new Date(DATA.expires_at * 1000),
  });
  const [debug, me] = port.requests;
  expect(debug!.pathname).toBe('/v25.0/debug_token');
  expect(Object.fromEntries(debug!.searchParams)).toEqual({
    input_token: TOKEN,
    access_token: '1000000000000001|sandbox_fb_secret',
  });
  expect(me!.pathname).toBe('/v25.0/me');
  expect(Object.fromEntries(me!.searchParams)).toEqual({
    fields: 'id,first_name,last_name,email',
    access_token: TOKEN,
    appsecret_proof: PROOF,
  });
});

test('a person may have no e-mail address, and a token no expiry', async () => {
  const { email: _, ...me } = ME;
  expect(await verify({ me, debug: { data: { ...DATA, expires_at: 0 } } })).toMatchObject({
    email: null,
    tokenExpiresAt: new Date(NOW.getTime() + 90 * 86_400_000),
  });
});

describe('an access token is rejected', () => {
  test.each([
    ['not valid', { debug: { data: { ...DATA, is_valid: false } } }],
    [
      'unknown',
      { debug: { data: { error: { code: 190, message: 'no' }, is_valid: false, scopes: [] } } },
    ],
    ['issued for another app', { debug: { data: { ...DATA, app_id: '2000000000000002' } } }],
    ['without an app', { debug: { data: { ...DATA, app_id: undefined } } }],
    ['of a page', { debug: { data: { ...DATA, type: 'PAGE' } } }],
    ['expired', { debug: { data: { ...DATA, expires_at: NOW.getTime() / 1000 } } }],
    ['without an expiry', { debug: { data: { ...DATA, expires_at: undefined } } }],
    ['of another person', { me: { ...ME, id: '10000000000000002' } }],
    ['refused by Facebook', { debug: EXPIRED, status: 400 }],
    ['refused by Facebook in the second call', { me: EXPIRED }],
  ])('%s', async (_, answers) => {
    const refusal = await verify(answers).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'ProviderError',
      kind: 'refused',
      code: expect.any(String),
    });
    expect(JSON.stringify(refusal) + String((refusal as Error).stack)).not.toContain(TOKEN);
  });
});

test.each([
  ['a broken gateway', { debug: '<html>', status: 502 }, 'unreachable'],
  ['too many calls', { debug: { error: { code: 4 } }, status: 400 }, 'unreachable'],
  [
    'a transient error',
    { debug: { error: { code: 999, is_transient: true } }, status: 400 },
    'unreachable',
  ],
  ['another document', { debug: { hello: 1 } }, 'garbled'],
])('%s does not reject the token', async (_, answers, kind) => {
  await expect(verify(answers)).rejects.toMatchObject({ kind });
});

test('a sandbox is rejected in production', () => {
  const graphUrl = 'https://cinema.example/sandbox/facebook/v25.0';
  expect(() => createFacebook({ ...APP, graphUrl, isProduction: true })).toThrow('sandbox');
});
