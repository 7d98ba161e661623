import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import {
  CODES_PER_HOUR,
  MESSAGES_PER_ADDRESS,
  MESSAGES_PER_HOUR,
} from '#server/message-budget/limits.ts';
import { isProvenAddress, mailboxKey } from '#server/message-budget/mail-address.ts';
import type { MessageKind } from '#server/message-budget/message-kinds.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { type Attacker, messageAttack } from '../support/message-attack.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aLog, anIpAddress } from '../support/sign-in.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const clock = aClock(NOON);
let server: TestServer;
beforeAll(async () => void (server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } })));
beforeEach(async () => {
  clock.set(NOON);
  await server.database.query('delete from rate_limits');
  await server.database.query('update ticket_mails set dropped_at = due_at where sent_at is null');
});

interface ReceivedMail {
  subject: string;
  text: string;
  attachments: { type: string; text: string }[];
}
const anAddress = () => `${randomUUID().slice(0, 8)}@example.com`;
const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR);
const inboxOf = async (to: string, of = server): Promise<ReceivedMail[]> =>
  (await of.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json;
const sendAll = async (of = server) => {
  while (await sendTicketMails(of.deps));
};
/** Ends the windows of the limits, which use the real clock. */
const anHourPasses = async (of = server) => {
  of.clock.advance(HOUR);
  await of.database.query(`update rate_limits set expire = 0 where key like '%\\_hour%'`);
};

async function aTicket({
  ticketRate = 149,
  emailId = anAddress(),
  viewer = {} as object,
  of = server,
} = {}) {
  const purchase = purchaseSteps(of);
  const person = await of.aViewer({ emailId, ...viewer });
  const film = await of.aFilm({ ticketRate });
  const { json: order } = await purchase.book(person, film.movieId, {
    bookingStartTime: toWire(at(24)),
  });
  await (ticketRate ? purchase.pay(person, order) : purchase.confirmFree(person, order));
  return { viewer: person, emailId, order: order as { movieOrderId: number; orderNo: string } };
}
const move = (as: { userId: number }, { movieOrderId }: { movieOrderId: number }, hours: number) =>
  server.post(`/api/ott/orders/${movieOrderId}/reschedule`, {
    as,
    body: { bookingStartTime: toWire(at(hours)), timezone: 'Asia/Kolkata' },
  });

test.each([
  ['Ravi+films@example.com', 'ravi@example.com'],
  ['ra.vi+films@GMAIL.com', 'ravi@gmail.com'],
  ['ra.vi@googlemail.com', 'ravi@gmail.com'],
  ['ra.vi@example.com', 'ra.vi@example.com'],
  ['919000000001', '919000000001'],
])('%s is counted as %s', (destination, key) => expect(mailboxKey(destination)).toBe(key));

test('only the account’s own verified address is proven, in any case of its letters', () => {
  const verified = { emailId: 'Asha@Example.com', emailVerifiedAt: NOON };
  expect(isProvenAddress(verified, 'asha@example.com')).toBe(true);
  expect(isProvenAddress(verified, 'ravi@example.com')).toBe(false);
  expect(isProvenAddress({ ...verified, emailVerifiedAt: null }, 'asha@example.com')).toBe(false);
  expect(isProvenAddress(undefined, 'asha@example.com')).toBe(false);
});

describe('a ticket that is moved again and again', () => {
  test('mails an unproven address five times an hour, and later the last of its hours', async () => {
    const { viewer, order, emailId } = await aTicket({
      viewer: { firstName: 'Call', lastName: 'evil.example' },
    });
    await sendAll();
    for (let hours = 25; hours < 45; hours++) {
      expect((await move(viewer, order, hours)).status).toBe(200);
      await sendAll();
    }
    expect(await inboxOf(emailId)).toHaveLength(1 + CODES_PER_HOUR);
    await anHourPasses();
    await sendAll();
    const mails = await inboxOf(emailId);
    expect(mails).toHaveLength(2 + CODES_PER_HOUR);
    expect(mails[0]!.subject).toMatch(/^Your new time: .*, Mon 23 Nov, 8\.00 AM$/);
    const calendar = mails[0]!.attachments.find(({ type }) =>
      type.startsWith('text/calendar'),
    )!.text;
    expect(calendar.replaceAll('\r\n ', '')).toContain(emailId);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });

  test('mails a proven address more often, with the viewer’s name in the calendar entry', async () => {
    const proven = { emailVerifiedAt: NOON, firstName: 'Asha', lastName: 'Menon' };
    const { viewer, order, emailId } = await aTicket({ viewer: proven });
    await sendAll();
    for (let hours = 25; hours < 25 + MESSAGES_PER_HOUR + 3; hours++) {
      await move(viewer, order, hours);
      await sendAll();
    }
    const mails = await inboxOf(emailId);
    expect(mails).toHaveLength(1 + MESSAGES_PER_HOUR);
    expect(JSON.stringify(mails[0]!.attachments)).toContain('Asha Menon');
  });
});

describe('mails of tickets', () => {
  test('are never held back for a payment or a refund, and of free tickets arrive later', async () => {
    const emailId = anAddress();
    for (let each = 0; each < CODES_PER_HOUR + 3; each++) await aTicket({ emailId, ticketRate: 0 });
    await sendAll();
    expect(await inboxOf(emailId)).toHaveLength(CODES_PER_HOUR);
    for (let each = 0; each < CODES_PER_HOUR + 3; each++) await aTicket({ emailId });
    await sendAll();
    expect(await inboxOf(emailId)).toHaveLength(CODES_PER_HOUR + CODES_PER_HOUR + 3);
    await anHourPasses();
    await sendAll();
    expect(await inboxOf(emailId)).toHaveLength(2 * (CODES_PER_HOUR + 3));
    const { text: metrics } = await server.get('/api/ott/metrics');
    expect(metrics).toMatch(/matinee_messages_total\{kind="ticket",channel="email"\} \d/);
    expect(metrics).toMatch(
      /matinee_messages_held_total\{kind="free_ticket",channel="email",reason="destination"\} \d/,
    );
  });

  test('to all spellings of a mailbox, from any number of accounts, are counted together', async () => {
    const name = randomUUID().slice(0, 8);
    const spellings = [1, 2, 3, 4, 5, 6, 7].map(
      (tag) => `${name.slice(0, tag)}.${name.slice(tag)}+${tag}@gmail.com`,
    );
    for (const emailId of spellings) await aTicket({ emailId, ticketRate: 0 });
    await sendAll();
    expect((await Promise.all(spellings.map((each) => inboxOf(each)))).flat()).toHaveLength(
      CODES_PER_HOUR,
    );
  });

  test('that the mail server did not take are not counted', async () => {
    const { emailId } = await aTicket({ ticketRate: 0 });
    const unreachable = {
      ...server.deps,
      email: {
        ...server.deps.email!,
        send: () => Promise.reject(new ProviderError('mail', 'unreachable')),
      },
    };
    for (let tries = 0; tries < CODES_PER_HOUR + 1; tries++) {
      await sendTicketMails(unreachable);
      await server.database.query(
        'update ticket_mails set due_at = $1 where sent_at is null and tries > 0',
        [clock.now()],
      );
    }
    await sendAll();
    expect(await inboxOf(emailId)).toHaveLength(1);
  });
});

test('the cap of a day holds back what nobody paid for until midnight UTC, with one alert, and nothing else', async () => {
  const { log, lines } = aLog();
  const capped = await aServer({ clock, log, settings: { MAIL_DAILY_CAP: '4' } });
  const free: string[] = [];
  for (let each = 0; each < 6; each++)
    free.push((await aTicket({ of: capped, ticketRate: 0 })).emailId);
  const { emailId: buyer } = await aTicket({ of: capped });
  await sendAll(capped);
  const countFree = async () =>
    (await Promise.all(free.map((each) => inboxOf(each, capped)))).flat().length;
  expect(await countFree()).toBe(3); // addresses that nobody has proven may use three quarters
  expect(await inboxOf(buyer, capped)).toHaveLength(1);
  const alerts = lines
    .filter((line) => line.includes('mail_daily_cap'))
    .map((line) => JSON.parse(line));
  expect(alerts).toEqual([expect.objectContaining({ level: 50, cap: 4 })]);
  clock.set(new Date('2026-11-21T23:59:00Z'));
  await sendAll(capped);
  expect(await countFree()).toBe(3);
  clock.set(new Date('2026-11-22T00:00:01Z'));
  await sendAll(capped);
  expect(await countFree()).toBe(6);
});

const victims = (count: number) => Array.from({ length: count }, anAddress);
const accountsOf = (ips: string[], addresses: string[]): Attacker[] =>
  addresses.map((victim, index) => ({ victim, ip: ips[index % ips.length]! }));

test('ten accounts in one network cause sixty mails of free tickets an hour', async () => {
  const attack = messageAttack(server);
  expect(await attack.run('free_ticket', accountsOf([anIpAddress()], victims(14)))).toBe(
    MESSAGES_PER_ADDRESS,
  );
  expect(await attack.run('free_ticket', accountsOf([anIpAddress()], victims(2)))).toBe(
    2 * CODES_PER_HOUR,
  );
});

describe('within an hour', { tags: ['deep'] }, () => {
  /** Per account, unless the payment of each message bounds it. */
  const isPaidFor = (kind: MessageKind) => kind === 'ticket';

  test(
    'attackers cause as many messages of each kind as its budget has',
    { timeout: 10 * 60_000 },
    async () => {
      const attack = messageAttack(server);
      const ips = Array.from({ length: 10 }, anIpAddress);
      const [victim] = victims(1) as [string];
      const table: Record<string, Record<string, number>> = {};
      for (const kind of attack.kinds) {
        const oneAccount = await attack.run(kind, accountsOf([ips[0]!], victims(1)));
        const oneNetwork = await attack.run(kind, accountsOf([ips[0]!], victims(10)));
        const tenNetworks = await attack.run(kind, accountsOf(ips, victims(10)));
        const oneVictim = await attack.run(kind, accountsOf(ips, Array(10).fill(victim)));
        table[kind] = { oneAccount, oneNetwork, tenNetworks, oneVictim };
        if (isPaidFor(kind)) continue;
        expect(oneAccount, kind).toBeLessThanOrEqual(CODES_PER_HOUR);
        expect(oneNetwork, kind).toBeLessThanOrEqual(10 * CODES_PER_HOUR);
        expect(tenNetworks, kind).toBeLessThanOrEqual(10 * CODES_PER_HOUR);
        const isToOwnNumber = kind === 'code' || kind === 'password_changed';
        expect(oneVictim, kind).toBeLessThanOrEqual((isToOwnNumber ? 10 : 1) * CODES_PER_HOUR);
      }
      console.table(table);
    },
  );

  test(
    'a day later there is no more than ten for an unproven address',
    { timeout: 60_000 },
    async () => {
      const { viewer, order, emailId } = await aTicket();
      await sendAll();
      for (let hour = 1; hour < 20; hour++) {
        await move(viewer, order, 24 + hour);
        await sendAll();
        await anHourPasses();
      }
      expect(clock.now().getTime()).toBeLessThan(NOON.getTime() + DAY);
      expect(await inboxOf(emailId)).toHaveLength(11);
    },
  );
});
