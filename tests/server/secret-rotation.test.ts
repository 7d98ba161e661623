import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/read-config.ts';
import { openHouse } from '#server/house.ts';
import { readToken } from '#server/tokens.ts';
import { aClock, aHouse, caller, type TestHouse } from '../support/house.ts';
import { aNumber, signingIn, wrong } from '../support/sign-in.ts';

const RAZORPAY = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a key secret' };
const OLD = {
  ...RAZORPAY,
  TOKEN_SECRET: 'the old token secret',
  OTP_PEPPER: 'the old code pepper',
  RAZORPAY_WEBHOOK_SECRET: 'the old webhook secret',
};
const NEW = {
  ...RAZORPAY,
  TOKEN_SECRET: 'the new token secret',
  OTP_PEPPER: 'the new code pepper',
  RAZORPAY_WEBHOOK_SECRET: 'the new webhook secret',
};
const PREVIOUS = {
  TOKEN_SECRET_PREVIOUS: OLD.TOKEN_SECRET,
  OTP_PEPPER_PREVIOUS: OLD.OTP_PEPPER,
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: OLD.RAZORPAY_WEBHOOK_SECRET,
};

const clock = aClock();
let before: Server;
let during: Server;
let after: Server;

beforeAll(async () => {
  const house = await aHouse({ clock, settings: OLD });
  before = serverOf(house);
  during = serverOf(await restarted(house, { ...NEW, ...PREVIOUS }));
  after = serverOf(await restarted(house, NEW));
});

/** The same cinema, on the same database, started with other settings. */
async function restarted(house: TestHouse, settings: Record<string, string>): Promise<TestHouse> {
  const { dataDir, origin } = house.config;
  const config = readConfig(
    { NODE_ENV: 'test', DATA_DIR: dataDir, ORIGIN: origin, LOG_LEVEL: 'silent', ...settings },
    () => expect.unreachable(),
  );
  const { database, jobs, sandbox } = house;
  const network: typeof fetch = async (input, init) => house.app.request(new Request(input, init));
  const { app, deps } = await openHouse(config, {
    database,
    jobs,
    sandbox: sandbox.app,
    now: clock.now,
    fetch: network,
  });
  return { ...house, config, app, deps, ...caller(app, config, clock) };
}

type Server = ReturnType<typeof serverOf>;
const serverOf = (house: TestHouse) => ({ ...signingIn(house), post: house.post });

const isSignedBy = async (secret: string, token: string) =>
  (await readToken([secret], 'user', token, clock.now())) !== null;

describe('after TOKEN_SECRET was changed', () => {
  test('a token of the previous secret still works, and its renewal is signed with the new secret', async () => {
    const { token, refreshtoken } = await before.signedIn();
    expect(await during.opens(token)).toBe(200);

    const renewed = await during.rotate(refreshtoken);
    expect(renewed.status).toBe(200);
    expect(await isSignedBy(NEW.TOKEN_SECRET, renewed.json.token)).toBe(true);
    expect(await isSignedBy(OLD.TOKEN_SECRET, renewed.json.token)).toBe(false);
    expect(await after.opens(renewed.json.token)).toBe(200);
  });

  test('a token of the previous secret is refused without that secret, and the session goes on by its refresh token', async () => {
    const { token, refreshtoken } = await before.signedIn();
    expect(await after.opens(token)).toBe(403);
    expect((await after.rotate(refreshtoken)).status).toBe(200);
  });

  test('two tabs that renew a session before and after the change get the same next token', async () => {
    const { refreshtoken } = await before.signedIn();
    const first = await before.rotate(refreshtoken);
    const second = await during.rotate(refreshtoken);
    expect(second.json.refreshtoken).toBe(first.json.refreshtoken);
  });

  test('a temporary token of the previous secret still sets a password, and is refused without that secret', async () => {
    const number = aNumber();
    const tempToken = await before.tempTokenFor(number);
    const password = 'kettle-orbit-nine';
    expect((await after.reset(tempToken, number, password)).status).toBe(403);
    expect((await during.reset(tempToken, number, password)).status).toBe(200);
  });
});

describe('after OTP_PEPPER was changed', () => {
  test('a code that was sent before still signs in, once', async () => {
    const number = aNumber();
    await before.forgot(number);
    const code = await before.codeFor(number);
    expect((await during.signIn(number, wrong(code))).status).toBe(401);
    expect((await during.signIn(number, code)).status).toBe(200);
    expect((await during.signIn(number, code)).status).toBe(401);
  });

  test('a code that was sent before is refused without the previous pepper', async () => {
    const number = aNumber();
    await before.forgot(number);
    expect((await after.signIn(number, await before.codeFor(number))).status).toBe(401);
  });

  test('a new code is hashed with the new pepper', async () => {
    const number = aNumber();
    await during.forgot(number);
    expect((await after.signIn(number, await before.codeFor(number))).status).toBe(200);
  });
});

describe('after RAZORPAY_WEBHOOK_SECRET was changed', () => {
  const body = '{"entity":"event","event":"payment.pending","payload":{}}';
  const webhook = async (server: Server, secret: string) => {
    const headers = { 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') };
    return (await server.post('/api/ott/payments/webhooks/razorpay', { headers, body })).status;
  };

  test('a webhook with a signature of either secret is accepted, and of no other', async () => {
    expect(await webhook(during, OLD.RAZORPAY_WEBHOOK_SECRET)).toBe(200);
    expect(await webhook(during, NEW.RAZORPAY_WEBHOOK_SECRET)).toBe(200);
    expect(await webhook(during, 'a guessed webhook secret')).toBe(401);
  });

  test('a webhook with a signature of the previous secret is refused without that secret', async () => {
    expect(await webhook(after, OLD.RAZORPAY_WEBHOOK_SECRET)).toBe(401);
    expect(await webhook(after, NEW.RAZORPAY_WEBHOOK_SECRET)).toBe(200);
  });
});
