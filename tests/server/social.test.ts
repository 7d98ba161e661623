import { eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { FACEBOOK_FAULTS } from '#sandbox/facebook/tokens.ts';
import { GOOGLE_FAULTS } from '#sandbox/google/id-token.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { deleteExpiredRows } from '#server/db/delete-expired-rows.ts';
import { socialAccounts, users } from '#server/db/schema/accounts.ts';
import { usedSocialTokens } from '#server/db/schema/session.ts';
import { openServer } from '#server/server.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
});
beforeEach(async () => {
  await server.scriptSandbox({ provider: 'google', action: 'reset' });
  await server.scriptSandbox({ provider: 'facebook', action: 'reset' });
});

/** A new person at Google. */
const aGooglePerson = (claims: object = {}) => ({
  sub: `11000000000000000${++count + 1000}`,
  given_name: 'Nila',
  family_name: 'Das',
  email: `nila${count}@example.com`,
  email_verified: true,
  hd: 'example.com',
  ...claims,
});
const aFacebookPerson = (profile: object = {}) => ({
  id: `1000000000000${++count + 1000}`,
  first_name: 'Mani',
  last_name: 'Das',
  email: `mani${count}@example.com`,
  ...profile,
});

interface Attempt {
  username?: string;
  firstName?: string;
  fault?: string;
  headers?: Record<string, string>;
}

/** Returns the nonce and its cookie, as a browser has them before Google's popup. */
async function aBrowser() {
  const { json, headers } = await server.get('/api/auth/social/nonce');
  return {
    nonce: json.nonce as string,
    cookie: headers.get('set-cookie')!.split(';')[0]!,
    headers,
  };
}

const googleToken = async (nonce: string | undefined, person: object, fault?: string) =>
  (
    await server.post('/sandbox/google/token', {
      body: { client_id: SANDBOX_CREDENTIALS.google.clientId, nonce, person, fault },
    })
  ).json.credential as string;
const facebookToken = async (person: object, fault?: string) =>
  (
    await server.post('/sandbox/facebook/token', {
      body: { app_id: SANDBOX_CREDENTIALS.facebook.appId, person, fault },
    })
  ).json.accessToken as string;

const send = (
  loginSource: string,
  password: string,
  { username = '', firstName = '', headers = {} }: Attempt = {},
) =>
  server.post('/api/auth/users/socialLogin', {
    body: { username, password, firstName, loginSource },
    headers,
  });

async function byGoogle(person: object, { fault, headers, ...hints }: Attempt = {}) {
  const { nonce, cookie } = await aBrowser();
  return send('Google', await googleToken(nonce, person, fault), {
    ...hints,
    headers: { cookie, ...headers },
  });
}
const byFacebook = async (person: object, { fault, ...hints }: Attempt = {}) =>
  send('Facebook', await facebookToken(person, fault), hints);

const profileOf = async (token: string) =>
  (await server.get('/api/auth/myprofile', { token })).json.data;
const rowOf = async (userId: number) =>
  (await server.database.db.select().from(users).where(eq(users.userId, userId)))[0]!;
const REFUSED = { status: 401, json: { code: 'credentials_invalid', message: text.loginFailed } };
const SIGNED_IN = {
  status: 200,
  json: { token: expect.any(String), refreshtoken: expect.any(String), userId: expect.any(Number) },
};

