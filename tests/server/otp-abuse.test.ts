import { authSentences } from '#messages/refusals/auth.ts';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { OTP_TRIES } from '#domain/limits/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import {
  GUESSES_PER_ADDRESS,
  GUESSES_PER_DAY,
  GUESSES_PER_HOUR,
} from '#server/auth/session/attempt-limits.ts';
import {
  CODES_PER_ADDRESS,
  CODES_PER_BLOCK,
  CODES_PER_DAY,
  CODES_PER_HOUR,
} from '#server/message-budget/limits.ts';
import { networkOf, networksOf } from '#server/caller.ts';
import { aSandboxServer } from '../support/sandbox-server.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aFreePort, aServerProcess, type ServerProcess } from '../support/server-process.ts';
import {
  aLog,
  aMobileNumber,
  anIpAddress,
  deviceCookieOf,
  signInCalls,
  wrongCode,
} from '../support/sign-in.ts';

const TEST_TIMEOUT_MS = 120_000;

const clock = aClock();
let server: TestServer;
let calls: ReturnType<typeof signInCalls>;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signInCalls(server);
});

const count = (replies: { status: number }[], expected: number) =>
  replies.filter(({ status }) => status === expected).length;
/** Ends the hour windows of the limits, which use the real clock. */
const anHourPasses = async (of: TestServer = server) => {
  of.clock.advance(HOUR);
  await of.database.query(
    `update rate_limits set expire = 0 where key not like '%\\_day:%' and key not like 'otp\\_daily:%'`,
  );
};

const aMinutePasses = (of: TestServer) =>
  of.database.query(`update rate_limits set expire = 0 where key like '%\\_slow:%'`);
/** Creates an account and returns its number or address. */
const aKnownDestination = async (of: TestServer, by: 'mobile' | 'email' = 'mobile') => {
  const now = of.clock.now();
  if (by === 'mobile')
    return (await of.aViewer({ mobile: aMobileNumber(), mobileVerifiedAt: now })).mobile!;
  return (
    await of.aViewer({ emailId: `asha${randomInt(10 ** 9)}@example.com`, emailVerifiedAt: now })
  ).emailId!;
};
const hexadecimal = () => randomInt(65536).toString(16);

