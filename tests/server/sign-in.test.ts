import { authSentences } from '#messages/refusals/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aMobileNumber, signInCalls, wrongCode } from '../support/sign-in.ts';

const clock = aClock();
let server: TestServer;
let calls: ReturnType<typeof signInCalls>;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signInCalls(server);
});

const inDigitsOf = (code: string, zero: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));

describe('a one-time code', () => {
  test('arrives as an SMS for WebOTP and signs its owner in once', async () => {
    const mobile = aMobileNumber();
    expect(await calls.register(mobile)).toMatchObject({
      status: 201,
      json: { message: text.codeSent },
    });
    const [sms] = (await server.get(`/sandbox/inbox.json?to=91${mobile}`)).json;
    expect(sms.text).toMatch(
      /^\d{6} is your Matinee code\. Valid 10 minutes\. Do not share it\.\n\n@server\.test #\d{6}$/,
    );

    const code = await calls.codeFor(mobile);
    expect(await calls.validateCode(mobile, code)).toMatchObject({
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
    expect(await calls.signIn(mobile, code)).toMatchObject({
      status: 401,
      json: { message: text.loginFailed },
    });
  });

  test.each([
    ['Devanagari digits', (code: string) => inDigitsOf(code, '०')],
    ['Arabic digits', (code: string) => inDigitsOf(code, '٠')],
    ['wide digits', (code: string) => inDigitsOf(code, '０')],
    ['a blank in the middle', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`],
    ['invisible characters', (code: string) => `\u200e${code}\u200b`],
  ])('is read with %s by both calls that take it', async (_, spell) => {
    const username = aMobileNumber();
    await calls.requestCode(username);
    const typed = spell(await calls.codeFor(username));
    expect((await calls.validateCode(username, typed)).status).toBe(200);
    expect((await calls.signIn(username, typed)).status).toBe(200);
  });

  test.each([
    ['the dial code', (mobile: string) => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`],
    ['the dial code without a plus sign', (mobile: string) => `91${mobile}`],
    ['two zeros and the dial code', (mobile: string) => `0091-${mobile}`],
    ['a trunk zero', (mobile: string) => `0${mobile}`],
    ['digits of Devanagari', (mobile: string) => inDigitsOf(mobile, '०')],
  ])('is sent to a number with %s, which then signs in to one account', async (_, spell) => {
    const mobile = aMobileNumber();
    const typed = spell(mobile);
    expect((await calls.register(typed)).status).toBe(201);
    const code = await calls.codeFor(mobile);
    expect((await calls.validateCode(typed, code)).status).toBe(200);
    expect((await calls.signIn(typed, code)).status).toBe(200);
    expect(
      (
        await server.database.query('select dial_code, mobile from users where mobile = $1', [
          mobile,
        ])
      ).rows,
    ).toEqual([{ dial_code: '91', mobile }]);
  });

  test('is invalid after five wrong guesses', async () => {
    const mobile = aMobileNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    for (let guess = 0; guess < 5; guess++) {
      expect(await calls.validateCode(mobile, wrongCode(code))).toMatchObject({
        status: 422,
        json: { code: 'otp_invalid', message: authSentences.otp_invalid },
      });
    }
    expect((await calls.signIn(mobile, code)).status).toBe(401);
  });

  test('is invalid after fifty concurrent wrong guesses', async () => {
    const mobile = aMobileNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    await Promise.all(
      Array.from({ length: 50 }, () => calls.validateCode(mobile, wrongCode(code))),
    );
    expect((await calls.validateCode(mobile, code)).status).not.toBe(200);
  });

  test('is valid for ten minutes', async () => {
    const mobile = aMobileNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    clock.advance(10 * MINUTE + 1);
    expect((await calls.signIn(mobile, code)).status).toBe(401);
  });

  test('is sent at most once in 120 seconds, and then replaces the old one', async () => {
    const mobile = aMobileNumber();
    await calls.register(mobile);
    const old = await calls.codeFor(mobile);
    const refused = await server.post('/api/auth/users/forgotpasswordbyphone', {
      body: { mobileno: mobile },
    });
    expect(refused).toMatchObject({ status: 429, json: { code: 'otp_too_soon' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);

    clock.advance(120_000);
    expect(
      (await server.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } }))
        .status,
    ).toBe(200);
    const current = await calls.codeFor(mobile);
    if (current !== old) expect((await calls.validateCode(mobile, old)).status).toBe(422);
    expect((await calls.signIn(mobile, current)).status).toBe(200);
  });

  test('is sent at most once in 120 seconds, also after the last one was used', async () => {
    const { username } = await calls.aSignedInUser();
    const refused = await calls.requestCode(username);
    expect(refused).toMatchObject({
      status: 429,
      json: { code: 'otp_too_soon', message: text.codeTooSoon },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);
    expect(await calls.inbox(username)).toHaveLength(1);
    clock.advance(120_000);
    expect((await calls.requestCode(username)).status).toBe(200);
    expect((await calls.signIn(username, await calls.codeFor(username))).status).toBe(200);
  });

  test('signs in once with concurrent sign-ins', async () => {
    const mobile = aMobileNumber();
    await calls.register(mobile);
    const code = await calls.codeFor(mobile);
    const replies = await Promise.all(Array.from({ length: 4 }, () => calls.signIn(mobile, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is sent once with concurrent requests', async () => {
    const mobile = aMobileNumber();
    const statuses = (
      await Promise.all([calls.register(mobile), calls.register(mobile), calls.register(mobile)])
    )
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual([201, 429, 429]);
    expect((await server.get(`/sandbox/inbox.json?to=91${mobile}`)).json).toHaveLength(1);
  });

  test('may be requested again at once after a failed delivery', async () => {
    const mobile = aMobileNumber();
    await server.scriptSandbox({ provider: 'sms', next: 'error' });
    expect(await calls.register(mobile)).toMatchObject({
      status: 503,
      json: { message: text.resendFailed },
    });
    expect((await calls.register(mobile)).status).toBe(201);
  });

  test('gives the same response for a known and an unknown number', async () => {
    const { username: mobile } = await calls.aSignedInUser();
    clock.advance(121_000);
    const known = await server.post('/api/auth/users/forgotpasswordbyphone', {
      body: { mobileno: mobile },
    });
    const unknown = await server.post('/api/auth/users/forgotpasswordbyphone', {
      body: { mobileno: aMobileNumber() },
    });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test.each([
    ['', text.mobileRequired],
    ['12345', text.mobileTooShort],
    ['+91 98-76', text.mobileTooShort],
    ['+91 98765 432101', text.mobileInvalid],
    ['+44 7911 123456', text.mobileInvalid],
    ['12345678', text.mobileInvalid],
    ['5555555555', text.mobileInvalid],
    ['1800123456', text.mobileInvalid],
  ])('is not sent to “%s”', async (mobileno, message) => {
    expect(await calls.register(mobileno)).toMatchObject({
      status: 422,
      json: { code: 'validation_failed', message },
    });
  });

  test('is not sent to other countries by SMS', async () => {
    expect(
      await server.post('/api/auth/users/registerbyphone', {
        body: { mobileno: '2025550100', countryCode: '1' },
      }),
    ).toMatchObject({ status: 422 });
  });
});

describe('outside +91', () => {
  let count = 0;
  const anAddress = () => `Asha.${++count}@Example.com`;

  test('a person signs up by e-mail; the code is in the subject, and the mail has no link', async () => {
    const address = anAddress();
    expect(await calls.registerByEmail(address)).toMatchObject({
      status: 201,
      json: { message: text.codeSent },
    });
    const [mail] = await calls.inbox(address);
    expect(mail).toMatchObject({
      channel: 'email',
      subject: expect.stringMatching(/^\d{6} is your Matinee code$/),
      text: expect.stringMatching(
        /^\d{6} is your Matinee code\. Valid 10 minutes\. Do not share it\.$/,
      ),
    });
    const code = await calls.codeFor(address);
    expect((await calls.validateCode(address, code)).status).toBe(200);
    const { status, json } = await calls.signIn(address.toUpperCase(), code);
    expect([status, json.firstLogin]).toEqual([200, true]);
    expect(
      (await server.get('/api/auth/myprofile', { token: json.token })).json.data,
    ).toMatchObject({
      email: address.toLowerCase(),
      dialCode: '1',
      mobile: '2025550123',
    });
  });

  test.each(['ravi+films@gmail.com', 'x@cinema.online'])(
    '“%s” signs up, and signs in again',
    async (address) => {
      expect((await calls.registerByEmail(address)).status).toBe(201);
      const first = await calls.signIn(address, await calls.codeFor(address));
      expect(first.status).toBe(200);
      clock.advance(121_000);
      expect((await calls.aSignedInUser(address)).userId).toBe(first.json.userId);
    },
  );

  test('an address in upper or lower case signs in to the same account', async () => {
    const address = anAddress();
    const first = await calls.aSignedInUser(address);
    clock.advance(121_000);
    const second = await calls.aSignedInUser(address.toLowerCase());
    expect(second.userId).toBe(first.userId);
  });

  test('the given number stays with the account after a second code is requested', async () => {
    const address = anAddress();
    const mobileno = `202555${String(++count).padStart(4, '0')}`;
    await calls.registerByEmail(address, { mobileno });
    clock.advance(121_000);
    await calls.requestCode(address);
    const { json } = await calls.signIn(address, await calls.codeFor(address));
    expect((await server.get('/api/auth/myprofile', { token: json.token })).json.data.mobile).toBe(
      mobileno,
    );
  });

  test('a number signs in to the account that verified it, not to one that only gave it', async () => {
    const owner = await calls.aSignedInUser(aMobileNumber());
    const stranger = await server.aViewer({ mobile: owner.username, mobileVerifiedAt: null });
    clock.advance(121_000);
    expect((await calls.aSignedInUser(owner.username)).userId).toBe(owner.userId);
    expect(stranger.userId).not.toBe(owner.userId);
  });

  test.each([
    [
      'with its dial code',
      { mobileno: '1512 3456789', countryCode: '+49' },
      { dialCode: '49', mobile: '15123456789' },
    ],
    ['without one', { mobileno: '15123456789' }, { dialCode: null, mobile: '15123456789' }],
    [
      'in other digits',
      { mobileno: '१५१२३४५६७८९', countryCode: '49' },
      { dialCode: '49', mobile: '15123456789' },
    ],
  ])('the number of a new person is in the profile, %s', async (_, number, profile) => {
    const address = anAddress();
    const { status } = await server.post('/api/auth/users/forgotpassword', {
      body: { emailId: address, ...number },
    });
    expect(status).toBe(200);
    const { json } = await calls.signIn(address, await calls.codeFor(address));
    expect(
      (await server.get('/api/auth/myprofile', { token: json.token })).json.data,
    ).toMatchObject(profile);
  });

  test('a number sent with a sign-in changes no existing account', async () => {
    const address = anAddress();
    await calls.registerByEmail(address);
    const before = await calls.signIn(address, await calls.codeFor(address));
    clock.advance(121_000);
    const body = { emailId: address, mobileno: '15123456789', countryCode: '49' };
    await server.post('/api/auth/users/forgotpassword', { body });
    const { json } = await calls.signIn(address, await calls.codeFor(address));
    expect(json.userId).toBe(before.json.userId);
    expect(
      (await server.get('/api/auth/myprofile', { token: json.token })).json.data,
    ).toMatchObject({
      dialCode: '1',
      mobile: '2025550123',
    });
  });

  test.each([
    [{ mobileno: '12345' }, text.mobileTooShort],
    [{ mobileno: '12345678', countryCode: '1' }, text.mobileInvalid],
  ])('the number %j is refused at sign-in before a code is sent', async (number, message) => {
    const address = anAddress();
    expect(
      await server.post('/api/auth/users/forgotpassword', {
        body: { emailId: address, ...number },
      }),
    ).toMatchObject({ status: 422, json: { code: 'validation_failed', message } });
    expect(await calls.inbox(address)).toEqual([]);
  });

  test('an unverified address of a viewer of +91 signs in to another account', async () => {
    const address = anAddress().toLowerCase();
    const viewer = await calls.aSignedInUser();
    await server.put(`/api/auth/userinfo/${viewer.userId}`, {
      token: viewer.token,
      body: { emailId: address },
    });
    const mailUser = await calls.aSignedInUser(address);
    expect(mailUser.userId).not.toBe(viewer.userId);
    expect((await calls.resetPassword(viewer.token, address, 'a password')).status).toBe(404);
  });

  test('a code by e-mail follows the same rules as a code by SMS', async () => {
    const address = anAddress();
    await calls.registerByEmail(address);
    expect(await calls.requestCode(address.toLowerCase())).toMatchObject({
      status: 429,
      json: { code: 'otp_too_soon' },
    });
    const code = await calls.codeFor(address);
    expect((await calls.validateCode(address, wrongCode(code))).json).toMatchObject({
      code: 'otp_invalid',
    });
    clock.advance(10 * MINUTE + 1);
    expect((await calls.signIn(address, code)).status).toBe(401);
  });

  test('a code is valid only for its own address', async () => {
    const [address, other] = [anAddress(), anAddress()];
    await calls.registerByEmail(address);
    await calls.registerByEmail(other);
    const [code, theirs] = [await calls.codeFor(address), await calls.codeFor(other)];
    if (code !== theirs) expect((await calls.signIn(address, theirs)).status).toBe(401);
    expect((await calls.signIn(address, code)).status).toBe(200);
  });

  test('known and unknown addresses get the same response', async () => {
    const known = anAddress();
    await calls.aSignedInUser(known);
    clock.advance(121_000);
    const replies = [await calls.requestCode(known), await calls.requestCode(anAddress())];
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
    [
      'asha@example.com',
      { countryCode: '91', mobileno: '9000000001' },
      authSentences.email_not_served,
    ],
  ])('“%s” with %o cannot sign up', async (emailId, fields, message) => {
    expect(await calls.registerByEmail(emailId, fields)).toMatchObject({
      status: 422,
      json: { message },
    });
  });
});

describe('a call that needs a session', () => {
  test.each([
    ['no token', async () => undefined],
    ['garbage', async () => 'garbage'],
    [
      'an unsigned token',
      async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","aud":"user"}')}.`,
    ],
    [
      'a temporary token',
      async () => {
        const mobile = aMobileNumber();
        await calls.register(mobile);
        return (await calls.validateCode(mobile, await calls.codeFor(mobile))).json
          .tempToken as string;
      },
    ],
    [
      'an expired token',
      async () => {
        const { token } = await calls.aSignedInUser();
        clock.advance(16 * MINUTE);
        return token as string;
      },
    ],
  ])('is refused with %s', async (_, make) => {
    const token = await make();
    expect(await server.get('/api/auth/myprofile', token ? { token } : {})).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
  });
});

describe('a profile', () => {
  test('is changed only by its owner', async () => {
    const viewer = await server.aViewer({ firstName: null });
    const otherViewer = await server.aViewer();
    const body = { firstName: 'Asha', lastName: 'Rao', emailId: 'asha@example.com', gender: 1 };
    expect(
      await server.put(`/api/auth/userinfo/${viewer.userId}`, { as: otherViewer, body }),
    ).toMatchObject({
      status: 404,
    });
    expect(
      await server.put(`/api/auth/userinfo/${viewer.userId}`, { as: viewer, body }),
    ).toMatchObject({
      status: 202,
      json: { data: body },
    });
    expect((await server.get('/api/auth/myprofile', { as: viewer })).json.data).toMatchObject({
      ...body,
      email: body.emailId,
      roles: [],
    });
  });

  test('ignores a role, a password or another number in the request', async () => {
    const viewer = await server.aViewer();
    await server.put(`/api/auth/userinfo/${viewer.userId}`, {
      as: viewer,
      body: {
        firstName: 'A',
        roles: ['Producer'],
        passwordHash: 'x',
        mobile: '9000000001',
        userId: 1,
      },
    });
    expect((await server.get('/api/auth/myprofile', { as: viewer })).json.data).toMatchObject({
      roles: [],
      mobile: viewer.mobile,
      userId: viewer.userId,
    });
  });

  test('refuses an invalid e-mail address', async () => {
    const viewer = await server.aViewer();
    expect(
      await server.put(`/api/auth/userinfo/${viewer.userId}`, {
        as: viewer,
        body: { emailId: 'nobody' },
      }),
    ).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'emailId', message: 'Please enter a valid email address' }] },
    });
  });
});