describe('the providers', () => {
  test('are listed with only the data that a browser needs', async () => {
    expect((await server.get('/api/auth/social/providers')).json).toEqual({
      google: {
        clientId: 'sbx.apps.googleusercontent.com',
        scriptUrl: 'http://server.test/sandbox/google/gsi/client',
      },
      facebook: {
        appId: '1000000000000001',
        scriptUrl: 'http://server.test/sandbox/facebook/en_US/sdk.js',
        version: 'v25.0',
      },
    });
  });

  test('are disabled without keys, and the server logs this at its start', async () => {
    const lines: string[] = [];
    const config = readConfig(
      {
        NODE_ENV: 'production',
        DATABASE_URL: 'memory:',
        ORIGIN: 'https://cinema.example',
        TOKEN_SECRET: '9f2c41d07be85a63',
        OTP_PEPPER: 'kP3vN8xQz1LwR5tY',
      },
      () => ({ tokenSecret: '', otpPepper: '' }),
    );
    const jobs = {
      enqueue: () => undefined,
      start: async () => undefined,
      stop: async () => undefined,
    };
    const opened = await openServer(config, {
      jobs,
      database: { ...server.database, close: async () => undefined },
      log: pino({}, { write: (line: string) => void lines.push(line) }),
    });
    const reply = await opened.app.request('/api/auth/social/providers');
    expect(await reply.json()).toEqual({ google: null, facebook: null });
    const body = JSON.stringify({ password: 'a token', loginSource: 'Facebook' });
    expect(
      (
        await opened.app.request('/api/auth/users/socialLogin', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
        })
      ).status,
    ).toBe(503);
    await opened.close();
    expect(lines.join('')).toContain('Google sign-in is disabled: set GOOGLE_CLIENT_ID');
    expect(lines.join('')).toContain('Facebook sign-in is disabled: set FACEBOOK_APP_ID');
  });
});

describe('the nonce', () => {
  test('comes with an HttpOnly SameSite cookie and is not cached', async () => {
    const { nonce, headers } = await aBrowser();
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(headers.get('set-cookie')).toMatch(
      /^sl_n=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get('set-cookie')).not.toContain(nonce);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is the same in two tabs, different in another browser, and ends with the sign-in', async () => {
    const { nonce, cookie } = await aBrowser();
    expect((await server.get('/api/auth/social/nonce', { headers: { cookie } })).json.nonce).toBe(
      nonce,
    );
    expect((await aBrowser()).nonce).not.toBe(nonce);
    const reply = await send('Google', await googleToken(nonce, aGooglePerson()), {
      headers: { cookie },
    });
    expect(reply.headers.get('set-cookie')).toMatch(/^sl_n=; Max-Age=0; Path=\//);
  });

  test('is replaced if the cookie is invalid', async () => {
    const { headers } = await server.get('/api/auth/social/nonce', {
      headers: { cookie: 'sl_n=mine' },
    });
    expect(headers.get('set-cookie')).not.toContain('sl_n=mine');
  });
});

describe.each([
  { name: 'Google', signIn: byGoogle, aPerson: aGooglePerson },
  { name: 'Facebook', signIn: byFacebook, aPerson: aFacebookPerson },
])('by $name', ({ signIn, aPerson }) => {
  test('a new person gets an account and returns to it', async () => {
    const person = aPerson();
    const first = await signIn(person);
    expect(first).toMatchObject({ ...SIGNED_IN, json: { ...SIGNED_IN.json, firstLogin: true } });
    expect(await profileOf(first.json.token)).toMatchObject({
      firstName: expect.stringMatching(/^(Nila|Mani)$/),
      lastName: 'Das',
      emailId: expect.stringContaining('@example.com'),
      mobile: null,
      roles: [],
      hasPassword: false,
    });
    await server.put('/api/auth/users/updatefirstlogin', { token: first.json.token, body: {} });
    expect((await signIn(person)).json).toMatchObject({
      userId: first.json.userId,
      firstLogin: false,
    });
  });

  test('a person is found by the provider’s id, also after a change of address', async () => {
    const person = aPerson();
    const first = await signIn(person);
    const moved = await signIn({ ...person, email: `moved${++count}@example.com` });
    expect(moved.json.userId).toBe(first.json.userId);
    const { email: _, ...withoutEmail } = person;
    expect((await signIn(withoutEmail)).json.userId).toBe(first.json.userId);
    const stranger = await signIn({ ...aPerson(), email: person.email.replace('@', '+x@') });
    expect(stranger.json.userId).not.toBe(first.json.userId);
  });

  test('ten concurrent first sign-ins create one account', async () => {
    const person = aPerson();
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(person)));
    expect(new Set(replies.map(({ json }) => json.userId)).size).toBe(1);
  });

  test('the refresh token works like any other', async () => {
    const { json } = await signIn(aPerson());
    const renewed = await server.post('/api/auth/users/generatetoken', {
      body: { refreshToken: json.refreshtoken },
    });
    expect(renewed.status).toBe(200);
  });
});

