import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, OTP_TRIES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import {
  CODES_PER_ADDRESS,
  CODES_PER_BLOCK,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  GUESSES_PER_DAY,
  GUESSES_PER_HOUR,
} from '#server/auth/session/caps.ts';
import { networkOf } from '#server/caller.ts';
import { aBank } from '../support/bank.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aFreePort, aServerProcess, type ServerProcess } from '../support/server-process.ts';
import { aLog, aNumber, anAddress, signingIn, wrong } from '../support/sign-in.ts';

/** A busy machine takes its time to open another house. */
const OPENS_A_HOUSE = 120_000;

const clock = aClock();
let house: TestHouse;
let calls: ReturnType<typeof signingIn>;

beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signingIn(house);
});

const count = (replies: { status: number }[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length;
/** The limits have a clock of their own, the database's users' one: here an hour of theirs ends. */
const anHourPasses = async (of: TestHouse = house) => {
  of.clock.advance(HOUR);
  await of.database.query(
    `update rate_limits set expire = 0 where key not like '%\\_day:%' and key not like 'otp\\_daily:%'`,
  );
};

describe('codes are sent', () => {
  test(
    'five times an hour and ten times a day to one destination, whoever asks',
    async () => {
      for (const username of [aNumber(), 'curtain@example.com']) {
        const statuses: number[] = [];
        for (let hour = 0; hour < 3; hour++) {
          for (let each = 0; each < CODES_PER_HOUR + 1; each++) {
            clock.advance(121_000);
            const reply = await calls.forgot(username, { from: anAddress() });
            statuses.push(reply.status);
            if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(60);
          }
          await anHourPasses();
        }
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429, ...Array(6).fill(429)]);
        expect(await calls.inbox(username)).toHaveLength(CODES_PER_DAY);
      }
    },
    OPENS_A_HOUSE,
  );

  test('so often an hour to one address of the network, to however many numbers', async () => {
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_ADDRESS + 5 }, () => calls.register(aNumber(), { from: '198.51.100.4' })),
    );
    expect([count(replies, 201), count(replies, 429)]).toEqual([CODES_PER_ADDRESS, 5]);
  });

  test('to an IPv6 network as to one address: it has more than anybody can count', async () => {
    const from = () => `2001:db8:1:2:${[1, 2, 3, 4].map(() => randomInt(65536).toString(16)).join(':')}`;
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_ADDRESS + 5 }, () => calls.register(aNumber(), { from: from() })),
    );
    expect(count(replies, 429)).toBe(5);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0001:2:3:4:5', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
  ])('from %s the network %s asks', (ip, network) => expect(networkOf(ip)).toBe(network));

  test.each([
    ['203.0.113.7, ::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:0:1', '::ffff:0:1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('who comes through a proxy that says %s is counted as %s', async (said, ip) => {
    const { json } = await house.get('/api/ott/public/geo', { headers: { 'X-Forwarded-For': said } });
    expect(json.ip).toBe(ip);
  });

  test('to so many numbers of one block of ten thousand an hour', async () => {
    const block = aNumber().slice(0, 6);
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_BLOCK + 5 }, (_, index) =>
        calls.register(block + String(1000 + index), { from: anAddress() }),
      ),
    );
    expect([count(replies, 201), count(replies, 429)]).toEqual([CODES_PER_BLOCK, 5]);
  });

  test('to this machine’s own callers without a count of addresses and blocks, outside production', async () => {
    const block = aNumber().slice(0, 6);
    const replies = await Promise.all(
      Array.from({ length: CODES_PER_ADDRESS + 5 }, (_, index) => calls.register(block + String(1000 + index))),
    );
    expect(count(replies, 201)).toBe(CODES_PER_ADDRESS + 5);
  });
});

