import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/read-config.ts';
import { openServer } from '#server/server.ts';
import { readToken } from '#server/tokens.ts';
import { isHashOfNetwork, networkHash } from '#server/streaming/playback/access.ts';
import { aClock, aServer, createClient, type TestServer } from '../support/test-server.ts';
import { aMobileNumber, signInCalls, wrongCode } from '../support/sign-in.ts';

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
  const server = await aServer({ clock, settings: OLD });
  before = serverOf(server);
  during = serverOf(await restarted(server, { ...NEW, ...PREVIOUS }));
  after = serverOf(await restarted(server, NEW));
});

/** Starts a server on the same database with other settings. */
async function restarted(
  server: TestServer,
  settings: Record<string, string>,
): Promise<TestServer> {
  const { dataDir, origin } = server.config;
  const config = readConfig(
    { NODE_ENV: 'test', DATA_DIR: dataDir, ORIGIN: origin, LOG_LEVEL: 'silent', ...settings },
    () => expect.unreachable(),
  );
  const { database, jobs, sandbox } = server;
  const fetchInProcess: typeof fetch = async (input, init) =>
    server.app.request(new Request(input, init));
  const { app, deps } = await openServer(config, {
    database,
    jobs,
    sandbox: sandbox.app,
    now: clock.now,
    fetch: fetchInProcess,
  });
  return { ...server, config, app, deps, ...createClient(app, config, clock) };
}

type Server = ReturnType<typeof serverOf>;
const serverOf = (server: TestServer) => ({
  ...signInCalls(server),
  post: server.post,
  config: server.config,
});

const isSignedBy = async (secret: string, token: string) =>
  (await readToken({ secrets: [secret], audience: 'user', token, now: clock.now() })) !== null;

describe('after TOKEN_SECRET was changed', () => {
  test('a token of the previous secret still works, and its renewal is signed with the new secret', async () => {
    const { token, refreshtoken } = await before.aSignedInUser();
    expect(await during.profileStatus(token)).toBe(200);

    const renewed = await during.rotateToken(refreshtoken);
    expect(renewed.status).toBe(200);
    expect(await isSignedBy(NEW.TOKEN_SECRET, renewed.json.token)).toBe(true);
    expect(await isSignedBy(OLD.TOKEN_SECRET, renewed.json.token)).toBe(false);
    expect(await after.profileStatus(renewed.json.token)).toBe(200);
  });

  test('a token of the previous secret is refused without that secret, and the session goes on by its refresh token', async () => {
    const { token, refreshtoken } = await before.aSignedInUser();
    expect(await after.profileStatus(token)).toBe(403);
    expect((await after.rotateToken(refreshtoken)).status).toBe(200);
  });

  test('two tabs that renew a session before and after the change get the same next token', async () => {
    const { refreshtoken } = await before.aSignedInUser();
    const first = await before.rotateToken(refreshtoken);
    const second = await during.rotateToken(refreshtoken);
    expect(second.json.refreshtoken).toBe(first.json.refreshtoken);
  });

  test('a temporary token of the previous secret still sets a password, and is refused without that secret', async () => {
    const number = aMobileNumber();
    const tempToken = await before.tempTokenFor(number);
    const password = 'kettle-orbit-nine';
    expect((await after.resetPassword(tempToken, number, password)).status).toBe(403);
    expect((await during.resetPassword(tempToken, number, password)).status).toBe(200);
  });
});

test('a play token of the previous TOKEN_SECRET still names its network', () => {
  const hash = networkHash(before.config, '203.0.113.7');
  expect(isHashOfNetwork(during.config, hash, '203.0.113.200')).toBe(true);
  expect(isHashOfNetwork(during.config, hash, '198.51.100.7')).toBe(false);
  expect(isHashOfNetwork(after.config, hash, '203.0.113.7')).toBe(false);
});

describe('after OTP_PEPPER was changed', () => {
  test('a code that was sent before still signs in, once', async () => {
    const number = aMobileNumber();
    await before.requestCode(number);
    const code = await before.codeFor(number);
    expect((await during.signIn(number, wrongCode(code))).status).toBe(401);
    expect((await during.signIn(number, code)).status).toBe(200);
    expect((await during.signIn(number, code)).status).toBe(401);
  });

  test('a code that was sent before is refused without the previous pepper', async () => {
    const number = aMobileNumber();
    await before.requestCode(number);
    expect((await after.signIn(number, await before.codeFor(number))).status).toBe(401);
  });

  test('a new code is hashed with the new pepper', async () => {
    const number = aMobileNumber();
    await during.requestCode(number);
    expect((await after.signIn(number, await before.codeFor(number))).status).toBe(200);
  });
});

describe('after RAZORPAY_WEBHOOK_SECRET was changed', () => {
  const body = '{"entity":"event","event":"payment.pending","payload":{}}';
  const webhook = async (server: Server, secret: string) => {
    const headers = {
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    };
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
