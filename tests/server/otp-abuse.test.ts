import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, OTP_TRIES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import {
  CODES_PER_ADDRESS,
  CODES_PER_BLOCK,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  GUESSES_PER_ADDRESS,
  GUESSES_PER_DAY,
  GUESSES_PER_HOUR,
} from '#server/auth/session/caps.ts';
import { networkOf, networksOf } from '#server/caller.ts';
import { aBank } from '../support/bank.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aFreePort, aServerProcess, type ServerProcess } from '../support/server-process.ts';
import { aLog, aNumber, anAddress, deviceOf, signingIn, wrong } from '../support/sign-in.ts';

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

const aMinutePasses = (of: TestHouse) =>
  of.database.query(`update rate_limits set expire = 0 where key like '%\\_slow:%'`);
/** A number or an address that has an account. */
const aKnown = async (of: TestHouse, by: 'mobile' | 'email' = 'mobile') => {
  const now = of.clock.now();
  if (by === 'mobile') return (await of.aViewer({ mobile: aNumber(), mobileVerifiedAt: now })).mobile!;
  return (await of.aViewer({ emailId: `asha${randomInt(10 ** 9)}@example.com`, emailVerifiedAt: now })).emailId!;
};
const hexadecimal = () => randomInt(65536).toString(16);

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
    ['of a home (/56)', 2, () => `2001:db8:1:3${randomInt(16, 256).toString(16)}::1`],
    ['of a site (/48)', 4, () => `2001:db8:2:${hexadecimal()}::1`],
  ])('to an IPv6 network %s %i times as often as to one address', async (_, times, from) => {
    const cap = CODES_PER_ADDRESS * times;
    const replies = await Promise.all(
      Array.from({ length: cap + 10 }, () => calls.register(aNumber(), { from: from() })),
    );
    expect([count(replies, 201), count(replies, 429)]).toEqual([cap, 10]);
    expect(replies.find(({ status }) => status === 429)!.json.message).toBe(text.tooManyFromNetwork);
  });

  test('to known accounts, and to known devices, of a network that strangers have used up', async () => {
    const from = '198.51.100.44';
    for (let each = 0; each < CODES_PER_ADDRESS; each++) await calls.register(aNumber(), { from });
    const known = await aKnown(house);
    expect((await calls.register(aNumber(), { from })).status).toBe(429);
    expect((await calls.forgot(known, { from })).status).toBe(200);
    const cookie = deviceOf(await calls.signIn(known, await calls.codeFor(known), { from }));

    // Every call counts, so that nobody tries out by the thousand which numbers are known.
    for (let each = 0; each < CODES_PER_ADDRESS; each++) await calls.register(aNumber(), { from });
    expect((await calls.forgot(await aKnown(house), { from })).status).toBe(429);
    clock.advance(121_000);
    expect((await calls.forgot(known, { from })).status).toBe(429);
    expect((await calls.forgot(known, { from, cookie })).status).toBe(200);
  });

  test('to one mailbox five times an hour, however its address is tagged', async () => {
    const replies = [];
    for (let tag = 0; tag < CODES_PER_HOUR + 1; tag++)
      replies.push(await calls.forgot(`ravi+${tag}@example.com`, { from: anAddress() }));
    expect([count(replies, 200), count(replies, 429)]).toEqual([CODES_PER_HOUR, 1]);
    expect(replies.at(-1)!.json.message).toBe(text.tooManyToYou);
  });

  test('to a known device although strangers have asked for all that its account is sent in an hour', async () => {
    const username = await aKnown(house);
    await calls.forgot(username);
    const cookie = deviceOf(await calls.signIn(username, await calls.codeFor(username)));
    for (let each = 1; each < CODES_PER_HOUR; each++) {
      clock.advance(121_000);
      expect((await calls.forgot(username, { from: anAddress() })).status).toBe(200);
    }
    clock.advance(121_000);
    expect(await calls.forgot(username, { from: anAddress() })).toMatchObject({
      status: 429,
      json: { message: text.tooManyToYou },
    });
    expect((await calls.forgot(username, { from: anAddress(), cookie })).status).toBe(200);
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
    'slows strangers down and stops them at three quarters of a country’s hour; the rest is for known accounts',
    async () => {
      const { log, lines } = aLog();
      const small = await aHouse({ settings: { OTP_DAILY_CAP: '80' }, log });
      const { register, forgot, inbox } = signingIn(small);
      const [hour, common] = [20, 15];
      const burst = await Promise.all(Array.from({ length: hour }, () => register(aNumber())));
      // Half of their part at once, then one a minute.
      expect([count(burst, 201), count(burst, 429)]).toEqual([9, 11]);
      const slowed = await register(aNumber());
      expect(slowed).toMatchObject({ status: 429, json: { message: text.tooManyInCountry } });
      expect(Number(slowed.headers.get('retry-after'))).toBeLessThanOrEqual(60);

      for (let sent = 9; sent < common; sent++) {
        await aMinutePasses(small);
        expect((await register(aNumber())).status).toBe(201);
      }
      await aMinutePasses(small);
      const stranger = aNumber();
      const stopped = await register(stranger);
      expect(stopped).toMatchObject({ status: 429, json: { message: text.tooManyInCountry } });
      expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60);

      for (let sent = common; sent < hour; sent++) {
        const known = await aKnown(small);
        expect((await forgot(known)).status).toBe(200);
        expect(await inbox(known)).toHaveLength(1);
      }
      expect((await forgot(await aKnown(small))).status).toBe(429);

      const alerts = lines.filter((line) => line.includes('otp_country_cap')).map((line) => JSON.parse(line));
      expect(alerts).toEqual([
        expect.objectContaining({ level: 40, kind: 'mobile', key: '91', cap: hour }),
        expect.objectContaining({ level: 40, kind: 'mobile', key: '91', cap: hour }),
      ]);
      const { text: metrics } = await small.get('/api/auth/metrics');
      expect(metrics).toMatch(/matinee_otp_refused_total{kind="mobile",reason="country"} \d/);

      // Who was refused by the country's cap has not used up their own.
      await anHourPasses(small);
      for (let each = 0; each < CODES_PER_HOUR; each++) {
        expect((await register(stranger)).status).toBe(201);
        small.clock.advance(121_000);
      }
    },
    OPENS_A_HOUSE,
  );

  test(
    'stops strangers at three quarters of the day’s cap and everybody at the cap, with one line in the log for each',
    async () => {
      const { log, lines } = aLog();
      const small = await aHouse({ settings: { OTP_DAILY_CAP: '8' }, log });
      const { register, registerByEmail, forgot } = signingIn(small);
      const signUp = () => registerByEmail(`asha${randomInt(10 ** 9)}@example.com`);
      for (let sent = 0; sent < 6; sent++) expect((await signUp()).status).toBe(201);
      const paused = await signUp();
      expect(paused).toMatchObject({ status: 503, json: { code: 'otp_paused', message: text.resendFailed } });
      expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(HOUR / 1000);
      for (let sent = 6; sent < 8; sent++) expect((await forgot(await aKnown(small, 'email'))).status).toBe(200);
      expect((await forgot(await aKnown(small, 'email'))).status).toBe(503);
      expect((await signUp()).status).toBe(503);
      const alerts = lines.filter((line) => line.includes('otp_daily_cap')).map((line) => JSON.parse(line));
      const alert = expect.objectContaining({ level: 50, kind: 'email', cap: 8 });
      expect(alerts).toEqual([alert, alert]);

      expect((await register(aNumber())).status).toBe(201);
      small.clock.advance(DAY);
      expect((await signUp()).status).toBe(201);
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
describe('a thousand guesses', { tags: ['deep'] }, () => {
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
        // Past the budget of guesses a wrong one costs its code a try all the same.
        tries += 1;
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
    // One within the hour's may be overtaken by a day's others, and then the day's budget refuses it.
    expect(count(replies, 422)).toBeLessThanOrEqual(GUESSES_PER_HOUR);
    expect(count(replies, 422)).toBeGreaterThan(0);
    expect(count(replies, 422) + count(replies, 429)).toBe(200);
  });
});

