import { eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { FACEBOOK_FAULTS } from '#sandbox/facebook/tokens.ts';
import { GOOGLE_FAULTS } from '#sandbox/google/id-token.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { dropExpired } from '#server/db/expired.ts';
import { socialAccounts, users } from '#server/db/schema/accounts.ts';
import { usedSocialTokens } from '#server/db/schema/session.ts';
import { openHouse } from '#server/house.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';

const clock = aClock();
let house: TestHouse;
let count = 0;

beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
});
beforeEach(async () => {
  await house.script({ provider: 'google', action: 'reset' });
  await house.script({ provider: 'facebook', action: 'reset' });
});

/** A person at Google of whom nobody has heard. */
const aGoogler = (claims: object = {}) => ({
  sub: `11000000000000000${++count + 1000}`,
  given_name: 'Nila',
  family_name: 'Das',
  email: `nila${count}@example.com`,
  email_verified: true,
  hd: 'example.com',
  ...claims,
});
const aFacebooker = (profile: object = {}) => ({
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

/** What a browser has before Google's popup: the nonce, and the cookie. */
async function aBrowser() {
  const { json, headers } = await house.get('/api/auth/social/nonce');
  return { nonce: json.nonce as string, cookie: headers.get('set-cookie')!.split(';')[0]!, headers };
}

const googleToken = async (nonce: string | undefined, person: object, fault?: string) =>
  (
    await house.post('/sandbox/google/token', {
      body: { client_id: SANDBOX_CREDENTIALS.google.clientId, nonce, person, fault },
    })
  ).json.credential as string;
const facebookToken = async (person: object, fault?: string) =>
  (
    await house.post('/sandbox/facebook/token', {
      body: { app_id: SANDBOX_CREDENTIALS.facebook.appId, person, fault },
    })
  ).json.accessToken as string;

const send = (loginSource: string, password: string, { username = '', firstName = '', headers = {} }: Attempt = {}) =>
  house.post('/api/auth/users/socialLogin', { body: { username, password, firstName, loginSource }, headers });

async function byGoogle(person: object, { fault, headers, ...hints }: Attempt = {}) {
  const { nonce, cookie } = await aBrowser();
  return send('Google', await googleToken(nonce, person, fault), { ...hints, headers: { cookie, ...headers } });
}
const byFacebook = async (person: object, { fault, ...hints }: Attempt = {}) =>
  send('Facebook', await facebookToken(person, fault), hints);

const profileOf = async (token: string) => (await house.get('/api/auth/myprofile', { token })).json.data;
const rowOf = async (userId: number) =>
  (await house.database.db.select().from(users).where(eq(users.userId, userId)))[0]!;
const REFUSED = { status: 401, json: { code: 'credentials_invalid', message: text.loginFailed } };
const SIGNED_IN = {
  status: 200,
  json: { token: expect.any(String), refreshtoken: expect.any(String), userId: expect.any(Number) },
};

describe('the providers', () => {
  test('are told to the browser with what it needs and nothing more', async () => {
    expect((await house.get('/api/auth/social/providers')).json).toEqual({
      google: {
        clientId: 'sbx.apps.googleusercontent.com',
        scriptUrl: 'http://house.test/sandbox/google/gsi/client',
      },
      facebook: {
        appId: '1000000000000001',
        scriptUrl: 'http://house.test/sandbox/facebook/en_US/sdk.js',
        version: 'v25.0',
      },
    });
  });

  test('are not offered without keys, and the server says so at its start', async () => {
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
    const jobs = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };
    const opened = await openHouse(config, { jobs, log: pino({}, { write: (line: string) => void lines.push(line) }) });
    const reply = await opened.app.request('/api/auth/social/providers');
    expect(await reply.json()).toEqual({ google: null, facebook: null });
    const body = JSON.stringify({ password: 'a token', loginSource: 'Facebook' });
    expect((await opened.app.request('/api/auth/users/socialLogin', { method: 'POST', body })).status).toBe(503);
    await opened.close();
    expect(lines.join('')).toContain('Google sign-in is off');
    expect(lines.join('')).toContain('Facebook sign-in is off');
  });
});

describe('the nonce', () => {
  test('comes with a cookie that no script reads and no other site sends; it is not kept by caches', async () => {
    const { nonce, headers } = await aBrowser();
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(headers.get('set-cookie')).toMatch(/^sl_n=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(headers.get('set-cookie')).not.toContain(nonce);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is the same in two tabs of a browser, another one in another browser, and ends with the sign-in', async () => {
    const { nonce, cookie } = await aBrowser();
    expect((await house.get('/api/auth/social/nonce', { headers: { cookie } })).json.nonce).toBe(nonce);
    expect((await aBrowser()).nonce).not.toBe(nonce);
    const reply = await send('Google', await googleToken(nonce, aGoogler()), { headers: { cookie } });
    expect(reply.headers.get('set-cookie')).toMatch(/^sl_n=; Max-Age=0; Path=\//);
  });

  test('is made anew where the cookie is no secret of ours', async () => {
    const { headers } = await house.get('/api/auth/social/nonce', { headers: { cookie: 'sl_n=mine' } });
    expect(headers.get('set-cookie')).not.toContain('sl_n=mine');
  });
});

describe.each([
  { name: 'Google', enter: byGoogle, aPerson: aGoogler },
  { name: 'Facebook', enter: byFacebook, aPerson: aFacebooker },
])('by $name', ({ enter, aPerson }) => {
  test('a new person gets an account, and comes back to it', async () => {
    const person = aPerson();
    const first = await enter(person);
    expect(first).toMatchObject({ ...SIGNED_IN, json: { ...SIGNED_IN.json, firstLogin: true } });
    expect(await profileOf(first.json.token)).toMatchObject({
      firstName: expect.stringMatching(/^(Nila|Mani)$/),
      lastName: 'Das',
      emailId: expect.stringContaining('@example.com'),
      mobile: null,
      roles: [],
      hasPassword: false,
    });
    await house.put('/api/auth/users/updatefirstlogin', { token: first.json.token, body: {} });
    expect((await enter(person)).json).toMatchObject({ userId: first.json.userId, firstLogin: false });
  });

  test('a person is known by the provider’s id, whatever the address becomes', async () => {
    const person = aPerson();
    const first = await enter(person);
    const moved = await enter({ ...person, email: `moved${++count}@example.com` });
    expect(moved.json.userId).toBe(first.json.userId);
    const { email: _, ...withoutEmail } = person;
    expect((await enter(withoutEmail)).json.userId).toBe(first.json.userId);
    const stranger = await enter({ ...aPerson(), email: person.email.replace('@', '+x@') });
    expect(stranger.json.userId).not.toBe(first.json.userId);
  });

  test('ten first sign-ins at once make one account', async () => {
    const person = aPerson();
    const replies = await Promise.all(Array.from({ length: 10 }, () => enter(person)));
    expect(new Set(replies.map(({ json }) => json.userId)).size).toBe(1);
  });

  test('the refresh token is one as any other', async () => {
    const { json } = await enter(aPerson());
    const renewed = await house.post('/api/auth/users/generatetoken', { body: { refreshToken: json.refreshtoken } });
    expect(renewed.status).toBe(200);
  });
});

describe('Google refuses', () => {
  test.each(GOOGLE_FAULTS.filter((fault) => fault !== 'replay'))('%s', async (fault) => {
    const person = aGoogler();
    expect(await byGoogle(person, { fault })).toMatchObject(REFUSED);
    await expect(
      house.database.db.select().from(socialAccounts).where(eq(socialAccounts.subject, person.sub)),
    ).resolves.toEqual([]);
  });

  test('a token that has signed somebody in', async () => {
    const { nonce, cookie } = await aBrowser();
    const credential = await googleToken(nonce, aGoogler());
    expect(await send('Google', credential, { headers: { cookie } })).toMatchObject(SIGNED_IN);
    expect(await send('Google', credential, { headers: { cookie } })).toMatchObject(REFUSED);
    const racing = await googleToken(nonce, aGoogler());
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('Google', racing, { headers: { cookie } })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  test('a token without the browser that asked for it', async () => {
    const { nonce } = await aBrowser();
    const other = await aBrowser();
    expect(await send('Google', await googleToken(nonce, aGoogler()))).toMatchObject(REFUSED);
    expect(
      await send('Google', await googleToken(nonce, aGoogler()), { headers: { cookie: other.cookie } }),
    ).toMatchObject(REFUSED);
    expect(
      await send('Google', await googleToken(undefined, aGoogler()), { headers: { cookie: other.cookie } }),
    ).toMatchObject(REFUSED);
  });

  test('a token whose time is over, by a clock that may be five minutes wrong', async () => {
    const { nonce, cookie } = await aBrowser();
    const [early, late] = [await googleToken(nonce, aGoogler()), await googleToken(nonce, aGoogler())];
    const before = clock.now();
    clock.advance(64 * MINUTE);
    expect(await send('Google', early, { headers: { cookie } })).toMatchObject(SIGNED_IN);
    clock.advance(2 * MINUTE);
    expect(await send('Google', late, { headers: { cookie } })).toMatchObject(REFUSED);
    clock.set(before);
  });

  test('a username that is another mailbox than the token’s', async () => {
    const person = aGoogler();
    expect(await byGoogle(person, { username: 'somebody@example.com' })).toMatchObject(REFUSED);
    expect(await byGoogle(person, { username: person.email.toUpperCase() })).toMatchObject(SIGNED_IN);
    expect(await byGoogle(person, { username: person.sub })).toMatchObject(SIGNED_IN);
  });

  test('a Facebook token, and Facebook an ID token', async () => {
    const { nonce, cookie } = await aBrowser();
    expect(await send('Google', await facebookToken(aFacebooker()), { headers: { cookie } })).toMatchObject(REFUSED);
    expect(await send('Facebook', await googleToken(nonce, aGoogler()))).toMatchObject(REFUSED);
  });

  test('nobody while its keys are away: that is said as what it is', async () => {
    await house.script({ provider: 'google', keys: 'error_500' });
    clock.advance(4 * HOUR);
    expect(await byGoogle(aGoogler())).toMatchObject({ status: 503, json: { code: 'provider_unavailable' } });
    await house.script({ provider: 'google', keys: 'ok' });
    expect(await byGoogle(aGoogler())).toMatchObject(SIGNED_IN);
  });

  test('not a key that is new since a minute', async () => {
    await byGoogle(aGoogler());
    await house.script({ provider: 'google', keys: 'rotate' });
    clock.advance(MINUTE);
    expect(await byGoogle(aGoogler())).toMatchObject(SIGNED_IN);
  });
});

describe('Facebook refuses', () => {
  test.each(FACEBOOK_FAULTS.filter((fault) => fault !== 'replay' && fault !== 'never_expires'))('%s', async (fault) => {
    expect(await byFacebook(aFacebooker(), { fault })).toMatchObject(REFUSED);
  });

  test('a token that has signed somebody in, also one that never expires', async () => {
    const person = aFacebooker();
    expect(await byFacebook(person, { fault: 'never_expires' })).toMatchObject(SIGNED_IN);
    expect(await byFacebook(person, { fault: 'replay' })).toMatchObject(REFUSED);
  });

  test('nobody while it is away', async () => {
    await house.script({ provider: 'facebook', graph: 'error_500' });
    expect(await byFacebook(aFacebooker())).toMatchObject({ status: 503, json: { code: 'provider_unavailable' } });
  });
});

describe('an account is linked', () => {
  const aMember = (given: object = {}) =>
    house.aViewer({ emailId: `Member${++count}@example.com`, emailVerifiedAt: clock.now(), ...given });

  test('by an address that it has proved, on the word of who runs the mailbox', async () => {
    const member = await aMember({ firstName: 'Meena', firstLogin: false });
    const { json } = await byGoogle(aGoogler({ email: member.emailId!.toLowerCase() }));
    expect(json).toMatchObject({ userId: member.userId, firstLogin: false });
    expect(await rowOf(member.userId)).toMatchObject({ firstName: 'Meena', mobile: member.mobile });
  });

  test.each([
    ['the account has not proved the address', { emailVerifiedAt: null }, {}],
    ['Google has not verified it', {}, { email_verified: false }],
    ['Google does not run the mailbox', {}, { hd: undefined }],
  ])('not when %s', async (_, given, claims) => {
    const member = await aMember(given);
    const { json } = await byGoogle(aGoogler({ email: member.emailId, ...claims }));
    expect(json.userId).not.toBe(member.userId);
    expect((await profileOf(json.token)).emailId).toBe(member.emailId);
  });

  test('never on Facebook’s word', async () => {
    const member = await aMember();
    const { json } = await byFacebook(aFacebooker({ email: member.emailId }));
    expect(json.userId).not.toBe(member.userId);
    expect(await rowOf(json.userId)).toMatchObject({ emailId: member.emailId, emailVerifiedAt: null });
  });

  test('to several persons of providers, each of whom comes back to it', async () => {
    const email = `gmail${++count}@gmail.com`;
    const [first, second] = [aGoogler({ email, hd: undefined }), aGoogler({ email, hd: undefined })];
    const { userId } = (await byGoogle(first)).json;
    expect((await byGoogle(second)).json.userId).toBe(userId);
    expect((await byGoogle(first)).json.userId).toBe(userId);
    expect(await rowOf(userId)).toMatchObject({ emailVerifiedAt: clock.now() });
  });

  test('and goes with its social sign-ins when it is erased', async () => {
    const person = aGoogler();
    const { json } = await byGoogle(person);
    await house.database.db.delete(users).where(eq(users.userId, json.userId));
    expect((await byGoogle(person)).json).toMatchObject({ firstLogin: true });
  });
});

test('the first name is the provider’s; the browser’s is taken where the provider gives none', async () => {
  const named = await byGoogle(aGoogler(), { firstName: 'Somebody' });
  expect(await profileOf(named.json.token)).toMatchObject({ firstName: 'Nila' });
  const unnamed = await byGoogle(aGoogler({ given_name: undefined, family_name: undefined }), {
    firstName: 'Somebody',
  });
  expect(await profileOf(unnamed.json.token)).toMatchObject({ firstName: 'Somebody', lastName: null });
});

describe('a page of another site', () => {
  test.each([
    ['names itself', { origin: 'https://evil.example' }],
    ['hides its name', { origin: 'null' }],
    ['is told by the browser', { 'sec-fetch-site': 'cross-site' }],
    ['is a neighbour', { 'sec-fetch-site': 'same-site', origin: 'http://other.house.test' }],
  ])('that %s signs nobody in', async (_, headers) => {
    expect(await send('Facebook', await facebookToken(aFacebooker()), { headers })).toMatchObject(REFUSED);
    expect(await byGoogle(aGoogler(), { headers })).toMatchObject(REFUSED);
  });

  test.each([
    ['our own page', { origin: 'http://house.test', 'sec-fetch-site': 'same-origin' }],
    ['our own page in an older browser', { origin: 'http://house.test' }],
    ['our own page, the service on another host', { origin: 'http://house.test', 'sec-fetch-site': 'cross-site' }],
    ['a program', {}],
  ])('is not %s', async (_, headers) => {
    expect(await send('Facebook', await facebookToken(aFacebooker()), { headers })).toMatchObject(SIGNED_IN);
  });
});

describe('what is sent', () => {
  test('may be 8 kB long', async () => {
    expect(await send('Facebook', 'x'.repeat(7900))).toMatchObject(REFUSED);
    expect(await send('Facebook', 'x'.repeat(8001))).toMatchObject({ status: 422 });
    expect(await send('Facebook', 'x'.repeat(8193))).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
  });

  test('names one of the two', async () => {
    expect(await send('Twitter', 'x')).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
  });

  test('is counted by its address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 65 }, () =>
        house.post('/api/auth/users/socialLogin', {
          body: { password: 'x', loginSource: 'Google' },
          headers: { 'X-Forwarded-For': '203.0.113.9' },
        }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

test('a token is kept as a hash, until it would be refused for its age', async () => {
  const { nonce, cookie } = await aBrowser();
  const credential = await googleToken(nonce, aGoogler());
  await send('Google', credential, { headers: { cookie } });
  const rows = () => house.database.db.select().from(usedSocialTokens);
  expect(JSON.stringify(await rows())).not.toContain(credential.slice(-40));
  await dropExpired(house.database.db, clock.now());
  const kept = (await rows()).length;
  expect(kept).toBeGreaterThan(0);
  await dropExpired(house.database.db, new Date(clock.now().getTime() + 100 * DAY));
  expect(await rows()).toEqual([]);
});

test('no log line holds a token, an address or a name', async () => {
  const lines: string[] = [];
  const { log } = house.deps;
  house.deps.log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const { nonce, cookie } = await aBrowser();
  const good = await googleToken(nonce, aGoogler());
  const bad = await googleToken(nonce, aGoogler(), 'wrong_key');
  const facebook = await facebookToken(aFacebooker(), 'expired');
  await send('Google', good, { headers: { cookie } });
  await send('Google', bad, { headers: { cookie } });
  await send('Facebook', facebook);
  await house.script({ provider: 'facebook', graph: 'error_500' });
  await send('Facebook', facebook);
  house.deps.log = log;
  const said = lines.join('');
  expect(said).toContain('a social sign-in was refused');
  expect(said).toContain('a provider did not answer');
  for (const secret of [good, bad, facebook, nonce, cookie.slice(5), '@example.com', 'Nila'])
    expect(said).not.toContain(secret);
});