describe('an SMS', () => {
  const register = (of: TestHouse, countryCode: string, mobileno: string) =>
    of.post('/api/auth/users/registerbyphone', { body: { countryCode, mobileno } });

  test('goes to India alone, unless the house says otherwise', async () => {
    expect(await register(house, '1', '2025550100')).toMatchObject({
      status: 422,
      json: { code: 'country_not_served', message: text.smsNotServed },
    });
  });

  test(
    'goes where the house says, and signs in by the whole number',
    async () => {
      const other = await aHouse({ settings: { SMS_COUNTRIES: '91, 44,1' } });
      expect((await register(other, '+44', '7911123456')).status).toBe(201);
      const [{ text: sms }] = (await other.get('/sandbox/inbox.json?to=%2B447911123456')).json;
      const login = { username: '+44 7911 123456', password: /^\d{6}/.exec(sms)![0] };
      const { status, json } = await other.post('/api/auth/users/login', { body: login });
      expect(status).toBe(200);
      expect((await other.get('/api/auth/myprofile', { token: json.token })).json.data).toMatchObject({
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
        expect((await register(other, countryCode, mobileno)).status, `+${countryCode} ${mobileno}`).toBe(422);
    },
    OPENS_A_HOUSE,
  );
});

describe('the breaker', () => {
  test(
    'stops a country at a quarter of the day’s cap in an hour, and everything at the cap, with one line in the log',
    async () => {
      const { log, lines } = aLog();
      const small = await aHouse({ settings: { OTP_DAILY_CAP: '20' }, log });
      const { register, registerByEmail } = signingIn(small);
      const statuses: number[] = [];
      for (let hour = 0; hour < 4; hour++) {
        for (let each = 0; each < 6; each++) statuses.push((await register(aNumber())).status);
        await anHourPasses(small);
      }
      const hourOf = [201, 201, 201, 201, 201, 429];
      expect(statuses).toEqual([hourOf, hourOf, hourOf, hourOf].flat());

      const paused = await register(aNumber());
      expect(paused).toMatchObject({ status: 503, json: { code: 'otp_paused', message: text.resendFailed } });
      expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(HOUR / 1000);
      expect((await register(aNumber())).status).toBe(503);
      const alerts = lines.filter((line) => line.includes('otp_daily_cap'));
      expect(alerts).toHaveLength(1);
      expect(JSON.parse(alerts[0]!)).toMatchObject({ level: 50, kind: 'mobile', cap: 20 });

      expect((await registerByEmail('asha@example.com')).status).toBe(201);
      small.clock.advance(DAY);
      await anHourPasses(small);
      expect((await register(aNumber())).status).toBe(201);
    },
    OPENS_A_HOUSE,
  );

  test(
    'is not alone: the log tells when few of the codes come back',
    async () => {
      const { log, lines } = aLog();
      const watched = await aHouse({ log });
      const { register, validate, codeFor } = signingIn(watched);
      const alerts = () => lines.filter((line) => line.includes('otp_verified_ratio')).map((line) => JSON.parse(line));
      const send = async (codes: number, verified: number) => {
        for (let each = 0; each < codes; each++) {
          const mobile = aNumber();
          await register(mobile);
          if (each < verified) await validate(mobile, await codeFor(mobile));
        }
      };
      await send(20, 6);
      expect(alerts()).toEqual([]);
      watched.clock.advance(HOUR);
      await send(20, 2);
      expect(alerts()).toEqual([expect.objectContaining({ level: 40, sent: 20, verified: 2 })]);
    },
    OPENS_A_HOUSE,
  );
});

// README "Signing in": at most ten messages a day, twenty guesses an hour and fifty a day, from wherever they come.
describe('a thousand guesses', () => {
  test('against one account, from many addresses and over a day, never sign in and cost at most ten messages', async () => {
    const { username, userId } = await calls.signedIn();
    await anHourPasses();
    const sentBefore = (await calls.inbox(username)).length;
    const replies: { status: number }[] = [];
    const guess = (code: string) => {
      const where = { from: anAddress() };
      return replies.length % 2 ? calls.signIn(username, code, where) : calls.validate(username, code, where);
    };
    for (let hour = 0; hour < 10; hour++) {
      let [code, tries] = ['', 0];
      for (let each = 0; each < 100; each++) {
        // A new code whenever one is to be had.
        clock.advance(30_000);
        if (each % 5 === 0) await calls.forgot(username, { from: anAddress() });
        const right = await calls.codeFor(username);
        if (right !== code) [code, tries] = [right, 0];
        // Luck comes when the tries are used up: from then on every guess is the right one.
        const { status } = await guess(tries < OTP_TRIES ? wrong(right) : right);
        tries = status === 429 ? OTP_TRIES : tries + 1;
        replies.push({ status });
      }
      await anHourPasses();
    }
    expect(replies).toHaveLength(1000);
    expect(count(replies, 200)).toBe(0);
    expect(count(replies, 401) + count(replies, 422)).toBeLessThanOrEqual(GUESSES_PER_DAY);
    expect((await calls.inbox(username)).length - sentBefore).toBeLessThanOrEqual(CODES_PER_DAY);
    const { rows } = await house.database.query('select session_id from sessions where user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  }, 180_000);

  test('at once are as many as one after another', async () => {
    const username = aNumber();
    await calls.register(username);
    const right = await calls.codeFor(username);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        calls.validate(username, index < 40 ? wrong(right) : right, { from: anAddress() }),
      ),
    );
    expect(count(replies, 422)).toBe(GUESSES_PER_HOUR);
    expect(count(replies, 429)).toBe(200 - GUESSES_PER_HOUR);
  });
});

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const NEEDS = 'two processes need a PostgreSQL, and TEST_DATABASE_URL names none';

describe.skipIf(!hasPostgres)(hasPostgres ? 'two processes' : `two processes (left out: ${NEEDS})`, () => {
  const CAP = 200;
  let database: TestDatabase;
  let bank: Awaited<ReturnType<typeof aBank>>;
  let servers: ServerProcess[];

  beforeAll(async () => {
    database = await aDatabase();
    bank = await aBank('http://127.0.0.1:1');
    const { url: databaseUrl, dataDir } = database;
    const settings = { TRUST_PROXY: 'true', OTP_DAILY_CAP: String(CAP) };
    const open = async () =>
      aServerProcess({ port: await aFreePort(), databaseUrl, dataDir, bankOrigin: bank.origin, settings });
    servers = [await open(), await open()];
  }, 90_000);

  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.kill()));
    await bank?.close();
    await database?.drop();
  });

  const atBoth = (times: number, ask: (server: ServerProcess, index: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: times }, (_, index) => ask(servers[index % 2]!, index)));
  const register = (server: ServerProcess, mobileno: string, from: string) =>
    server.post('/auth/users/registerbyphone', {
      body: { mobileno, countryCode: '91' },
      headers: { 'X-Forwarded-For': from },
    });

  test('count the codes of one address together', async () => {
    const replies = await atBoth(CODES_PER_ADDRESS + 10, (server) => register(server, aNumber(), '198.51.100.9'));
    expect([count(replies, 201), count(replies, 429)]).toEqual([CODES_PER_ADDRESS, 10]);
  });

  test('count the codes of a country together', async () => {
    const left = CAP / 4 - CODES_PER_ADDRESS;
    const replies = await atBoth(left + 20, (server) => register(server, aNumber(), anAddress()));
    expect([count(replies, 201), count(replies, 429)]).toEqual([left, 20]);
  });

  test('count the guesses against one account together', async () => {
    const username = aNumber();
    const replies = await atBoth(60, (server, index) =>
      server.post('/auth/users/login', {
        body: { username, password: `guess ${index}` },
        headers: { 'X-Forwarded-For': anAddress() },
      }),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([GUESSES_PER_HOUR, 60 - GUESSES_PER_HOUR]);
  });
});