describe('a stranger’s wrong guesses', () => {
  const guessing = async (username: string) => {
    const replies = await Promise.all(
      Array.from({ length: GUESSES_PER_HOUR + 5 }, (_, index) =>
        calls.signIn(username, `guess ${index}`, { from: anAddress() }),
      ),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([GUESSES_PER_HOUR, 5]);
  };

  test('do not keep out the right code, as long as its own tries last', async () => {
    const username = await aKnown(house);
    await guessing(username);
    await calls.forgot(username);
    const code = await calls.codeFor(username);
    for (let guess = 1; guess < OTP_TRIES; guess++)
      expect((await calls.validate(username, wrong(code), { from: anAddress() })).status).toBe(429);
    expect((await calls.validate(username, code, { from: anAddress() })).status).toBe(200);
    expect((await calls.signIn(username, code, { from: anAddress() })).status).toBe(200);
  });

  test('past the budget cost the code its tries, so that guessing on opens nothing', async () => {
    const username = await aKnown(house);
    await guessing(username);
    await calls.forgot(username);
    const code = await calls.codeFor(username);
    for (let guess = 0; guess < OTP_TRIES; guess++) await calls.signIn(username, wrong(code), { from: anAddress() });
    expect((await calls.signIn(username, code, { from: anAddress() })).status).toBe(429);
    expect((await calls.validate(username, code, { from: anAddress() })).status).toBe(429);
  });

  test('do not count against an address whose people sign in', async () => {
    const from = '198.51.100.60';
    for (let person = 0; person <= GUESSES_PER_ADDRESS; person += 2) {
      const username = await aKnown(house);
      await calls.forgot(username);
      const code = await calls.codeFor(username);
      expect((await calls.validate(username, code, { from })).status).toBe(200);
      expect((await calls.signIn(username, code, { from })).status).toBe(200);
    }
    expect((await calls.signIn(aNumber(), 'a guess', { from })).status).toBe(401);
  });

  test('in a network of IPv6 are counted as those of one home', async () => {
    const replies = await Promise.all(
      Array.from({ length: GUESSES_PER_ADDRESS * 2 + 5 }, () =>
        calls.signIn(aNumber(), 'a guess', { from: `2001:db8:9:4${randomInt(16, 256).toString(16)}::1` }),
      ),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([GUESSES_PER_ADDRESS * 2, 5]);
  });
});

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const NEEDS = 'two processes need a PostgreSQL, and TEST_DATABASE_URL names none';

describe.skipIf(!hasPostgres)(hasPostgres ? 'two processes' : `two processes (left out: ${NEEDS})`, () => {
  const CAP = 2000;
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
    // Strangers are slowed down from half of their three quarters of the hour's cap on.
    const common = (CAP / 4) * (3 / 4);
    const slowFrom = Math.ceil(common / 2);
    const left = slowFrom + Math.ceil((common - slowFrom) / 30) - CODES_PER_ADDRESS;
    const replies = await atBoth(left + 20, (server) => register(server, aNumber(), anAddress()));
    expect([count(replies, 201), count(replies, 429)]).toEqual([left, 20]);
  });

  test('count the guesses against one account together', async () => {
    const username = aNumber();
    // Of more than a day's guesses at once, one within the hour's may be refused by the day's budget.
    const replies = await atBoth(GUESSES_PER_DAY, (server, index) =>
      server.post('/auth/users/login', {
        body: { username, password: `guess ${index}` },
        headers: { 'X-Forwarded-For': anAddress() },
      }),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([GUESSES_PER_HOUR, GUESSES_PER_DAY - GUESSES_PER_HOUR]);
  });
});