describe('codes are sent', () => {
  test(
    'five times an hour and ten times a day to one destination, for all callers together',
    async () => {
      for (const username of [aMobileNumber(), 'curtain@example.com']) {
        const statuses: number[] = [];
        for (let hour = 0; hour < 3; hour++) {
          for (let each = 0; each < CODES_PER_HOUR + 1; each++) {
            clock.advance(121_000);
            const reply = await calls.requestCode(username, { ipAddress: anIpAddress() });
            statuses.push(reply.status);
            if (reply.status === 429)
              expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(60);
          }
          await anHourPasses();
        }
        expect(statuses).toEqual([
          200,
          200,
          200,
          200,
          200,
          429,
          200,
          200,
          200,
          200,
          200,
          429,
          ...Array(6).fill(429),
        ]);
        expect(await calls.inbox(username)).toHaveLength(CODES_PER_DAY);
      }
    },
    TEST_TIMEOUT_MS,
  );

  test('only up to the hourly limit of an IP address, for any numbers', async () => {
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_ADDRESS + 5 }, () =>
        calls.register(aMobileNumber(), { ipAddress: '198.51.100.4' }),
      ),
    );
    expect([count(replies, 201), count(replies, 429)]).toEqual([CODES_PER_ADDRESS, 5]);
  });

  test('to an IPv6 /64 with the limit of one address', async () => {
    const from = () =>
      `2001:db8:1:2:${[1, 2, 3, 4].map(() => randomInt(65536).toString(16)).join(':')}`;
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_ADDRESS + 5 }, () =>
        calls.register(aMobileNumber(), { ipAddress: from() }),
      ),
    );
    expect(count(replies, 429)).toBe(5);
  });

  test.each([
    ['of a home (/56)', 2, () => `2001:db8:1:3${randomInt(16, 256).toString(16)}::1`],
    ['of a site (/48)', 4, () => `2001:db8:2:${hexadecimal()}::1`],
  ])('to an IPv6 network %s with %i times the limit of one address', async (_, times, from) => {
    const cap = CODES_PER_ADDRESS * times;
    const replies = await Promise.all(
      Array.from({ length: cap + 10 }, () =>
        calls.register(aMobileNumber(), { ipAddress: from() }),
      ),
    );
    expect([count(replies, 201), count(replies, 429)]).toEqual([cap, 10]);
    expect(replies.find(({ status }) => status === 429)!.json.message).toBe(
      sessionRefusals.tooManyFromNetwork,
    );
  });

  test('to accounts and known devices in a network whose limit strangers have used up', async () => {
    const ipAddress = '198.51.100.44';
    for (let each = 0; each < CODES_PER_ADDRESS; each++)
      await calls.register(aMobileNumber(), { ipAddress });
    const known = await aKnownDestination(server);
    expect((await calls.register(aMobileNumber(), { ipAddress })).status).toBe(429);
    expect((await calls.requestCode(known, { ipAddress })).status).toBe(200);
    const cookie = deviceCookieOf(
      await calls.signIn(known, await calls.codeFor(known), { ipAddress }),
    );

    // Refused calls count too, so that a network cannot find out which numbers have accounts.
    for (let each = 0; each < CODES_PER_ADDRESS; each++)
      await calls.register(aMobileNumber(), { ipAddress });
    expect((await calls.requestCode(await aKnownDestination(server), { ipAddress })).status).toBe(
      429,
    );
    clock.advance(121_000);
    expect((await calls.requestCode(known, { ipAddress })).status).toBe(429);
    expect((await calls.requestCode(known, { ipAddress, cookie })).status).toBe(200);
  });

  test('to one mailbox five times an hour, with any tag in its address', async () => {
    const replies = [];
    for (let tag = 0; tag < CODES_PER_HOUR + 1; tag++)
      replies.push(
        await calls.requestCode(`ravi+${tag}@example.com`, { ipAddress: anIpAddress() }),
      );
    expect([count(replies, 200), count(replies, 429)]).toEqual([CODES_PER_HOUR, 1]);
    expect(replies.at(-1)!.json.message).toBe(sessionRefusals.tooManyToYou);
  });

  test('to a known device after strangers have used up the hourly limit of the account', async () => {
    const username = await aKnownDestination(server);
    await calls.requestCode(username);
    const cookie = deviceCookieOf(await calls.signIn(username, await calls.codeFor(username)));
    for (let each = 1; each < CODES_PER_HOUR; each++) {
      clock.advance(121_000);
      expect((await calls.requestCode(username, { ipAddress: anIpAddress() })).status).toBe(200);
    }
    clock.advance(121_000);
    expect(await calls.requestCode(username, { ipAddress: anIpAddress() })).toMatchObject({
      status: 429,
      json: { message: sessionRefusals.tooManyToYou },
    });
    expect((await calls.requestCode(username, { ipAddress: anIpAddress(), cookie })).status).toBe(
      200,
    );
  });

  test.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['2001:db8:1:a7f2::1', ['2001:db8:1:a7f2', '2001:db8:1:a700/56', '2001:db8:1/48']],
    ['2001:db8::1', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
  ])('%s is part of the networks %j', (ip, networks) => expect(networksOf(ip)).toEqual(networks));

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0001:2:3:4:5', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
  ])('%s belongs to the network %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  test.each([
    ['203.0.113.7, ::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:0:1', '::ffff:0:1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('a caller with X-Forwarded-For %s is counted as %s', async (header, ip) => {
    const { json } = await server.get('/api/ott/public/geo', {
      headers: { 'X-Forwarded-For': header },
    });
    expect(json.ip).toBe(ip);
  });

  test('only up to the hourly limit of a block of ten thousand numbers', async () => {
    const block = aMobileNumber().slice(0, 6);
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_BLOCK + 5 }, (_, index) =>
        calls.register(block + String(1000 + index), { ipAddress: anIpAddress() }),
      ),
    );
    expect([count(replies, 201), count(replies, 429)]).toEqual([CODES_PER_BLOCK, 5]);
  });

  test('without limits for addresses and blocks to callers on this machine, outside production', async () => {
    const block = aMobileNumber().slice(0, 6);
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_ADDRESS + 5 }, (_, index) =>
        calls.register(block + String(1000 + index)),
      ),
    );
    expect(count(replies, 201)).toBe(CODES_PER_ADDRESS + 5);
  });
});