describe('by Google, the server refuses', () => {
  test.each(GOOGLE_FAULTS.filter((fault) => fault !== 'replay'))('%s', async (fault) => {
    const person = aGooglePerson();
    expect(await byGoogle(person, { fault })).toMatchObject(REFUSED);
    await expect(
      server.database.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.subject, person.sub)),
    ).resolves.toEqual([]);
  });

  test('a token that was used before', async () => {
    const { nonce, cookie } = await aBrowser();
    const credential = await googleToken(nonce, aGooglePerson());
    expect(await send('Google', credential, { headers: { cookie } })).toMatchObject(SIGNED_IN);
    expect(await send('Google', credential, { headers: { cookie } })).toMatchObject(REFUSED);
    const racing = await googleToken(nonce, aGooglePerson());
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => send('Google', racing, { headers: { cookie } })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  test('a token of another browser', async () => {
    const { nonce } = await aBrowser();
    const other = await aBrowser();
    expect(await send('Google', await googleToken(nonce, aGooglePerson()))).toMatchObject(REFUSED);
    expect(
      await send('Google', await googleToken(nonce, aGooglePerson()), {
        headers: { cookie: other.cookie },
      }),
    ).toMatchObject(REFUSED);
    expect(
      await send('Google', await googleToken(undefined, aGooglePerson()), {
        headers: { cookie: other.cookie },
      }),
    ).toMatchObject(REFUSED);
  });

  test('an expired token, with a tolerance of five minutes', async () => {
    const { nonce, cookie } = await aBrowser();
    const [early, late] = [
      await googleToken(nonce, aGooglePerson()),
      await googleToken(nonce, aGooglePerson()),
    ];
    const before = clock.now();
    clock.advance(64 * MINUTE);
    expect(await send('Google', early, { headers: { cookie } })).toMatchObject(SIGNED_IN);
    clock.advance(2 * MINUTE);
    expect(await send('Google', late, { headers: { cookie } })).toMatchObject(REFUSED);
    clock.set(before);
  });

  test('a username with another address than the token’s', async () => {
    const person = aGooglePerson();
    expect(await byGoogle(person, { username: 'somebody@example.com' })).toMatchObject(REFUSED);
    expect(await byGoogle(person, { username: person.email.toUpperCase() })).toMatchObject(
      SIGNED_IN,
    );
    expect(await byGoogle(person, { username: person.sub })).toMatchObject(SIGNED_IN);
  });

  test('a Facebook token, and by Facebook a Google token', async () => {
    const { nonce, cookie } = await aBrowser();
    expect(
      await send('Google', await facebookToken(aFacebookPerson()), { headers: { cookie } }),
    ).toMatchObject(REFUSED);
    expect(await send('Facebook', await googleToken(nonce, aGooglePerson()))).toMatchObject(
      REFUSED,
    );
  });

  test('no token as invalid while Google’s keys are unreachable: the reply is 503', async () => {
    await server.scriptSandbox({ provider: 'google', keys: 'error_500' });
    clock.advance(4 * HOUR);
    expect(await byGoogle(aGooglePerson())).toMatchObject({
      status: 503,
      json: { code: 'provider_unavailable' },
    });
    await server.scriptSandbox({ provider: 'google', keys: 'ok' });
    expect(await byGoogle(aGooglePerson())).toMatchObject(SIGNED_IN);
  });

  test('no token that is signed with a new key, one minute after the keys changed', async () => {
    await byGoogle(aGooglePerson());
    await server.scriptSandbox({ provider: 'google', keys: 'rotate' });
    clock.advance(MINUTE);
    expect(await byGoogle(aGooglePerson())).toMatchObject(SIGNED_IN);
  });
});

