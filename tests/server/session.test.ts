import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';

const clock = aClock();
let house: TestHouse;
let count = 0;
const aNumber = () => `96${String(++count).padStart(8, '0')}`;

beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
});

const register = (mobileno: string) =>
  house.post('/api/auth/users/registerbyphone', { body: { mobileno, countryCode: '91' } });
const signIn = (username: string, password: string) =>
  house.post('/api/auth/users/login', { body: { username, password } });
const validate = (username: string, otp: string) =>
  house.post('/api/auth/users/validatephoneotp', { body: { username, otp } });
const rotate = (refreshToken: string) => house.post('/api/auth/users/generatetoken', { body: { refreshToken } });
const codeFor = async (mobile: string) => {
  const { json } = await house.get(`/sandbox/inbox.json?to=91${mobile}`);
  return /^(\d{6}) /.exec(json[0].text)![1]!;
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const signedIn = async () => {
  const mobile = aNumber();
  await register(mobile);
  return { mobile, ...(await signIn(mobile, await codeFor(mobile))).json };
};

describe('a one-time code', () => {
  test('arrives as an SMS that a browser can read, and signs its owner in once', async () => {
    const mobile = aNumber();
    expect(await register(mobile)).toMatchObject({ status: 201, json: { message: text.codeSent } });
    const [sms] = (await house.get(`/sandbox/inbox.json?to=91${mobile}`)).json;
    expect(sms.text).toMatch(
      /^\d{6} is your Matinee code\. Valid 10 minutes\. Do not share it\.\n\n@house\.test #\d{6}$/,
    );

    const code = await codeFor(mobile);
    expect(await validate(mobile, code)).toMatchObject({
      status: 200,
      json: { message: text.otpVerified, tempToken: expect.any(String) },
    });
    expect(await signIn(mobile, code)).toMatchObject({
      status: 200,
      json: {
        token: expect.any(String),
        refreshtoken: expect.any(String),
        userId: expect.any(Number),
        firstLogin: true,
      },
    });
    expect(await signIn(mobile, code)).toMatchObject({ status: 401, json: { message: text.loginFailed } });
  });

  test('dies after five wrong guesses, even for the right one', async () => {
    const mobile = aNumber();
    await register(mobile);
    const code = await codeFor(mobile);
    for (let guess = 0; guess < 5; guess++) {
      expect(await validate(mobile, wrong(code))).toMatchObject({
        status: 422,
        json: { code: 'otp_invalid', message: text.otpInvalid },
      });
    }
    expect((await signIn(mobile, code)).status).toBe(401);
  });

  test('takes no more than five guesses of fifty that race', async () => {
    const mobile = aNumber();
    await register(mobile);
    const code = await codeFor(mobile);
    await Promise.all(Array.from({ length: 50 }, () => validate(mobile, wrong(code))));
    expect((await validate(mobile, code)).status).not.toBe(200);
  });

  test('is valid for ten minutes', async () => {
    const mobile = aNumber();
    await register(mobile);
    const code = await codeFor(mobile);
    clock.advance(10 * MINUTE + 1);
    expect((await signIn(mobile, code)).status).toBe(401);
  });

  test('is sent at most once in 120 seconds, and then replaces the old one', async () => {
    const mobile = aNumber();
    await register(mobile);
    const old = await codeFor(mobile);
    const refused = await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
    expect(refused).toMatchObject({ status: 429, json: { code: 'otp_too_soon' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);

    clock.advance(120_000);
    expect((await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } })).status).toBe(
      200,
    );
    const fresh = await codeFor(mobile);
    if (fresh !== old) expect((await validate(mobile, old)).status).toBe(422);
    expect((await signIn(mobile, fresh)).status).toBe(200);
  });

  test('is sent once when two requests race', async () => {
    const mobile = aNumber();
    const statuses = (await Promise.all([register(mobile), register(mobile), register(mobile)]))
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual([201, 429, 429]);
    expect((await house.get(`/sandbox/inbox.json?to=91${mobile}`)).json).toHaveLength(1);
  });

  test('may be asked for again at once when the messenger did not take it', async () => {
    const mobile = aNumber();
    await house.script({ provider: 'sms', next: 'error' });
    expect(await register(mobile)).toMatchObject({ status: 503, json: { message: text.resendFailed } });
    expect((await register(mobile)).status).toBe(201);
  });

  test('is answered alike for a known and an unknown number', async () => {
    const { mobile } = await signedIn();
    clock.advance(121_000);
    const known = await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
    const unknown = await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: aNumber() } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test.each([
    ['', text.mobileRequired],
    ['12345', text.mobileTooShort],
    ['+91 98-76', text.mobileTooShort],
  ])('is not sent to “%s”', async (mobileno, message) => {
    expect(await register(mobileno)).toMatchObject({ status: 422, json: { code: 'validation_failed', message } });
  });

  test('is refused to other countries by SMS', async () => {
    expect(
      await house.post('/api/auth/users/registerbyphone', { body: { mobileno: '2025550100', countryCode: '1' } }),
    ).toMatchObject({ status: 422 });
  });
});

describe('a session', () => {
  test('rotates its refresh token, forgives the second tab for ten seconds, and ends the family on later reuse', async () => {
    const { refreshtoken } = await signedIn();
    const first = await rotate(refreshtoken);
    expect(first).toMatchObject({ status: 200, json: { token: expect.any(String), refreshtoken: expect.any(String) } });
    clock.advance(9_000);
    const secondTab = await rotate(refreshtoken);
    expect(secondTab.status).toBe(200);
    clock.advance(2_000);
    expect(await rotate(refreshtoken)).toMatchObject({ status: 403, json: { code: 'token_invalid' } });
    expect((await rotate(first.json.refreshtoken)).status).toBe(403);
    expect((await rotate(secondTab.json.refreshtoken)).status).toBe(403);
  });

  test('ends after thirty days without use', async () => {
    const { refreshtoken } = await signedIn();
    clock.advance(30 * DAY);
    expect((await rotate(refreshtoken)).status).toBe(403);
  });

  test('ends at sign-out, and nobody can end another’s', async () => {
    const mine = await signedIn();
    const theirs = await signedIn();
    await house.post('/api/auth/users/logout', { token: mine.token, body: { refreshToken: theirs.refreshtoken } });
    expect((await rotate(theirs.refreshtoken)).status).toBe(200);
    expect(
      (await house.post('/api/auth/users/logout', { token: mine.token, body: { refreshToken: mine.refreshtoken } }))
        .status,
    ).toBe(204);
    expect((await rotate(mine.refreshtoken)).status).toBe(403);
  });

  test.each([
    ['no token', async () => undefined],
    ['garbage', async () => 'garbage'],
    ['an unsigned token', async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","aud":"user"}')}.`],
    [
      'a temporary token',
      async () => {
        const mobile = aNumber();
        await register(mobile);
        return (await validate(mobile, await codeFor(mobile))).json.tempToken as string;
      },
    ],
    [
      'an expired token',
      async () => {
        const { token } = await signedIn();
        clock.advance(16 * MINUTE);
        return token as string;
      },
    ],
  ])('is not opened by %s', async (_, make) => {
    const token = await make();
    expect(await house.get('/api/auth/myprofile', token ? { token } : {})).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
  });

  test('counts guesses from one address', async () => {
    const guess = () =>
      house.post('/api/auth/users/login', {
        body: { username: '9999999999', password: '000000' },
        headers: { 'X-Forwarded-For': '203.0.113.7' },
      });
    const statuses = (await Promise.all(Array.from({ length: 70 }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('a profile', () => {
  test('is filled by its owner and by nobody else', async () => {
    const viewer = await house.aViewer({ firstName: null });
    const other = await house.aViewer();
    const body = { firstName: 'Asha', lastName: 'Rao', emailId: 'asha@example.com', gender: 1 };
    expect(await house.put(`/api/auth/userinfo/${viewer.userId}`, { as: other, body })).toMatchObject({ status: 404 });
    expect(await house.put(`/api/auth/userinfo/${viewer.userId}`, { as: viewer, body })).toMatchObject({
      status: 202,
      json: { data: body },
    });
    expect((await house.get('/api/auth/myprofile', { as: viewer })).json.data).toMatchObject({
      ...body,
      email: body.emailId,
      roles: [],
    });
  });

  test('never takes a role, a password or another number from its owner', async () => {
    const viewer = await house.aViewer();
    await house.put(`/api/auth/userinfo/${viewer.userId}`, {
      as: viewer,
      body: { firstName: 'A', roles: ['Producer'], passwordHash: 'x', mobile: '9000000001', userId: 1 },
    });
    expect((await house.get('/api/auth/myprofile', { as: viewer })).json.data).toMatchObject({
      roles: [],
      mobile: viewer.mobile,
      userId: viewer.userId,
    });
  });

  test('refuses what is no e-mail address', async () => {
    const viewer = await house.aViewer();
    expect(
      await house.put(`/api/auth/userinfo/${viewer.userId}`, { as: viewer, body: { emailId: 'nobody' } }),
    ).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'emailId', message: 'Please enter a valid email address' }] },
    });
  });
});