describe('an SMS', () => {
  const register = (of: TestServer, countryCode: string, mobileno: string) =>
    of.post('/api/auth/users/registerbyphone', { body: { countryCode, mobileno } });

  test('is sent only to India by default', async () => {
    expect(await register(server, '1', '2025550100')).toMatchObject({
      status: 422,
      json: { code: 'country_not_served', message: authSentences.country_not_served },
    });
  });

  test(
    'is sent to the countries of SMS_COUNTRIES and signs in by the international number',
    async () => {
      const foreignServer = await aServer({ settings: { SMS_COUNTRIES: '91, 44,1' } });
      expect((await register(foreignServer, '+44', '7911123456')).status).toBe(201);
      const [{ text: sms }] = (await foreignServer.get('/sandbox/inbox.json?to=%2B447911123456'))
        .json;
      const login = { username: '+44 7911 123456', password: /^\d{6}/.exec(sms)![0] };
      const { status, json } = await foreignServer.post('/api/auth/users/login', { body: login });
      expect(status).toBe(200);
      expect(
        (await foreignServer.get('/api/auth/myprofile', { token: json.token })).json.data,
      ).toMatchObject({
        dialCode: '44',
        mobile: '7911123456',
      });
      for (const [countryCode, mobileno] of [
        ['44', '9011234567'],
        ['44', '8431234567'],
        ['1', '9002345678'],
        ['1', '8005551234'],
        ['1', '12345678'],
        ['971', '501234567'],
      ] as const)
        expect(
          (await register(foreignServer, countryCode, mobileno)).status,
          `+${countryCode} ${mobileno}`,
        ).toBe(422);
    },
    TEST_TIMEOUT_MS,
  );
});

