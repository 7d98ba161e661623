import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aNumber, signingIn, wrong } from '../support/sign-in.ts';

const clock = aClock();
let house: TestHouse;
let calls: ReturnType<typeof signingIn>;

beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signingIn(house);
});

describe('a one-time code', () => {
  test('arrives as an SMS that a browser can read, and signs its owner in once', async () => {
    const mobile = aNumber();
    expect(await calls.register(mobile)).toMatchObject({ status: 201, json: { message: text.codeSent } });
    const [sms] = (await house.get(`/sandbox/inbox.json?to=91${mobile}`)).json;
    expect(sms.text).toMatch(
      /^\d{6} is your Matinee code\. Valid 10 minutes\. Do not share it\.\n\n@house\.test #\d{6}$/,
    );

    const code = await calls.codeFor(mobile);
    expect(await calls.validate(mobile, code)).toMatchObject({
      status: 200,
      json: { message: text.otpVerified, tempToken: expect.any(String) },
    });
    expect(await calls.signIn(mobile, code)).toMatchObject({
      status: 200,
      json: {
        token: expect.any(String),
        refreshtoken: expect.any(String),
        userId: expect.any(Number),
        firstLogin: true,
      },
    });
    expect(await calls.signIn(mobile, code)).toMatchObject({ status: 401, json: { message: text.loginFailed } });
  });

  test('dies after five wrong guesses, even for the right one', async () => {
    const mobile = aNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    for (let guess = 0; guess < 5; guess++) {
      expect(await calls.validate(mobile, wrong(code))).toMatchObject({
        status: 422,
        json: { code: 'otp_invalid', message: text.otpInvalid },
      });
    }
    expect((await calls.signIn(mobile, code)).status).toBe(401);
  });

  test('takes no more than five guesses of fifty that race', async () => {
    const mobile = aNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    await Promise.all(Array.from({ length: 50 }, () => calls.validate(mobile, wrong(code))));
    expect((await calls.validate(mobile, code)).status).not.toBe(200);
  });

  test('is valid for ten minutes', async () => {
    const mobile = aNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    clock.advance(10 * MINUTE + 1);
    expect((await calls.signIn(mobile, code)).status).toBe(401);
  });

  test('is sent at most once in 120 seconds, and then replaces the old one', async () => {
    const mobile = aNumber();
    await calls.register(mobile);
    const old = await calls.codeFor(mobile);
    const refused = await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
    expect(refused).toMatchObject({ status: 429, json: { code: 'otp_too_soon' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);

    clock.advance(120_000);
    expect((await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } })).status).toBe(
      200,
    );
    const fresh = await calls.codeFor(mobile);
    if (fresh !== old) expect((await calls.validate(mobile, old)).status).toBe(422);
    expect((await calls.signIn(mobile, fresh)).status).toBe(200);
  });

  test('is sent at most once in 120 seconds after the last one was used, too', async () => {
    const { username } = await calls.signedIn();
    const refused = await calls.forgot(username);
    expect(refused).toMatchObject({ status: 429, json: { code: 'otp_too_soon', message: text.tooManyCodes } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);
    expect(await calls.inbox(username)).toHaveLength(1);
    clock.advance(120_000);
    expect((await calls.forgot(username)).status).toBe(200);
    expect((await calls.signIn(username, await calls.codeFor(username))).status).toBe(200);
  });

  test('signs in once when two sign-ins race', async () => {
    const mobile = aNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    const replies = await Promise.all(Array.from({ length: 4 }, () => calls.signIn(mobile, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is sent once when two requests race', async () => {
    const mobile = aNumber();
    const statuses = (await Promise.all([calls.register(mobile), calls.register(mobile), calls.register(mobile)]))
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual([201, 429, 429]);
    expect((await house.get(`/sandbox/inbox.json?to=91${mobile}`)).json).toHaveLength(1);
  });

  test('may be asked for again at once when the messenger did not take it', async () => {
    const mobile = aNumber();
    await house.script({ provider: 'sms', next: 'error' });
    expect(await calls.register(mobile)).toMatchObject({ status: 503, json: { message: text.resendFailed } });
    expect((await calls.register(mobile)).status).toBe(201);
  });

  test('is answered alike for a known and an unknown number', async () => {
    const { username: mobile } = await calls.signedIn();
    clock.advance(121_000);
    const known = await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
    const unknown = await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: aNumber() } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test.each([
    ['', text.mobileRequired],
    ['12345', text.mobileTooShort],
    ['+91 98-76', text.mobileTooShort],
    ['12345678', text.mobileInvalid],
    ['5555555555', text.mobileInvalid],
    ['1800123456', text.mobileInvalid],
  ])('is not sent to “%s”', async (mobileno, message) => {
    expect(await calls.register(mobileno)).toMatchObject({ status: 422, json: { code: 'validation_failed', message } });
  });

  test('is refused to other countries by SMS', async () => {
    expect(
      await house.post('/api/auth/users/registerbyphone', { body: { mobileno: '2025550100', countryCode: '1' } }),
    ).toMatchObject({ status: 422 });
  });
});

describe('outside +91', () => {
  let count = 0;
  const anAddress = () => `Asha.${++count}@Example.com`;

  test('one signs up by e-mail: the code is in the subject, and there is nothing to click', async () => {
    const address = anAddress();
    expect(await calls.registerByEmail(address)).toMatchObject({ status: 201, json: { message: text.codeSent } });
    const [mail] = await calls.inbox(address);
    expect(mail).toMatchObject({
      channel: 'email',
      subject: expect.stringMatching(/^\d{6} is your Matinee code$/),
      text: expect.stringMatching(/^\d{6} is your Matinee code\. Valid 10 minutes\. Do not share it\.$/),
    });
    const code = await calls.codeFor(address);
    expect((await calls.validate(address, code)).status).toBe(200);
    const { status, json } = await calls.signIn(address.toUpperCase(), code);
    expect([status, json.firstLogin]).toEqual([200, true]);
    expect((await house.get('/api/auth/myprofile', { token: json.token })).json.data).toMatchObject({
      email: address.toLowerCase(),
      dialCode: '1',
      mobile: '2025550123',
    });
  });

  test.each(['ravi+films@gmail.com', 'x@cinema.online'])('“%s” signs up, and signs in again', async (address) => {
    expect((await calls.registerByEmail(address)).status).toBe(201);
    const first = await calls.signIn(address, await calls.codeFor(address));
    expect(first.status).toBe(200);
    clock.advance(121_000);
    expect((await calls.signedIn(address)).userId).toBe(first.json.userId);
  });

  test('one signs in by e-mail again, in any spelling of its letters, into the same account', async () => {
    const address = anAddress();
    const first = await calls.signedIn(address);
    clock.advance(121_000);
    const second = await calls.signedIn(address.toLowerCase());
    expect(second.userId).toBe(first.userId);
  });

  test('the number that was given stays with the account after RESEND, and signs nobody in', async () => {
    const address = anAddress();
    const mobileno = `202555${String(++count).padStart(4, '0')}`;
    await calls.registerByEmail(address, { mobileno });
    clock.advance(121_000);
    await calls.forgot(address);
    const { json } = await calls.signIn(address, await calls.codeFor(address));
    expect((await house.get('/api/auth/myprofile', { token: json.token })).json.data.mobile).toBe(mobileno);

    const owner = await calls.signedIn(aNumber());
    const stranger = await house.aViewer({ mobile: owner.username, mobileVerifiedAt: null });
    clock.advance(121_000);
    expect((await calls.signedIn(owner.username)).userId).toBe(owner.userId);
    expect(stranger.userId).not.toBe(owner.userId);
  });

  test.each([
    ['with its dial code', { mobileno: '1512 3456789', countryCode: '+49' }, { dialCode: '49', mobile: '15123456789' }],
    ['without one', { mobileno: '15123456789' }, { dialCode: null, mobile: '15123456789' }],
    ['in other digits', { mobileno: '१५१२३४५६७८९', countryCode: '49' }, { dialCode: '49', mobile: '15123456789' }],
  ])('the number of a newcomer who signed in is in the profile, %s', async (_, number, profile) => {
    const address = anAddress();
    const { status } = await house.post('/api/auth/users/forgotpassword', { body: { emailId: address, ...number } });
    expect(status).toBe(200);
    const { json } = await calls.signIn(address, await calls.codeFor(address));
    expect((await house.get('/api/auth/myprofile', { token: json.token })).json.data).toMatchObject(profile);
  });

  test('a number that was typed at sign-in changes no account that exists', async () => {
    const address = anAddress();
    await calls.registerByEmail(address);
    const before = await calls.signIn(address, await calls.codeFor(address));
    clock.advance(121_000);
    const body = { emailId: address, mobileno: '15123456789', countryCode: '49' };
    await house.post('/api/auth/users/forgotpassword', { body });
    const { json } = await calls.signIn(address, await calls.codeFor(address));
    expect(json.userId).toBe(before.json.userId);
    expect((await house.get('/api/auth/myprofile', { token: json.token })).json.data).toMatchObject({
      dialCode: '1',
      mobile: '2025550123',
    });
  });

  test.each([
    [{ mobileno: '12345' }, text.mobileTooShort],
    [{ mobileno: '12345678', countryCode: '1' }, text.mobileInvalid],
  ])('the number %j is refused at sign-in before a code is sent', async (number, message) => {
    const address = anAddress();
    expect(await house.post('/api/auth/users/forgotpassword', { body: { emailId: address, ...number } })).toMatchObject(
      { status: 422, json: { code: 'validation_failed', message } },
    );
    expect(await calls.inbox(address)).toEqual([]);
  });

  test('an address that a viewer of +91 only typed signs nobody in', async () => {
    const address = anAddress().toLowerCase();
    const viewer = await calls.signedIn();
    await house.put(`/api/auth/userinfo/${viewer.userId}`, { token: viewer.token, body: { emailId: address } });
    const other = await calls.signedIn(address);
    expect(other.userId).not.toBe(viewer.userId);
    expect((await calls.reset(viewer.token, address, 'a password')).status).toBe(404);
  });

  test('a code by e-mail keeps the rules of every code', async () => {
    const address = anAddress();
    await calls.registerByEmail(address);
    expect(await calls.forgot(address.toLowerCase())).toMatchObject({ status: 429, json: { code: 'otp_too_soon' } });
    const code = await calls.codeFor(address);
    expect((await calls.validate(address, wrong(code))).json).toMatchObject({ code: 'otp_invalid' });
    clock.advance(10 * MINUTE + 1);
    expect((await calls.signIn(address, code)).status).toBe(401);
  });

  test('a code opens only what it was sent to', async () => {
    const [address, other] = [anAddress(), anAddress()];
    await calls.registerByEmail(address);
    await calls.registerByEmail(other);
    const [code, theirs] = [await calls.codeFor(address), await calls.codeFor(other)];
    if (code !== theirs) expect((await calls.signIn(address, theirs)).status).toBe(401);
    expect((await calls.signIn(address, code)).status).toBe(200);
  });

  test('known and unknown addresses are answered alike', async () => {
    const known = anAddress();
    await calls.signedIn(known);
    clock.advance(121_000);
    const replies = [await calls.forgot(known), await calls.forgot(anAddress())];
    expect(replies.map(({ status, text: body }) => [status, body])).toEqual([
      [200, replies[0]!.text],
      [200, replies[0]!.text],
    ]);
  });

  test.each<[string, object, string]>([
    ['nobody', {}, 'Please enter a valid email address'],
    ['', {}, 'Email is required!'],
    ['asha@example.com', { mobileno: '' }, text.mobileRequired],
    ['asha@example.com', { mobileno: '1234567' }, text.mobileTooShort],
    ['asha@example.com', { mobileno: '12345678' }, text.mobileInvalid],
    ['asha@example.com', { countryCode: '999' }, text.mobileInvalid],
    ['asha@example.com', { countryCode: '91', mobileno: '9000000001' }, text.emailNotServed],
  ])('“%s” with %o cannot sign up', async (emailId, more, message) => {
    expect(await calls.registerByEmail(emailId, more)).toMatchObject({ status: 422, json: { message } });
  });
});

describe('a call that needs a session', () => {
  test.each([
    ['no token', async () => undefined],
    ['garbage', async () => 'garbage'],
    ['an unsigned token', async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","aud":"user"}')}.`],
    [
      'a temporary token',
      async () => {
        const mobile = aNumber();
        await calls.register(mobile);
        return (await calls.validate(mobile, await calls.codeFor(mobile))).json.tempToken as string;
      },
    ],
    [
      'an expired token',
      async () => {
        const { token } = await calls.signedIn();
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