describe('by Facebook, the server refuses', () => {
  test.each(FACEBOOK_FAULTS.filter((fault) => fault !== 'replay' && fault !== 'never_expires'))(
    '%s',
    async (fault) => {
      expect(await byFacebook(aFacebookPerson(), { fault })).toMatchObject(REFUSED);
    },
  );

  test('a token that was used before, even one that never expires', async () => {
    const person = aFacebookPerson();
    expect(await byFacebook(person, { fault: 'never_expires' })).toMatchObject(SIGNED_IN);
    expect(await byFacebook(person, { fault: 'replay' })).toMatchObject(REFUSED);
  });

  test('no token as invalid while Facebook is unreachable: the reply is 503', async () => {
    await server.scriptSandbox({ provider: 'facebook', graph: 'error_500' });
    expect(await byFacebook(aFacebookPerson())).toMatchObject({
      status: 503,
      json: { code: 'provider_unavailable' },
    });
  });
});

describe('an account is linked', () => {
  const anAccount = (given: object = {}) =>
    server.aViewer({
      emailId: `Member${++count}@example.com`,
      emailVerifiedAt: clock.now(),
      ...given,
    });

  test('by an address that it has verified, if the provider runs the mailbox', async () => {
    const member = await anAccount({ firstName: 'Meena', firstLogin: false });
    const { json } = await byGoogle(aGooglePerson({ email: member.emailId!.toLowerCase() }));
    expect(json).toMatchObject({ userId: member.userId, firstLogin: false });
    expect(await rowOf(member.userId)).toMatchObject({ firstName: 'Meena', mobile: member.mobile });
  });

  test.each([
    ['the account has not verified the address', { emailVerifiedAt: null }, {}],
    ['Google has not verified it', {}, { email_verified: false }],
    ['Google does not run the mailbox', {}, { hd: undefined }],
  ])('not when %s', async (_, given, claims) => {
    const member = await anAccount(given);
    const { json } = await byGoogle(aGooglePerson({ email: member.emailId, ...claims }));
    expect(json.userId).not.toBe(member.userId);
    expect((await profileOf(json.token)).emailId).toBe(member.emailId);
  });

  test('never by an address from Facebook', async () => {
    const member = await anAccount();
    const { json } = await byFacebook(aFacebookPerson({ email: member.emailId }));
    expect(json.userId).not.toBe(member.userId);
    expect(await rowOf(json.userId)).toMatchObject({
      emailId: member.emailId,
      emailVerifiedAt: null,
    });
  });

  test('to several social accounts, each of which signs in to it', async () => {
    const email = `gmail${++count}@gmail.com`;
    const [first, second] = [
      aGooglePerson({ email, hd: undefined }),
      aGooglePerson({ email, hd: undefined }),
    ];
    const { userId } = (await byGoogle(first)).json;
    expect((await byGoogle(second)).json.userId).toBe(userId);
    expect((await byGoogle(first)).json.userId).toBe(userId);
    expect(await rowOf(userId)).toMatchObject({ emailVerifiedAt: clock.now() });
  });

  test('until it is erased with its social sign-ins', async () => {
    const person = aGooglePerson();
    const { json } = await byGoogle(person);
    await server.database.db.delete(users).where(eq(users.userId, json.userId));
    expect((await byGoogle(person)).json).toMatchObject({ firstLogin: true });
  });
});

test('the first name comes from the provider, or from the browser if the provider gives none', async () => {
  const named = await byGoogle(aGooglePerson(), { firstName: 'Somebody' });
  expect(await profileOf(named.json.token)).toMatchObject({ firstName: 'Nila' });
  const unnamed = await byGoogle(aGooglePerson({ given_name: undefined, family_name: undefined }), {
    firstName: 'Somebody',
  });
  expect(await profileOf(unnamed.json.token)).toMatchObject({
    firstName: 'Somebody',
    lastName: null,
  });
});