describe('the country and day limits', () => {
  test(
    'slow strangers down and stop them at three quarters of a country’s hour; the remainder is for accounts',
    async () => {
      const { log, lines } = aLog();
      const cappedServer = await aServer({ settings: { OTP_DAILY_CAP: '80' }, log });
      const { register, requestCode, inbox } = signInCalls(cappedServer);
      const [hourlyLimit, strangerLimit] = [20, 15];
      const burst = await Promise.all(
        Array.from({ length: hourlyLimit }, () => register(aMobileNumber())),
      );
      // Strangers get half of their part at once, then one code a minute.
      expect([count(burst, 201), count(burst, 429)]).toEqual([9, 11]);
      const slowed = await register(aMobileNumber());
      expect(slowed).toMatchObject({
        status: 429,
        json: { message: sessionRefusals.tooManyInCountry },
      });
      expect(Number(slowed.headers.get('retry-after'))).toBeLessThanOrEqual(60);

      for (let sent = 9; sent < strangerLimit; sent++) {
        await aMinutePasses(cappedServer);
        expect((await register(aMobileNumber())).status).toBe(201);
      }
      await aMinutePasses(cappedServer);
      const stranger = aMobileNumber();
      const stopped = await register(stranger);
      expect(stopped).toMatchObject({
        status: 429,
        json: { message: sessionRefusals.tooManyInCountry },
      });
      expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60);

      for (let sent = strangerLimit; sent < hourlyLimit; sent++) {
        const known = await aKnownDestination(cappedServer);
        expect((await requestCode(known)).status).toBe(200);
        expect(await inbox(known)).toHaveLength(1);
      }
      expect((await requestCode(await aKnownDestination(cappedServer))).status).toBe(429);

      const alerts = lines
        .filter((line) => line.includes('otp_country_cap'))
        .map((line) => JSON.parse(line));
      expect(alerts).toEqual([
        expect.objectContaining({ level: 40, kind: 'mobile', key: '91', cap: hourlyLimit }),
        expect.objectContaining({ level: 40, kind: 'mobile', key: '91', cap: hourlyLimit }),
      ]);
      const { text: metrics } = await cappedServer.get('/api/auth/metrics');
      expect(metrics).toMatch(/matinee_otp_refused_total{kind="mobile",reason="country"} \d/);

      // A refusal by the country limit does not count for the number's own limit.
      await anHourPasses(cappedServer);
      for (let each = 0; each < CODES_PER_HOUR; each++) {
        expect((await register(stranger)).status).toBe(201);
        cappedServer.clock.advance(121_000);
      }
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'stop strangers at three quarters of the daily cap and everyone at the cap, each with one log line',
    async () => {
      const { log, lines } = aLog();
      const cappedServer = await aServer({ settings: { OTP_DAILY_CAP: '8' }, log });
      const { register, registerByEmail, requestCode } = signInCalls(cappedServer);
      const signUp = () => registerByEmail(`asha${randomInt(10 ** 9)}@example.com`);
      for (let sent = 0; sent < 6; sent++) expect((await signUp()).status).toBe(201);
      const paused = await signUp();
      expect(paused).toMatchObject({
        status: 503,
        json: { code: 'otp_paused', message: text.resendFailed },
      });
      const msOfDay = cappedServer.clock.now().getTime() % DAY;
      expect(paused.headers.get('retry-after')).toBe(String(Math.ceil((DAY - msOfDay) / 1000)));
      for (let sent = 6; sent < 8; sent++)
        expect((await requestCode(await aKnownDestination(cappedServer, 'email'))).status).toBe(
          200,
        );
      expect((await requestCode(await aKnownDestination(cappedServer, 'email'))).status).toBe(503);
      expect((await signUp()).status).toBe(503);
      const alerts = lines
        .filter((line) => line.includes('otp_daily_cap'))
        .map((line) => JSON.parse(line));
      const alert = expect.objectContaining({ level: 50, kind: 'email', cap: 8 });
      expect(alerts).toEqual([alert, alert]);

      expect((await register(aMobileNumber())).status).toBe(201);
      cappedServer.clock.advance(DAY);
      expect((await signUp()).status).toBe(201);
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'come with an alert when few of the sent codes are entered',
    async () => {
      const { log, lines } = aLog();
      const watched = await aServer({ log });
      const { register, validateCode, codeFor } = signInCalls(watched);
      const alerts = () =>
        lines.filter((line) => line.includes('otp_verified_ratio')).map((line) => JSON.parse(line));
      const send = async (codes: number, verified: number) => {
        for (let each = 0; each < codes; each++) {
          const mobile = aMobileNumber();
          await register(mobile);
          if (each < verified) await validateCode(mobile, await codeFor(mobile));
        }
      };
      await send(20, 6);
      expect(alerts()).toEqual([]);
      watched.clock.advance(HOUR);
      await send(20, 2);
      expect(alerts()).toEqual([expect.objectContaining({ level: 40, sent: 20, verified: 2 })]);
    },
    TEST_TIMEOUT_MS,
  );
});

// docs/architecture.md, "Signing in": at most ten messages a day, twenty guesses an hour and fifty a day, from all callers.
describe('a thousand guesses', { tags: ['deep'] }, () => {
  test('against one account, from many addresses and over a day, never sign in and cost at most ten messages', async () => {
    const { username, userId } = await calls.aSignedInUser();
    await anHourPasses();
    const sentBefore = (await calls.inbox(username)).length;
    const replies: { status: number }[] = [];
    const guess = (code: string) => {
      const where = { ipAddress: anIpAddress() };
      return replies.length % 2
        ? calls.signIn(username, code, where)
        : calls.validateCode(username, code, where);
    };
    for (let hour = 0; hour < 10; hour++) {
      let [code, tries] = ['', 0];
      for (let each = 0; each < 100; each++) {
        // Requests a new code as often as allowed.
        clock.advance(30_000);
        if (each % 5 === 0) await calls.requestCode(username, { ipAddress: anIpAddress() });
        const right = await calls.codeFor(username);
        if (right !== code) [code, tries] = [right, 0];
        // After the tries are used up, every guess is correct.
        const { status } = await guess(tries < OTP_TRIES ? wrongCode(right) : right);
        // Above the limit of guesses, a wrong one still costs a try of its code.
        tries += 1;
        replies.push({ status });
      }
      await anHourPasses();
    }
    expect(replies).toHaveLength(1000);
    expect(count(replies, 200)).toBe(0);
    expect(count(replies, 401) + count(replies, 422)).toBeLessThanOrEqual(GUESSES_PER_DAY);
    expect((await calls.inbox(username)).length - sentBefore).toBeLessThanOrEqual(CODES_PER_DAY);
    const { rows } = await server.database.query(
      'select session_id from sessions where user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(1);
  }, 180_000);

  test('count the same concurrently as one after another', async () => {
    const username = aMobileNumber();
    await calls.register(username);
    const right = await calls.codeFor(username);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        calls.validateCode(username, index < 40 ? wrongCode(right) : right, {
          ipAddress: anIpAddress(),
        }),
      ),
    );
    // Concurrent guesses may reach the daily limit first, which then refuses one within the hourly limit.
    expect(count(replies, 422)).toBeLessThanOrEqual(GUESSES_PER_HOUR);
    expect(count(replies, 422)).toBeGreaterThan(0);
    expect(count(replies, 422) + count(replies, 429)).toBe(200);
  });
});

