import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { GUESSES_PER_ADDRESS, GUESSES_PER_HOUR } from '#server/auth/session/caps.ts';
import { hashPassword, isPassword } from '#server/auth/passwords.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aNumber, anAddress, deviceOf, signingIn, wrong } from '../support/sign-in.ts';

const PASSWORD = 'a stage, a curtain';
const clock = aClock();
let house: TestHouse;
let calls: ReturnType<typeof signingIn>;

beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signingIn(house);
});

/** Somebody with a set password. */
const aPerson = async (username = aNumber()) => {
  expect((await calls.reset(await calls.tempTokenFor(username), username, PASSWORD)).status).toBe(200);
  clock.advance(121_000);
  const { json } = await calls.signIn(username, PASSWORD);
  return { username, ...(json as { token: string; refreshtoken: string; userId: number }) };
};

describe('a stored password', () => {
  test('is argon2id with its cost, salted anew each time', async () => {
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect([await isPassword(PASSWORD, one), await isPassword(PASSWORD, other)]).toEqual([true, true]);
  });

  test('is known by another cost than today’s', async () => {
    // A vector of the reference implementation (P-H-C/phc-winner-argon2, src/test.c).
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect([await isPassword('password', known), await isPassword('Password', known)]).toEqual([true, false]);
  });

  test('is the same password however its letters are composed', async () => {
    expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
  });

  test('that is missing or damaged opens to nothing', async () => {
    for (const stored of [null, undefined, '', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$'])
      expect(await isPassword('', stored)).toBe(false);
  });
});

describe('a password', () => {
  test('that was set signs in beside the code, by number and by address', async () => {
    for (const username of [aNumber(), 'curtain@example.com']) {
      const { userId } = await aPerson(username);
      expect(await calls.signIn(username, PASSWORD)).toMatchObject({ status: 200, json: { userId } });
      await calls.forgot(username);
      expect((await calls.signIn(username, await calls.codeFor(username))).json.userId).toBe(userId);
    }
  });

  test('of six digits is not mistaken for a code', async () => {
    const username = aNumber();
    await calls.reset(await calls.tempTokenFor(username), username, '739146');
    expect((await calls.signIn(username, '739146')).status).toBe(200);
    expect((await calls.signIn(username, '739147')).status).toBe(401);
  });

  test('is told to the profile as set, never itself', async () => {
    const { token } = await aPerson();
    const { text: body, json } = await house.get('/api/auth/myprofile', { token });
    expect(json.data.hasPassword).toBe(true);
    expect(body).not.toContain('argon2');
  });

  test('that is wrong is answered as one of nobody', async () => {
    const { username } = await aPerson();
    const { username: without } = await calls.signedIn();
    const replies = await Promise.all(
      [username, without, aNumber(), 'nobody@example.com'].map((each) => calls.signIn(each, 'another password')),
    );
    for (const { status, json } of replies) {
      expect([status, json.code, json.message]).toEqual([401, 'credentials_invalid', 'Use valid credentials to login']);
    }
  });

  test('is guessed so often for one account, from however many addresses; then even the right one must wait', async () => {
    const { username } = await aPerson();
    const guesses = await Promise.all(
      Array.from({ length: GUESSES_PER_HOUR + 15 }, (_, index) =>
        calls.signIn(username, `guess ${index}`, { from: anAddress() }),
      ),
    );
    const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([GUESSES_PER_HOUR, 15]);
    const right = await calls.signIn(username, PASSWORD, { from: anAddress() });
    expect(right).toMatchObject({ status: 429, json: { message: text.tooManyTries } });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  test('opens on a device that signed in before, however often strangers guessed', async () => {
    const { username } = await aPerson();
    const cookie = deviceOf(await calls.signIn(username, PASSWORD));
    const others = deviceOf(await calls.signIn((await aPerson()).username, PASSWORD));
    clock.advance(121_000);
    const tempToken = await calls.tempTokenFor(username);
    for (let guess = 0; guess < GUESSES_PER_HOUR; guess++)
      await calls.signIn(username, `guess ${guess}`, { from: anAddress() });
    const [head, claims, signature] = cookie.split('.');
    const forged = [head, claims, signature!.split('').toReversed().join('')].join('.');
    for (const strange of ['', others, forged, `known_device=${tempToken}`])
      expect((await calls.signIn(username, PASSWORD, { from: anAddress(), cookie: strange })).status).toBe(429);
    expect((await calls.signIn(username, PASSWORD, { from: anAddress(), cookie })).status).toBe(200);
    clock.advance(181 * DAY);
    expect((await calls.signIn(username, PASSWORD, { from: anAddress(), cookie })).status).toBe(429);
  });

  test('is guessed no more often on a known device, whose budget is its own', async () => {
    const { username } = await aPerson();
    const signedIn = await calls.signIn(username, PASSWORD);
    expect(signedIn.headers.get('set-cookie')).toMatch(/; Path=\/api\/auth; HttpOnly; SameSite=Lax/);
    const cookie = deviceOf(signedIn);
    for (let guess = 0; guess < GUESSES_PER_HOUR; guess++)
      expect((await calls.signIn(username, 'slip', { cookie })).status).toBe(401);
    expect((await calls.signIn(username, PASSWORD, { cookie })).status).toBe(429);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('is guessed so often from one address, whichever accounts it tries', async () => {
    const guesses = await Promise.all(
      Array.from({ length: GUESSES_PER_ADDRESS + 10 }, () => calls.signIn(aNumber(), 'guess', { from: '203.0.113.7' })),
    );
    const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([GUESSES_PER_ADDRESS, 10]);
  });

  test('that was mistyped now and then locks nobody out', async () => {
    const { username } = await aPerson();
    for (let round = 0; round < 3; round++) {
      for (let slip = 0; slip < GUESSES_PER_HOUR - 5; slip++) await calls.signIn(username, 'slip');
      expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
    }
  });
});

describe('setting a password', () => {
  test('by a session ends the others and keeps this one', async () => {
    const { username, ...other } = await aPerson();
    const here = await calls.signedIn(username);
    const proof = { currentPassword: PASSWORD };
    expect(await calls.reset(here.token, username, 'two stages', 'two stages', proof)).toMatchObject({
      status: 200,
      json: { message: 'Password reset Successfully!' },
    });
    expect([await calls.opens(here.token), await calls.opens(other.token)]).toEqual([200, 403]);
    expect((await calls.rotate(other.refreshtoken)).status).toBe(403);
    expect((await calls.rotate(here.refreshtoken)).status).toBe(200);
  });

  test('by a code ends them all', async () => {
    const { username, token, refreshtoken } = await aPerson();
    const tempToken = await calls.tempTokenFor(username);
    expect((await calls.reset(tempToken, username, 'another password')).status).toBe(200);
    expect(await calls.opens(token)).toBe(403);
    expect((await calls.rotate(refreshtoken)).status).toBe(403);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(401);
    expect((await calls.signIn(username, 'another password')).status).toBe(200);
  });

  test('by a code ends that code, which signs nobody in any more', async () => {
    const username = aNumber();
    const tempToken = await calls.tempTokenFor(username);
    const code = await calls.codeFor(username);
    expect((await calls.reset(tempToken, username, PASSWORD)).status).toBe(200);
    expect((await calls.signIn(username, code)).status).toBe(401);
    expect((await calls.validate(username, code)).status).toBe(422);
  });

  test('is the one thing that a temporary token does, once, and within fifteen minutes', async () => {
    const username = aNumber();
    const tempToken = await calls.tempTokenFor(username);
    expect(await calls.opens(tempToken)).toBe(403);
    expect((await calls.reset(tempToken, username, PASSWORD)).status).toBe(200);
    expect(await calls.reset(tempToken, username, 'a second time')).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
    clock.advance(121_000);
    const late = await calls.tempTokenFor(username);
    clock.advance(15 * MINUTE + 1000);
    expect((await calls.reset(late, username, 'too late')).status).toBe(403);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('by a session alone is refused: it asks for the current password, or for a code where there is none', async () => {
    const { username, token } = await aPerson();
    expect(await calls.reset(token, username, 'mine now')).toMatchObject({
      status: 422,
      json: { code: 'proof_required', errors: [{ path: 'currentPassword', message: text.proofRequired }] },
    });
    expect(await calls.reset(token, username, 'mine now', 'mine now', { currentPassword: 'a guess' })).toMatchObject({
      status: 401,
      json: { code: 'credentials_invalid', message: text.currentPasswordWrong },
    });
    const { username: without, token: theirs } = await calls.signedIn();
    expect(await calls.reset(theirs, without, 'mine now')).toMatchObject({
      status: 422,
      json: { code: 'proof_required', errors: [{ path: 'otp', message: text.codeRequired }] },
    });
    expect((await calls.reset(theirs, without, 'mine now', 'mine now', { currentPassword: '' })).status).toBe(401);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
    expect((await calls.signIn(without, 'mine now')).status).toBe(401);
  });

  test('by a session and a code keeps the session, and uses the code up', async () => {
    const { username, token } = await calls.signedIn();
    clock.advance(121_000);
    await calls.forgot(username);
    const otp = await calls.codeFor(username);
    const others = await calls.reset(token, username, PASSWORD, PASSWORD, { otp: wrong(otp) });
    expect(others).toMatchObject({ status: 422, json: { code: 'otp_invalid', message: text.otpInvalid } });
    expect((await calls.reset(token, username, PASSWORD, PASSWORD, { otp })).status).toBe(200);
    expect(await calls.opens(token)).toBe(200);
    expect((await calls.reset(token, username, 'another one', 'another one', { otp })).status).toBe(422);
    expect((await calls.signIn(username, otp)).status).toBe(401);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('is tried ten times an hour by one session, and no session uses up another’s tries', async () => {
    const { username, token } = await aPerson();
    const here = (await calls.signIn(username, PASSWORD)).json.token as string;
    const attempt = (by: string, currentPassword: string) =>
      calls.reset(by, username, 'another one', 'another one', { currentPassword });
    for (let each = 0; each < 10; each++) expect((await attempt(token, `guess ${each}`)).status).toBe(401);
    expect((await attempt(token, PASSWORD)).status).toBe(429);
    expect((await attempt(here, PASSWORD)).status).toBe(200);
  });

  test.each([
    ['123456', text.passwordCommon],
    ['password', text.passwordCommon],
    ['Password', text.passwordCommon],
    ['qwerty123', text.passwordCommon],
    ['iloveyou', text.passwordCommon],
    ['9{number}', text.passwordIsOwn],
    ['+91 9{number}', text.passwordIsOwn],
    ['09{number}', text.passwordIsOwn],
  ])('to “%s” is refused, and leaves the code for another', async (wanted, message) => {
    const username = aNumber();
    const tempToken = await calls.tempTokenFor(username);
    const password = wanted.replace('9{number}', username);
    expect(await calls.reset(tempToken, username, password)).toMatchObject({
      status: 422,
      json: { code: 'validation_failed', errors: [{ path: 'password', message }] },
    });
    expect((await calls.reset(tempToken, username, PASSWORD)).status).toBe(200);
  });

  test('to the own address, or its name, is refused', async () => {
    const username = 'own.address@example.com';
    const tempToken = await calls.tempTokenFor(username);
    for (const password of [username, 'Own.Address'])
      expect((await calls.reset(tempToken, username, password)).json.message).toBe(text.passwordIsOwn);
  });

  test('is told to its owner: by mail at a proved address, else by SMS, and by mail at one that was typed', async () => {
    const address = 'told@example.com';
    await aPerson(address);
    const [mail] = await calls.inbox(address);
    expect(mail).toMatchObject({
      channel: 'email',
      subject: text.passwordNoticeSubject,
      text: expect.stringContaining('was changed'),
    });

    const { username, token, userId } = await aPerson();
    expect((await calls.inbox(username))[0]).toMatchObject({ channel: 'sms', text: text.passwordNotice });
    const typed = 'typed@example.com';
    await house.put(`/api/auth/userinfo/${userId}`, { token, body: { emailId: typed } });
    await calls.reset(token, username, 'two stages', 'two stages', { currentPassword: PASSWORD });
    expect((await calls.inbox(typed))[0]).toMatchObject({ channel: 'email', subject: text.passwordNoticeSubject });
    expect((await calls.inbox(username)).filter((each) => each.text === text.passwordNotice)).toHaveLength(2);
  });

  test('is done although the notice cannot be sent', async () => {
    const username = aNumber();
    const tempToken = await calls.tempTokenFor(username);
    await house.script({ provider: 'sms', next: 'error' });
    expect((await calls.reset(tempToken, username, PASSWORD)).status).toBe(200);
    expect((await calls.signIn(username, PASSWORD)).status).toBe(200);
  });

  test('of one temporary token twice at once happens once', async () => {
    const username = aNumber();
    const tempToken = await calls.tempTokenFor(username);
    const replies = await Promise.all(
      ['first one', 'second one'].map((each) => calls.reset(tempToken, username, each)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('for anybody else is not found', async () => {
    const { token } = await calls.signedIn();
    const { username: theirs } = await aPerson();
    for (const username of [theirs, aNumber(), 'nobody@example.com'])
      expect(await calls.reset(token, username, 'mine now')).toMatchObject({ status: 404 });
    expect((await calls.signIn(theirs, PASSWORD)).status).toBe(200);
  });

  test.each([
    ['', '', 'Password is required!'],
    ['12345', '12345', 'Password must be at least 6 characters'],
    ['123456', '', 'Confirm Password is required!'],
    ['123456', '12345', 'Confirm Password must be at least 6 characters'],
    ['123456', '1234567', 'Confirm password should match with Password'],
  ])('“%s” and “%s” is refused: %s', async (password, confirmPassword, message) => {
    const { token, username } = await calls.signedIn();
    expect(await calls.reset(token, username, password, confirmPassword)).toMatchObject({
      status: 422,
      json: { code: 'validation_failed', errors: expect.arrayContaining([expect.objectContaining({ message })]) },
    });
  });

  test('takes up to two hundred characters', async () => {
    const username = aNumber();
    const tempToken = await calls.tempTokenFor(username);
    expect((await calls.reset(tempToken, username, 'x'.repeat(201))).status).toBe(422);
    expect((await calls.reset(tempToken, username, 'ß'.repeat(200))).status).toBe(200);
    expect((await calls.signIn(username, 'ß'.repeat(200))).status).toBe(200);
  });
});

/** The middle one of many: what else the machine does moves the ends, not the middle. */
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/**
 * Two kinds of call, one after the other in turn, so that a busy moment meets both. The ratio of their medians tells whether a kind
 * shows in the time. Three rounds at most: noise passes, a difference stays.
 */
async function ratioOf(one: () => Promise<unknown>, other: () => Promise<unknown>, samples: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3 && Math.abs(Math.log(best)) > Math.log(1.1); round++) {
    const times: [number[], number[]] = [[], []];
    for (let sample = 0; sample < samples * 2; sample++) {
      // Each kind goes first as often as second.
      const kind = (sample + Math.floor(sample / 2)) % 2;
      const start = performance.now();
      await (kind === 0 ? one() : other());
      times[kind]!.push(performance.now() - start);
    }
    const ratio = median(times[0]) / median(times[1]);
    if (Math.abs(Math.log(ratio)) < Math.abs(Math.log(best))) best = ratio;
  }
  return best;
}

// Bounds: the medians differ by less than a quarter. One argon2 (25 ms) more or less would make it a factor of five and more.
describe('the time of an answer does not tell a known account from an unknown one', { tags: ['deep'] }, () => {
  const LOW = 1 / 1.25;
  const HIGH = 1.25;

  test('when a password is wrong (60 of each)', async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const known = await Promise.all(
      Array.from({ length: 180 }, () =>
        house.aViewer({ mobile: aNumber(), mobileVerifiedAt: clock.now(), passwordHash }),
      ),
    );
    const ratio = await ratioOf(
      () => calls.signIn(known.pop()!.mobile!, 'a wrong one'),
      () => calls.signIn(aNumber(), 'a wrong one'),
      60,
    );
    expect(ratio).toBeGreaterThan(LOW);
    expect(ratio).toBeLessThan(HIGH);
  }, 120_000);

  test('when a code is wrong (60 of each)', async () => {
    const known = await Promise.all(
      Array.from({ length: 180 }, () => house.aViewer({ mobile: aNumber(), mobileVerifiedAt: clock.now() })),
    );
    const ratio = await ratioOf(
      () => calls.signIn(known.pop()!.mobile!, '000000'),
      () => calls.signIn(aNumber(), '000000'),
      60,
    );
    expect(ratio).toBeGreaterThan(LOW);
    expect(ratio).toBeLessThan(HIGH);
  }, 120_000);

  test('when a code is asked for (100 of each)', async () => {
    const known = await Promise.all(
      Array.from({ length: 300 }, () => house.aViewer({ mobile: aNumber(), mobileVerifiedAt: clock.now() })),
    );
    const ratio = await ratioOf(
      () => calls.forgot(known.pop()!.mobile!),
      () => calls.forgot(aNumber()),
      100,
    );
    expect(ratio).toBeGreaterThan(LOW);
    expect(ratio).toBeLessThan(HIGH);
  }, 120_000);
});