describe('a page of another site', () => {
  test.each([
    ['sends its origin', { origin: 'https://evil.example' }],
    ['hides its origin', { origin: 'null' }],
    ['is marked by the browser', { 'sec-fetch-site': 'cross-site' }],
    ['is on the same site', { 'sec-fetch-site': 'same-site', origin: 'http://other.server.test' }],
  ])('that %s cannot sign in', async (_, headers) => {
    expect(
      await send('Facebook', await facebookToken(aFacebookPerson()), { headers }),
    ).toMatchObject(REFUSED);
    expect(await byGoogle(aGooglePerson(), { headers })).toMatchObject(REFUSED);
  });

  test.each([
    ['a page of this site', { origin: 'http://server.test', 'sec-fetch-site': 'same-origin' }],
    ['a page of this site in an older browser', { origin: 'http://server.test' }],
    [
      'a page of this site, with the service on another host',
      { origin: 'http://server.test', 'sec-fetch-site': 'cross-site' },
    ],
    ['a program', {}],
  ])('is not %s', async (_, headers) => {
    expect(
      await send('Facebook', await facebookToken(aFacebookPerson()), { headers }),
    ).toMatchObject(SIGNED_IN);
  });
});

describe('the request', () => {
  test('may be 8 kB long', async () => {
    expect(await send('Facebook', 'x'.repeat(7900))).toMatchObject(REFUSED);
    expect(await send('Facebook', 'x'.repeat(8001))).toMatchObject({ status: 422 });
    expect(await send('Facebook', 'x'.repeat(8193))).toMatchObject({
      status: 413,
      json: { code: 'body_too_large' },
    });
  });

  test('must name one of the two providers', async () => {
    expect(await send('Twitter', 'x')).toMatchObject({
      status: 422,
      json: { code: 'validation_failed' },
    });
  });

  test('is limited per IP address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 65 }, () =>
        server.post('/api/auth/users/socialLogin', {
          body: { password: 'x', loginSource: 'Google' },
          headers: { 'X-Forwarded-For': '203.0.113.9' },
        }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

test('a used token is stored as a hash until it expires', async () => {
  const { nonce, cookie } = await aBrowser();
  const credential = await googleToken(nonce, aGooglePerson());
  await send('Google', credential, { headers: { cookie } });
  const rows = () => server.database.db.select().from(usedSocialTokens);
  expect(JSON.stringify(await rows())).not.toContain(credential.slice(-40));
  await deleteExpiredRows(server.database.db, clock.now());
  const countBefore = (await rows()).length;
  expect(countBefore).toBeGreaterThan(0);
  await deleteExpiredRows(server.database.db, new Date(clock.now().getTime() + 100 * DAY));
  expect(await rows()).toEqual([]);
});

test('no log line holds a token, an address or a name', async () => {
  const lines: string[] = [];
  const { log } = server.deps;
  server.deps.log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const { nonce, cookie } = await aBrowser();
  const good = await googleToken(nonce, aGooglePerson());
  const bad = await googleToken(nonce, aGooglePerson(), 'wrong_key');
  const facebook = await facebookToken(aFacebookPerson(), 'expired');
  await send('Google', good, { headers: { cookie } });
  await send('Google', bad, { headers: { cookie } });
  await send('Facebook', facebook);
  await server.scriptSandbox({ provider: 'facebook', graph: 'error_500' });
  await send('Facebook', facebook);
  server.deps.log = log;
  const logText = lines.join('');
  expect(logText).toContain('a social sign-in was refused');
  expect(logText).toContain('a social provider could not be reached');
  for (const secret of [good, bad, facebook, nonce, cookie.slice(5), '@example.com', 'Nila'])
    expect(logText).not.toContain(secret);
});
