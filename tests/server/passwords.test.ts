import { authSentences } from '#messages/refusals/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import { GUESSES_PER_ADDRESS, GUESSES_PER_HOUR } from '#server/auth/session/attempt-limits.ts';
import { CODES_PER_HOUR } from '#server/message-budget/limits.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import {
  aMobileNumber,
  anIpAddress,
  deviceCookieOf,
  signInCalls,
  wrongCode,
} from '../support/sign-in.ts';

const PASSWORD = 'a stage, a curtain';
const clock = aClock();
let server: TestServer;
let calls: ReturnType<typeof signInCalls>;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signInCalls(server);
});

/** Creates a person with a password. */
const aPerson = async (username = aMobileNumber()) => {
  expect(
    (await calls.resetPassword(await calls.tempTokenFor(username), username, PASSWORD)).status,
  ).toBe(200);
  clock.advance(121_000);
  const { json } = await calls.signIn(username, PASSWORD);
  return { username, ...(json as { token: string; refreshtoken: string; userId: number }) };
};

describe('a password', () => {
  test('signs in by number and by address, in addition to the code', async () => {
    for (const username of [aMobileNumber(), 'curtain@example.com']) {
      const { userId } = await aPerson(username);
      expect(await calls.signIn(username, PASSWORD)).toMatchObject({
        status: 200,
        json: { userId },
      });
      await calls.requestCode(username);
      expect((await calls.signIn(username, await calls.codeFor(username))).json.userId).toBe(
        userId,
      );
    }
  });

  test('of six digits is different from a code', async () => {
    const username = aMobileNumber();
    await calls.resetPassword(await calls.tempTokenFor(username), username, '739146');
    expect((await calls.signIn(username, '739146')).status).toBe(200);
    expect((await calls.signIn(username, '739147')).status).toBe(401);
  });

  test('appears in the profile only as hasPassword', async () => {
    const { token } = await aPerson();
    const { text: body, json } = await server.get('/api/auth/myprofile', { token });
    expect(json.data.hasPassword).toBe(true);
    expect(body).not.toContain('argon2');
  });

  test('that is wrong gives the same response as an unknown account', async () => {
    const { username } = await aPerson();
    const { username: passwordless } = await calls.aSignedInUser();
    const replies = await Promise.all(
      [username, passwordless, aMobileNumber(), 'nobody@example.com'].map((each) =>
        calls.signIn(each, 'another password'),
      ),
    );
    for (const { status, json } of replies) {
      expect([status, json.code, json.message]).toEqual([
        401,
        'credentials_invalid',
        'Use valid credentials to login',
      ]);
    }
  });

  test('has an hourly limit of guesses per account from all addresses; above it, the correct one is refused too', async () => {
    const { username } = await aPerson();
    const guesses = await Promise.all(
      Array.from({ length: GUESSES_PER_HOUR + 15 }, (_, index) =>
        calls.signIn(username, `guess ${index}`, { ipAddress: anIpAddress() }),
      ),
    );
    const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([GUESSES_PER_HOUR, 15]);
    const right = await calls.signIn(username, PASSWORD, { ipAddress: anIpAddress() });
    expect(right).toMatchObject({ status: 429, json: { message: sessionRefusals.tooManyTries } });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  test('signs in on a known device, even after many guesses by strangers', async () => {
    const { username } = await aPerson();
    const cookie = deviceCookieOf(await calls.signIn(username, PASSWORD));
    const otherCookie = deviceCookieOf(await calls.signIn((await aPerson()).username, PASSWORD));
    clock.advance(121_000);
    const tempToken = await calls.tempTokenFor(username);
    for (let guess = 0; guess < GUESSES_PER_HOUR; guess++)
      await calls.signIn(username, `guess ${guess}`, { ipAddress: anIpAddress() });
    const [head, claims, signature] = cookie.split('.');
    const forged = [head, claims, signature!.split('').toReversed().join('')].join('.');
    for (const badCookie of ['', otherCookie, forged, `known_device=${tempToken}`])
      expect(
        (await calls.signIn(username, PASSWORD, { ipAddress: anIpAddress(), cookie: badCookie }))
          .status,
      ).toBe(429);
    expect(
      (await calls.signIn(username, PASSWORD, { ipAddress: anIpAddress(), cookie })).status,
    ).toBe(200);
    clock.advance(181 * DAY);
    expect(
      (await calls.signIn(username, PASSWORD, { ipAddress: anIpAddress(), cookie })).status,
    ).toBe(429);
  });

  test('has a separate hourly limit of guesses on a known device', async () => {
    const { username } = await aPerson();
    const signedIn = await calls.signIn(username, PASSWORD);
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /; Path=\/api\/auth; HttpOnly; SameSite=Lax/,
    );
    const cookie = deviceCookieOf(signedIn);
    for (let guess = 0; guess < GUESSES_PER_HOUR; guess++)
      expect((await calls.signIn(username, 'slip', { cookie })).status).toBe(401);
    expect((await calls.signIn(username, PASSWORD, { cookie })).status).toBe(429);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('has an hourly limit of guesses per address, for all accounts', async () => {
    const guesses = await Promise.all(
      Array.from({ length: GUESSES_PER_ADDRESS + 10 }, () =>
        calls.signIn(aMobileNumber(), 'guess', { ipAddress: '203.0.113.7' }),
      ),
    );
    const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([GUESSES_PER_ADDRESS, 10]);
  });

  test('can be mistyped now and then without a lockout', async () => {
    const { username } = await aPerson();
    for (let round = 0; round < 3; round++) {
      for (let slip = 0; slip < GUESSES_PER_HOUR - 5; slip++) await calls.signIn(username, 'slip');
      expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
    }
  });
});

describe('setting a password', () => {
  test('by a session ends the other sessions and keeps this one', async () => {
    const { username, ...other } = await aPerson();
    const here = await calls.aSignedInUser(username);
    const proof = { currentPassword: PASSWORD };
    expect(
      await calls.resetPassword(here.token, username, 'two stages', 'two stages', proof),
    ).toMatchObject({
      status: 200,
      json: { message: 'Password reset Successfully!' },
    });
    expect([await calls.profileStatus(here.token), await calls.profileStatus(other.token)]).toEqual(
      [200, 403],
    );
    expect((await calls.rotateToken(other.refreshtoken)).status).toBe(403);
    expect((await calls.rotateToken(here.refreshtoken)).status).toBe(200);
  });

  test('by a code ends all sessions', async () => {
    const { username, token, refreshtoken } = await aPerson();
    const tempToken = await calls.tempTokenFor(username);
    expect((await calls.resetPassword(tempToken, username, 'another password')).status).toBe(200);
    expect(await calls.profileStatus(token)).toBe(403);
    expect((await calls.rotateToken(refreshtoken)).status).toBe(403);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(401);
    expect((await calls.signIn(username, 'another password')).status).toBe(200);
  });

  test('by a code makes that code invalid', async () => {
    const username = aMobileNumber();
    const tempToken = await calls.tempTokenFor(username);
    const code = await calls.codeFor(username);
    expect((await calls.resetPassword(tempToken, username, PASSWORD)).status).toBe(200);
    expect((await calls.signIn(username, code)).status).toBe(401);
    expect((await calls.validateCode(username, code)).status).toBe(422);
  });

  test('is the only use of a temporary token, once and within fifteen minutes', async () => {
    const username = aMobileNumber();
    const tempToken = await calls.tempTokenFor(username);
    expect(await calls.profileStatus(tempToken)).toBe(403);
    expect((await calls.resetPassword(tempToken, username, PASSWORD)).status).toBe(200);
    expect(await calls.resetPassword(tempToken, username, 'a second time')).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
    clock.advance(121_000);
    const late = await calls.tempTokenFor(username);
    clock.advance(15 * MINUTE + 1000);
    expect((await calls.resetPassword(late, username, 'too late')).status).toBe(403);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('by a session alone is refused: it needs the current password, or a code if there is none', async () => {
    const { username, token } = await aPerson();
    expect(await calls.resetPassword(token, username, 'mine now')).toMatchObject({
      status: 422,
      json: {
        code: 'proof_required',
        errors: [{ path: 'currentPassword', message: authSentences.proof_required }],
      },
    });
    expect(
      await calls.resetPassword(token, username, 'mine now', 'mine now', {
        currentPassword: 'a guess',
      }),
    ).toMatchObject({
      status: 401,
      json: { code: 'credentials_invalid', message: authSentences.current_password_invalid },
    });
    const { username: passwordless, token: passwordlessToken } = await calls.aSignedInUser();
    expect(await calls.resetPassword(passwordlessToken, passwordless, 'mine now')).toMatchObject({
      status: 422,
      json: { code: 'proof_required', errors: [{ path: 'otp', message: text.codeRequired }] },
    });
    const emptyPassword = { currentPassword: '' };
    const reply = await calls.resetPassword(
      passwordlessToken,
      passwordless,
      'mine now',
      'mine now',
      emptyPassword,
    );
    expect(reply.status).toBe(401);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
    expect((await calls.signIn(passwordless, 'mine now')).status).toBe(401);
  });

  test('by a session and a code keeps the session, and uses the code up', async () => {
    const { username, token } = await calls.aSignedInUser();
    clock.advance(121_000);
    await calls.requestCode(username);
    const otp = await calls.codeFor(username);
    const wrongCodeReply = await calls.resetPassword(token, username, PASSWORD, PASSWORD, {
      otp: wrongCode(otp),
    });
    expect(wrongCodeReply).toMatchObject({
      status: 422,
      json: { code: 'otp_invalid', message: authSentences.otp_invalid },
    });
    expect((await calls.resetPassword(token, username, PASSWORD, PASSWORD, { otp })).status).toBe(
      200,
    );
    expect(await calls.profileStatus(token)).toBe(200);
    expect(
      (await calls.resetPassword(token, username, 'another one', 'another one', { otp })).status,
    ).toBe(422);
    expect((await calls.signIn(username, otp)).status).toBe(401);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('is limited to ten tries an hour per account, over all its sessions; a code still sets it', async () => {
    const { username, token } = await aPerson();
    const here = (await calls.signIn(username, PASSWORD)).json.token as string;
    const attempt = (by: string, currentPassword: string) =>
      calls.resetPassword(by, username, 'another one', 'another one', { currentPassword });
    for (let each = 0; each < 10; each++)
      expect((await attempt(token, `guess ${each}`)).status).toBe(401);
    expect((await attempt(token, PASSWORD)).status).toBe(429);
    expect((await attempt(here, PASSWORD)).status).toBe(429);
    clock.advance(121_000);
    expect(
      (await calls.resetPassword(await calls.tempTokenFor(username), username, 'by a code')).status,
    ).toBe(200);
  });

  test('is refused when the account had its five SMS notices of an hour, with new sessions and networks too', async () => {
    const { username } = await aPerson();
    const statuses: number[] = [];
    for (let each = 0; each < CODES_PER_HOUR; each++) {
      const { token } = (await calls.signIn(username, PASSWORD, { ipAddress: anIpAddress() })).json;
      const proof = { currentPassword: PASSWORD };
      statuses.push((await calls.resetPassword(token, username, PASSWORD, PASSWORD, proof)).status);
    }
    // The first notice is that of the new account.
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const notices = (await calls.inbox(username)).filter(
      (each) => each.text === sessionRefusals.passwordNotice,
    );
    expect(notices).toHaveLength(CODES_PER_HOUR);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test.each([
    ['123456', authSentences.password_common],
    ['password', authSentences.password_common],
    ['Password', authSentences.password_common],
    ['qwerty123', authSentences.password_common],
    ['iloveyou', authSentences.password_common],
    ['{mobile}', authSentences.password_is_own],
    ['+91 {mobile}', authSentences.password_is_own],
    ['0{mobile}', authSentences.password_is_own],
  ])('to “%s” is refused, and the temporary token stays valid', async (wanted, message) => {
    const username = aMobileNumber();
    const tempToken = await calls.tempTokenFor(username);
    const password = wanted.replace('{mobile}', username);
    expect(await calls.resetPassword(tempToken, username, password)).toMatchObject({
      status: 422,
      json: { code: 'validation_failed', errors: [{ path: 'password', message }] },
    });
    expect((await calls.resetPassword(tempToken, username, PASSWORD)).status).toBe(200);
  });

  test('to the own address or its local part is refused', async () => {
    const username = 'own.address@example.com';
    const tempToken = await calls.tempTokenFor(username);
    for (const password of [username, 'Own.Address'])
      expect((await calls.resetPassword(tempToken, username, password)).json.message).toBe(
        authSentences.password_is_own,
      );
  });

  test('is reported to its owner: by mail to a verified address, else by SMS, and never to an unverified address', async () => {
    const address = 'verified@example.com';
    await aPerson(address);
    const [mail] = await calls.inbox(address);
    expect(mail).toMatchObject({
      channel: 'email',
      subject: sessionRefusals.passwordNoticeSubject,
      text: expect.stringContaining('was changed'),
    });

    const { username, token, userId } = await aPerson();
    expect((await calls.inbox(username))[0]).toMatchObject({
      channel: 'sms',
      text: sessionRefusals.passwordNotice,
    });
    const typed = 'typed@example.com';
    await server.put(`/api/auth/userinfo/${userId}`, { token, body: { emailId: typed } });
    await calls.resetPassword(token, username, 'two stages', 'two stages', {
      currentPassword: PASSWORD,
    });
    expect(await calls.inbox(typed)).toEqual([]);
    expect(
      (await calls.inbox(username)).filter((each) => each.text === sessionRefusals.passwordNotice),
    ).toHaveLength(2);
  });

  test('succeeds even if the notice cannot be sent', async () => {
    const username = aMobileNumber();
    const tempToken = await calls.tempTokenFor(username);
    await server.scriptSandbox({ provider: 'sms', next: 'error' });
    expect((await calls.resetPassword(tempToken, username, PASSWORD)).status).toBe(200);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('happens once for two concurrent uses of a temporary token', async () => {
    const username = aMobileNumber();
    const tempToken = await calls.tempTokenFor(username);
    const replies = await Promise.all(
      ['first one', 'second one'].map((each) => calls.resetPassword(tempToken, username, each)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('of another person is not found', async () => {
    const { token } = await calls.aSignedInUser();
    const { username: theirs } = await aPerson();
    for (const username of [theirs, aMobileNumber(), 'nobody@example.com'])
      expect(await calls.resetPassword(token, username, 'mine now')).toMatchObject({ status: 404 });
    expect((await calls.signIn(theirs, PASSWORD)).status).toBe(200);
  });

  test.each([
    ['', '', 'Password is required!'],
    ['12345', '12345', 'Password must be at least 6 characters'],
    ['123456', '', 'Confirm Password is required!'],
    ['123456', '12345', 'Confirm Password must be at least 6 characters'],
    ['123456', '1234567', 'Confirm password should match with Password'],
  ])('“%s” and “%s” is refused: %s', async (password, confirmPassword, message) => {
    const { token, username } = await calls.aSignedInUser();
    expect(await calls.resetPassword(token, username, password, confirmPassword)).toMatchObject({
      status: 422,
      json: {
        code: 'validation_failed',
        errors: expect.arrayContaining([expect.objectContaining({ message })]),
      },
    });
  });

  test('takes up to two hundred characters', async () => {
    const username = aMobileNumber();
    const tempToken = await calls.tempTokenFor(username);
    expect((await calls.resetPassword(tempToken, username, 'x'.repeat(201))).status).toBe(422);
    expect((await calls.resetPassword(tempToken, username, 'ß'.repeat(200))).status).toBe(200);
    expect((await calls.signIn(username, 'ß'.repeat(200))).status).toBe(200);
  });
});