describe('a stranger’s wrong guesses', () => {
  const exhaustGuesses = async (username: string) => {
    const replies = await Promise.all(
      Array.from({ length: GUESSES_PER_HOUR + 5 }, (_, index) =>
        calls.signIn(username, `guess ${index}`, { ipAddress: anIpAddress() }),
      ),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([GUESSES_PER_HOUR, 5]);
  };

  test('do not block the correct code while it has tries left', async () => {
    const username = await aKnownDestination(server);
    await exhaustGuesses(username);
    await calls.requestCode(username);
    const code = await calls.codeFor(username);
    for (let guess = 1; guess < OTP_TRIES; guess++)
      expect(
        (await calls.validateCode(username, wrongCode(code), { ipAddress: anIpAddress() })).status,
      ).toBe(429);
    expect((await calls.validateCode(username, code, { ipAddress: anIpAddress() })).status).toBe(
      200,
    );
    expect((await calls.signIn(username, code, { ipAddress: anIpAddress() })).status).toBe(200);
  });

  test('above the limit still use up the tries of a code', async () => {
    const username = await aKnownDestination(server);
    await exhaustGuesses(username);
    await calls.requestCode(username);
    const code = await calls.codeFor(username);
    for (let guess = 0; guess < OTP_TRIES; guess++)
      await calls.signIn(username, wrongCode(code), { ipAddress: anIpAddress() });
    expect((await calls.signIn(username, code, { ipAddress: anIpAddress() })).status).toBe(429);
    expect((await calls.validateCode(username, code, { ipAddress: anIpAddress() })).status).toBe(
      429,
    );
  });

  test('do not include correct sign-ins from the same address', async () => {
    const ipAddress = '198.51.100.60';
    for (let person = 0; person <= GUESSES_PER_ADDRESS; person += 2) {
      const username = await aKnownDestination(server);
      await calls.requestCode(username);
      const code = await calls.codeFor(username);
      expect((await calls.validateCode(username, code, { ipAddress })).status).toBe(200);
      expect((await calls.signIn(username, code, { ipAddress })).status).toBe(200);
    }
    expect((await calls.signIn(aMobileNumber(), 'a guess', { ipAddress })).status).toBe(401);
  });

  test('from an IPv6 /56 are counted together', async () => {
    const replies = await Promise.all(
      Array.from({ length: GUESSES_PER_ADDRESS * 2 + 5 }, () =>
        calls.signIn(aMobileNumber(), 'a guess', {
          ipAddress: `2001:db8:9:4${randomInt(16, 256).toString(16)}::1`,
        }),
      ),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([GUESSES_PER_ADDRESS * 2, 5]);
  });
});

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const NEEDS = 'two processes need a PostgreSQL, and TEST_DATABASE_URL names none';

describe.skipIf(!hasPostgres)(
  hasPostgres ? 'two processes' : `two processes (left out: ${NEEDS})`,
  { tags: ['deep'] },
  () => {
    const CAP = 2000;
    let database: TestDatabase;
    let sandboxServer: Awaited<ReturnType<typeof aSandboxServer>>;
    let servers: ServerProcess[];

    beforeAll(async () => {
      database = await aDatabase();
      sandboxServer = await aSandboxServer('http://127.0.0.1:1');
      const { url: databaseUrl, dataDir } = database;
      const settings = { TRUST_PROXY: 'true', OTP_DAILY_CAP: String(CAP) };
      const open = async () =>
        aServerProcess({
          port: await aFreePort(),
          databaseUrl,
          dataDir,
          sandboxOrigin: sandboxServer.origin,
          settings,
        });
      servers = await Promise.all([open(), open()]);
    }, 90_000);

    afterAll(async () => {
      await Promise.all((servers ?? []).map((server) => server.kill()));
      await sandboxServer?.close();
      await database?.drop();
    });

    const atBoth = (
      times: number,
      ask: (server: ServerProcess, index: number) => Promise<{ status: number }>,
    ) => Promise.all(Array.from({ length: times }, (_, index) => ask(servers[index % 2]!, index)));
    const register = (server: ServerProcess, mobileno: string, from: string) =>
      server.post('/auth/users/registerbyphone', {
        body: { mobileno, countryCode: '91' },
        headers: { 'X-Forwarded-For': from },
      });

    test('count the codes of one address together', async () => {
      const replies = await atBoth(CODES_PER_ADDRESS + 10, (server) =>
        register(server, aMobileNumber(), '198.51.100.9'),
      );
      expect([count(replies, 201), count(replies, 429)]).toEqual([CODES_PER_ADDRESS, 10]);
    });

    test('count the codes of a country together', async () => {
      // Strangers may use three quarters of the hourly limit, and are slowed down from half of that.
      const strangerLimit = (CAP / 4) * (3 / 4);
      const slowFrom = Math.ceil(strangerLimit / 2);
      const left = slowFrom + Math.ceil((strangerLimit - slowFrom) / 30) - CODES_PER_ADDRESS;
      const replies = await atBoth(left + 20, (server) =>
        register(server, aMobileNumber(), anIpAddress()),
      );
      expect([count(replies, 201), count(replies, 429)]).toEqual([left, 20]);
    });

    test('count the guesses against one account together', async () => {
      const username = aMobileNumber();
      // With more than a day's guesses at once, the daily limit may refuse one within the hourly limit.
      const replies = await atBoth(GUESSES_PER_DAY, (server, index) =>
        server.post('/auth/users/login', {
          body: { username, password: `guess ${index}` },
          headers: { 'X-Forwarded-For': anIpAddress() },
        }),
      );
      expect([count(replies, 401), count(replies, 429)]).toEqual([
        GUESSES_PER_HOUR,
        GUESSES_PER_DAY - GUESSES_PER_HOUR,
      ]);
    });
  },
);
