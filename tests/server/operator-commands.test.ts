import { authSentences } from '#messages/refusals/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { startSession } from '#server/auth/session/sessions.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { aCommandRunner, dumpTables } from '../support/cinema-cli.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aSubmittedFilm } from '../support/submissions.ts';
import { signInCalls } from '../support/sign-in.ts';
import { NOON } from '../support/test-now.ts';

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer({ clock: aClock(NOON) });
  commands = aCommandRunner(server);
  purchase = purchaseSteps(server);
});

const rows = async (sql: string) => (await server.database.query(sql)).rows;
const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR);
const toIndianTime = (instant: Date) =>
  new Date(instant.getTime() + 5.5 * HOUR).toISOString().slice(0, 16).replace('T', ' ');

async function aSoldTicket(person: object = {}, body: object = {}) {
  const { viewer, film, order } = await purchase.anUnpaidOrder(
    { buyerState: '33', ...body },
    person,
  );
  const paid = await purchase.pay(viewer, order);
  return { viewer, film, order: paid };
}

describe('an order', () => {
  test('is found by number, person, film and day, and shown with payments, refunds, invoices and mails', async () => {
    const { viewer, film, order } = await aSoldTicket({
      mobile: '9711100001',
      emailId: 'asha@film.example',
    });
    const found = async (line: string) =>
      (await commands.cinemaJson(`order find ${line}`)).orders.map(
        ({ orderNo }: { orderNo: string }) => orderNo,
      );
    for (const line of [
      order.orderNo,
      order.orderNo.toLowerCase(),
      '--mobile 9711100001',
      '--mobile "+91 97111 00001"',
      '--mobile 09711100001',
      '--mobile 00919711100001',
      '--mobile 919711100001',
      '--mobile ९७१११००००१',
      `"#${order.orderNo}"`,
      order.orderNo.replaceAll('-', '\u2011'),
      '--email ASHA@film.example',
      `--film ${film.movieKey}`,
      `--film ${film.movieId} --status PAID --from 2026-11-21 --until 2026-11-21`,
    ])
      expect(await found(line), line).toEqual([order.orderNo]);
    for (const line of [
      '--mobile 9711100009',
      `--film ${film.movieKey} --from 2026-11-22`,
      `--email b@film.example`,
    ])
      expect(await found(line), line).toEqual([]);

    const shown = await commands.cinemaJson(`order show ${order.orderNo.toLowerCase()}`);
    expect(shown).toMatchObject({
      orderNo: order.orderNo,
      userId: viewer.userId,
      total: 176,
      paymentStatus: 'PAID',
      payments: [
        {
          provider: 'razorpay',
          amount: 176,
          state: 'paid',
          providerPaymentId: order.paymentTransactionNo,
        },
      ],
      taxDocuments: [{ kind: 'invoice', invoiceNo: expect.stringMatching(/^T2627\//) }],
      refunds: [],
    });
    expect(shown.events.length).toBeGreaterThan(0);
    expect(shown.mails.map(({ kind }: { kind: string }) => kind)).toContain('ticket');
    const { out } = await commands.cinema(`order show ${order.orderNo}`);
    for (const word of [
      'Payments',
      'Payment events',
      'Refunds',
      'Invoices',
      'Emails',
      'Plays',
      order.paymentTransactionNo,
    ])
      expect(out).toContain(word);
    expect(await commands.cinema('order show M26-999999')).toMatchObject({
      code: 1,
      err: 'There is no order M26-999999.\n',
    });
  });

  test('is refunded with a reason; if the provider refuses, the command exits with 1 and the audit log records it', async () => {
    const [good, bad] = [await aSoldTicket(), await aSoldTicket()];
    const refund = (orderNo: string) =>
      commands.cinema(['order', 'refund', orderNo, '--reason', 'It stopped']);
    expect(await refund(good.order.orderNo)).toEqual({
      code: 0,
      out: `${good.order.orderNo} is refunded\n`,
      err: '',
    });
    await server.scriptSandbox({ provider: 'razorpay', refund: 'fail' });
    const refused = await refund(bad.order.orderNo);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/the provider refused the refund/),
    });
    expect(
      await rows('select command, outcome from audit_log order by audit_id desc limit 2'),
    ).toEqual([
      { command: 'order refund', outcome: 'refused' },
      { command: 'order refund', outcome: 'done' },
    ]);
    expect(await commands.cinemaJson('order held')).toEqual({
      cases: [
        expect.objectContaining({
          kind: 'failed',
          billNo: bad.order.orderNo,
          reason: 'It stopped',
        }),
      ],
    });
    const before = await dumpTables(server);
    expect(
      await commands.cinema(
        `order return ${bad.order.paymentTransactionNo} --reason Again --dry-run`,
      ),
    ).toMatchObject({
      code: 0,
    });
    expect(await dumpTables(server)).toEqual(before);
    await server.scriptSandbox({ provider: 'razorpay', action: 'clear_scripts' });
    server.clock.advance(MINUTE);
    const { code } = await commands.cinema(
      `order return ${bad.order.paymentTransactionNo} --reason Again`,
    );
    expect(await rows('select args from audit_log order by audit_id desc limit 1')).toEqual([
      { args: { payment: bad.order.paymentTransactionNo, reason: 'Again' } },
    ]);
    await sendRefunds(server.deps);
    expect(code).toBe(0);
  });
});

describe('a second refund', () => {
  const refund = (orderNo: string) =>
    commands.cinema(['order', 'refund', orderNo, '--reason', 'Requested again']);

  test('shows when, by whom and why the first refund was made, and changes nothing', async () => {
    const { order } = await aSoldTicket();
    await commands.cinemaJson(['order', 'refund', order.orderNo, '--reason', 'It stopped']);
    const before = await dumpTables(server, ['audit_log']);
    for (const _ of ['second', 'third'])
      expect(await refund(order.orderNo)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(
          new RegExp(
            `^${order.orderNo} was refunded before on \\d\\d NOV 2026, \\d+\\.\\d\\d [AP]M by asha@host-1 \\(It stopped\\)\\. Nothing was changed\\.\n$`,
          ),
        ),
      });
    expect(await dumpTables(server, ['audit_log'])).toEqual(before);
  });

  test('is also refused for a free ticket and for parallel commands', async () => {
    await server.aCoupon({ couponCode: 'GRATIS', couponValue: 100 });
    const { viewer, order } = await purchase.anUnpaidOrder({ couponCode: 'GRATIS' });
    const { orderNo } = (await purchase.confirmFree(viewer, order)).json;
    const answers = await Promise.all([refund(orderNo), refund(orderNo)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 1)!.err).toMatch(
      /was refunded before on .* by asha@host-1 \(Requested again\)/,
    );
  });

  test('reports that the first refund is in progress until the provider confirms it', async () => {
    const { order } = await aSoldTicket();
    await server.scriptSandbox({ provider: 'razorpay', refund: 'pending' });
    expect((await refund(order.orderNo)).out).toBe(`${order.orderNo}: the refund is in progress\n`);
    expect(await refund(order.orderNo)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The refund of \S+ was requested on .* by asha@host-1 \(Requested again\) and is in progress/,
      ),
    });
  });
});

describe('an outage', () => {
  test('extends each open ticket by its lost time, only once, and mails each viewer', async () => {
    const server = await aServer({ clock: aClock(NOON) });
    const commands = aCommandRunner(server);
    const [from, until] = [at(-3), at(-1)];
    const film = await server.aFilm();
    const anOrder = async (opens: number, closes: number, overrides: object = {}) => {
      const viewer = await server.aViewer({ emailId: `v${opens}${closes}@film.example` });
      return server.anOrder(viewer, film, {
        bookingStartTime: at(opens),
        bookingEndTime: at(closes),
        ...overrides,
      });
    };
    const whole = await anOrder(-10, 14);
    const began = await anOrder(-2, 22);
    const over = await anOrder(-26, -2);
    const later = await anOrder(0, 24);
    const earlier = await anOrder(-40, -16);
    const unpaid = await anOrder(-10, 15, { paymentStatus: 'NEW' });
    const erased = await anOrder(-10, 16, { userId: null });
    const line = [
      'order',
      'extend',
      '--outage-from',
      toIndianTime(from),
      '--outage-until',
      toIndianTime(until),
    ];

    const before = await dumpTables(server);
    const { changes } = await commands.cinemaJson([...line, '--dry-run']);
    expect(changes).toHaveLength(3);
    expect(await dumpTables(server)).toEqual(before);

    const { code, out } = await commands.cinema(line);
    expect(code).toBe(0);
    for (const { orderNo } of [whole, began, over]) expect(out).toContain(`order ${orderNo}`);
    const ends = async (order: { movieOrderId: number }) =>
      (
        await server.database.query(
          'select booking_end_time as at from orders where movie_order_id = $1',
          [order.movieOrderId],
        )
      ).rows[0]!['at'];
    expect(await ends(whole)).toEqual(at(16));
    expect(await ends(began)).toEqual(at(23));
    // The window had ended: the lost hour starts now.
    expect(await ends(over)).toEqual(at(1));
    for (const unaffected of [later, earlier, unpaid, erased])
      expect(await ends(unaffected)).toEqual(unaffected.bookingEndTime);
    const audit = await server.database.query(
      `select outcome, jsonb_array_length(changes) as tickets from audit_log`,
    );
    expect(audit.rows).toEqual([{ outcome: 'done', tickets: 3 }]);

    expect(await sendTicketMails(server.deps)).toBe(3);
    const { rows: mails } = await server.database.query(
      `select kind, sent_at is not null as sent from ticket_mails where kind = 'extended'`,
    );
    expect(mails).toEqual(Array.from({ length: 3 }, () => ({ kind: 'extended', sent: true })));

    expect(await commands.cinema(line)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/were extended on .* by asha@host-1/),
    });
    expect(await ends(whole)).toEqual(at(16));
    expect((await commands.cinema([...line, '--again', '--by', '30m'])).code).toBe(0);
    expect(await ends(whole)).toEqual(at(16.5));
  });

  test('parallel commands extend the tickets once', async () => {
    const server = await aServer({ clock: aClock(NOON) });
    const commands = aCommandRunner(server);
    const order = await server.anOrder(await server.aViewer(), await server.aFilm(), {
      bookingStartTime: at(-5),
      bookingEndTime: at(19),
    });
    const line = [
      'order',
      'extend',
      '--outage-from',
      toIndianTime(at(-3)),
      '--outage-until',
      toIndianTime(at(-2)),
    ];
    const codes = (
      await Promise.all([commands.cinema(line), commands.cinema(line), commands.cinema(line)])
    ).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([0, 1, 1]);
    const { rows } = await server.database.query(
      'select booking_end_time as at from orders where movie_order_id = $1',
      [order.movieOrderId],
    );
    expect(rows).toEqual([{ at: at(20) }]);
  });

  test('is refused if no ticket was open or if the outage ends in the future', async () => {
    const extend = (from: Date, until: Date) =>
      commands.cinema([
        'order',
        'extend',
        '--outage-from',
        toIndianTime(from),
        '--outage-until',
        toIndianTime(until),
      ]);
    expect(await extend(at(-9000), at(-8999))).toMatchObject({
      code: 1,
      err: 'No ticket was open in that time.\n',
    });
    expect(await extend(at(1), at(2))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ends in the future/),
    });
  });
});

describe('a blocked person', () => {
  const openSessions = (userId: number) =>
    rows(
      `select count(*)::int as open from sessions where user_id = ${userId} and revoked_at is null`,
    );
  let calls: ReturnType<typeof signInCalls>;
  beforeAll(() => {
    calls = signInCalls(server);
  });
  const codeFor = async (mobile: string) => {
    server.clock.advance(3 * MINUTE);
    await calls.requestCode(mobile);
    return calls.codeFor(mobile);
  };

  test('is signed out everywhere, and cannot sign in until unblocked', async () => {
    const mobile = '9711100500';
    const { userId } = await server.aViewer({
      mobile,
      passwordHash: await hashPassword('open sesame'),
    });
    const { token, refreshtoken } = await calls.aSignedInUser(mobile);
    expect(await calls.profileStatus(token)).toBe(200);

    expect((await commands.cinema(`user block ${userId}`)).code).toBe(0);
    expect(await calls.profileStatus(token)).not.toBe(200);
    expect((await calls.rotateToken(refreshtoken)).status).toBe(403);
    const refused = {
      status: 403,
      json: { code: 'account_blocked', message: authSentences.account_blocked },
    };
    expect(await calls.signIn(mobile, await codeFor(mobile))).toMatchObject(refused);
    expect(await calls.signIn(mobile, 'open sesame')).toMatchObject(refused);
    // A wrong password does not reveal that the account is blocked.
    expect((await calls.signIn(mobile, 'open barley')).status).toBe(401);
    expect(await openSessions(userId)).toEqual([{ open: 0 }]);

    expect((await commands.cinema(`user unblock ${mobile}`)).code).toBe(0);
    expect((await calls.signIn(mobile, await codeFor(mobile))).status).toBe(200);
  });

  test('is also signed out if the sign-in happens at the same time', async () => {
    const mobile = '9711100600';
    const { userId } = await server.aViewer({ mobile });
    const code = await codeFor(mobile);
    await Promise.all([calls.signIn(mobile, code), commands.cinema(`user block ${userId}`)]);
    expect(await openSessions(userId)).toEqual([{ open: 0 }]);
  });
});

test('revoking the producer role ends all sessions of the person', async () => {
  const { userId } = await server.aViewer({ mobile: '9711100700', roles: ['Producer'] });
  await server.database.query(
    `insert into sessions (session_id, user_id) values (gen_random_uuid(), ${userId})`,
  );
  expect((await commands.cinema(`user revoke ${userId}`)).code).toBe(0);
  expect(
    await rows(`select revoked_at is not null as out from sessions where user_id = ${userId}`),
  ).toEqual([{ out: true }]);
});

test('people are found by name, number, address and role', async () => {
  const { userId } = await server.aViewer({
    mobile: '9711100800',
    firstName: 'Parvathy',
    lastName: 'Iyer',
    emailId: 'p.iyer@film.example',
  });
  const found = async (line: string) =>
    (await commands.cinemaJson(`user find ${line}`)).users.map(
      (each: { userId: number }) => each.userId,
    );
  for (const line of [
    'parvathy',
    '"vathy iy"',
    '97111008',
    '"+91 9711100800"',
    '00919711100800',
    '09711100800',
    '"97111-00800"',
    '९७१११००८००',
    'P.IYER@',
    String(userId),
  ])
    expect(await found(line), line).toContain(userId);
  expect(await found('parvathy --producers')).toEqual([]);
  expect(await found('100%')).toEqual([]);
});

test('a person is shown with orders and open sessions, without IP addresses', async () => {
  const { viewer, order } = await aSoldTicket({ mobile: '9711100850', firstName: 'Devi' });
  await startSession(server.deps, viewer, { ip: '203.0.113.9', userAgent: 'Firefox' });
  const shown = await commands.cinemaJson('user show 9711100850');
  expect(shown).toMatchObject({
    userId: viewer.userId,
    blockedAt: null,
    orders: [{ orderNo: order.orderNo, paymentStatus: 'PAID', total: 176 }],
    sessions: [{ userAgent: 'Firefox' }],
  });
  const { out } = await commands.cinema('user show 9711100850');
  for (const words of ['Devi', order.orderNo, 'Firefox']) expect(out).toContain(words);
  expect(out + JSON.stringify(shown)).not.toContain('203.0.113.9');
  await commands.cinemaJson('user block 9711100850');
  expect(await commands.cinemaJson('user show 9711100850')).toMatchObject({
    blockedAt: expect.any(String),
    sessions: [],
  });
  expect(await commands.cinema('user show 9711100851')).toMatchObject({ code: 1, out: '' });
});

test('a number that matches two people is refused', async () => {
  for (const _ of [1, 2]) await server.aViewer({ mobile: '9711100900', mobileVerifiedAt: null });
  expect(await commands.cinema('user block 9711100900')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/matches several people: \d+, \d+/),
  });
});

test('a page is empty, then edited from stdin and shown with plain line feeds', async () => {
  expect((await server.get('/api/ott/public/pages/contact-us')).json).toEqual({ pageContent: '' });
  const stdin = async () => 'Come in.\r\nWe are open.\r\n';
  expect((await commands.cinema('page edit contact-us -', { stdin })).code).toBe(0);
  expect((await commands.cinema('page show contact-us')).out).toBe('Come in.\nWe are open.\n');
  expect((await server.get('/api/ott/public/pages/contact-us')).json).toEqual({
    pageContent: 'Come in.\nWe are open.',
  });
  const tooLong = { stdin: async () => 'x'.repeat(200_001) };
  expect(await commands.cinema('page edit contact-us -', tooLong)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/at most 200000 characters/),
  });
});

test('the report of a coupon shows discounts and refunded discounts', async () => {
  await server.aCoupon({ couponCode: 'REPORT50', totalLimit: 10 });
  const first = await aSoldTicket({}, { couponCode: 'REPORT50' });
  await aSoldTicket({}, { couponCode: 'report50' });
  await purchase.anUnpaidOrder({ couponCode: 'REPORT50' });
  await commands.cinema(['order', 'refund', first.order.orderNo, '--reason', 'x']);
  expect((await commands.cinemaJson('coupon report REPORT50')).coupons).toEqual([
    {
      name: 'REPORT50',
      codes: 1,
      tickets: 2,
      reserved: 0,
      discount: 149,
      refunded: 1,
      refundedDiscount: 74.5,
    },
  ]);
  expect(await commands.cinema('coupon report NONE')).toMatchObject({
    code: 1,
    err: 'There is no discount code or batch "NONE".\n',
  });
});

test.each([
  ['coupon create GIFT --percent 100', '₹1,00,000'],
  ['coupon create GIFT --percent 99.9', '₹149'],
  ['coupon create GIFT --percent 99.9 --films <film>', '₹149'],
  ['coupon create GIFT --rupees 99999', '₹149'],
  ['coupon bulk GIFT --count 2 --percent 99.99', '₹149'],
])('a discount that makes a ticket free needs a reason: %s', async (line, price) => {
  const film = await server.aFilm();
  const command = line.replace('<film>', film.movieKey);
  const refused = await commands.cinema(command);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--reason') });
  expect(refused.err).toContain(price);
  expect(
    await server.database.query(`select 1 from coupons where coupon_code like 'GIFT%'`),
  ).toMatchObject({
    rows: [],
  });
  expect((await commands.cinema(`${command} --reason "press"`)).code).toBe(0);
  await server.database.query(`delete from coupons where coupon_code like 'GIFT%'`);
});

test('a discount that leaves a price needs no reason', async () => {
  const film = await server.aFilm();
  expect(
    (await commands.cinema(`coupon create ALMOST --rupees 148 --films ${film.movieKey}`)).code,
  ).toBe(0);
});

test('reconcile applies due payments; --dry-run only counts them', async () => {
  const { viewer, order } = await purchase.anUnpaidOrder();
  const { json } = await purchase.checkout(viewer, order);
  // Without a webhook, the server must query the provider.
  await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 10 });
  await purchase.payAtProvider(json.order_id);
  server.clock.advance(2 * MINUTE);
  const before = await dumpTables(server);
  const dry = await commands.cinemaJson('reconcile --dry-run');
  expect(dry).toMatchObject({ dryRun: true, paid: 0 });
  expect(dry.payments).toBeGreaterThan(0);
  expect(await dumpTables(server)).toEqual(before);
  expect((await commands.cinemaJson('reconcile')).payments).toBeGreaterThan(0);
  expect(
    await rows(`select payment_status from orders where movie_order_id = ${order.movieOrderId}`),
  ).toEqual([{ payment_status: 'PAID' }]);
  expect(await rows(`select outcome, said from audit_log where command = 'reconcile'`)).toEqual([
    {
      outcome: 'done',
      said: expect.stringMatching(/payments and \d+ payment events were due$/),
    },
  ]);
});

test('the audit log is listed newest first, from a given time on', async () => {
  const all = (await commands.cinemaJson('audit --limit 10000')).audit as {
    at: string;
    auditId: number;
  }[];
  expect(all.map(({ auditId }) => auditId)).toEqual(
    all.map(({ auditId }) => auditId).toSorted((a, b) => b - a),
  );
  const later = await commands.cinemaJson(`audit --since "${toIndianTime(at(1))}"`);
  expect(later).toEqual({ audit: [] });
  expect((await commands.cinema('audit')).out).toMatch(
    /^when \(Asia\/Kolkata\) +who +command +outcome +what\n/,
  );
});

test('the audit log is listed in a given time zone', async () => {
  const server = await aServer({ clock: aClock(NOON) });
  const commands = aCommandRunner(server);
  await commands.cinemaJson('genre add Mystery');
  expect((await commands.cinema('audit')).out).toMatch(
    /^when \(Asia\/Kolkata\).*\n2026-11-21 12:00 /,
  );
  const berlin = 'audit --zone Europe/Berlin';
  expect((await commands.cinema(berlin)).out).toMatch(
    /^when \(Europe\/Berlin\).*\n2026-11-21 07:30 /,
  );
  const since = async (moment: string) =>
    (await commands.cinemaJson(`${berlin} --since "2026-11-21 ${moment}"`)).audit.length;
  expect([await since('07:30'), await since('07:31')]).toEqual([1, 0]);
  expect(await commands.cinema('audit --zone Mars')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--zone must be a time zone'),
  });
  expect(await commands.cinema('audit --since soon')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--since must be a date and time'),
  });
});

test('genres, languages, collections and channels are listed with their film counts', async () => {
  const server = await aServer({ clock: aClock(NOON) });
  const commands = aCommandRunner(server);
  const { userId } = await server.aViewer({ roles: ['Producer'] });
  const films = [];
  for (const primaryLanguage of ['Tamil', 'Tamil', 'Hindi'])
    films.push((await server.aFilm({ primaryLanguage })).movieId);
  const [one, two, three] = films;
  await server.database.runSql(`
    insert into languages (language_name) values ('Tamil'), ('Hindi'), ('Oriya');
    insert into genres (genre_name, ordering) values ('Drama', 1), ('Thriller', 2), ('Comedy', 3);
    insert into movie_genres (movie_id, genre_id) values (${one}, 1), (${two}, 1), (${three}, 1), (${three}, 2);
    insert into collections (name, ordering) values ('By the water', 1), ('Old ones', 2), ('Empty', 3);
    insert into collection_movies (collection_id, movie_id, ordering) values (1, ${one}, 0), (1, ${two}, 1), (2, ${one}, 0);
    insert into channels (channel_name, owner_id) values ('Tidewater', ${userId}), ('Dry', ${userId});
    insert into channel_movies (channel_id, movie_id) values (1, ${one}), (1, ${three})`);
  const counts = async (noun: string, list: string, name: string) =>
    (await commands.cinemaJson(`${noun} list`))[list].map((row: Record<string, unknown>) => [
      row[name],
      row['films'],
    ]);
  expect(await counts('genre', 'genres', 'genreName')).toEqual([
    ['Drama', 3],
    ['Thriller', 1],
    ['Comedy', 0],
  ]);
  expect(await counts('language', 'languages', 'languageName')).toEqual([
    ['Hindi', 1],
    ['Oriya', 0],
    ['Tamil', 2],
  ]);
  expect(await counts('collection', 'collections', 'name')).toEqual([
    ['By the water', 2],
    ['Old ones', 1],
    ['Empty', 0],
  ]);
  expect(await counts('channel', 'channels', 'channelName')).toEqual([
    ['Tidewater', 2],
    ['Dry', 0],
  ]);
});

describe('an unknown name', () => {
  beforeAll(async () => {
    await server.aFilm({ importRef: 'night-rail', movieName: 'The Night Rail' });
    const { userId } = await server.aViewer({ roles: ['Producer'] });
    await server.database.runSql(`
      insert into genres (genre_name) values ('Mystery');
      insert into languages (language_name) values ('Malayalam');
      insert into collections (name) values ('Night trains');
      insert into channels (channel_name, owner_id) values ('Tidewater', ${userId})`);
  });

  test.each([
    [
      'a mistyped reference',
      'movie show nihgt-rail',
      'There is no film "nihgt-rail". Did you mean "night-rail"?',
    ],
    [
      'a film’s own name',
      'movie price "The Night Rail" 1',
      'There is no film "The Night Rail". Did you mean "night-rail"?',
    ],
    [
      'a genre',
      'movie edit night-rail --genres Mistery',
      'There is no genre "Mistery". Did you mean "Mystery"?',
    ],
    [
      'a language',
      'language rename Malayalm X',
      'There is no language "Malayalm". Did you mean "Malayalam"?',
    ],
    [
      'a collection',
      'collection list "Night trians"',
      'There is no collection "Night trians". Did you mean "Night trains"?',
    ],
    [
      'a channel',
      'channel films Tidwater night-rail',
      'There is no channel "Tidwater". Did you mean "Tidewater"?',
    ],
    ['no similar name', 'movie show imprint', 'There is no film "imprint". Use its key'],
  ])('(%s) is refused, with the nearest name if one is similar', async (_, line, message) => {
    const { code, err } = await commands.cinema(line);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});

describe('movie remove', () => {
  test('removes the film from catalogue and collections, and the changes feed lists it as removed', async () => {
    const film = await server.aFilm({ importRef: 'mistake', poster: 'x/poster-400.webp' });
    await server.database.runSql(`
      insert into collections (name) values ('Short ones');
      insert into collection_movies (collection_id, movie_id, ordering)
        select collection_id, ${film.movieId}, 0 from collections where name = 'Short ones'`);
    const changes = async (since: string) =>
      (await server.get(`/api/ott/public/catalogue/changes?limit=1000&since=${since}`)).json;
    const { cursor } = await changes('0');
    await commands.cinemaJson('movie remove mistake');
    const { removed, changed } = await changes(cursor);
    expect([removed, changed]).toEqual([[film.movieKey], []]);
    expect((await commands.cinemaJson('collection list "Short ones"')).films).toEqual([]);
    expect((await server.get(`/api/ott/public/movies/${film.movieKey}`)).status).toBe(404);
    const [entry] = await rows(
      'select command, changes from audit_log order by audit_id desc limit 1',
    );
    expect(entry).toMatchObject({
      command: 'movie remove',
      changes: [{ what: 'movie mistake', before: { movieKey: film.movieKey }, after: null }],
    });
  });

  test('is refused for a film with orders, reviews or a submission, with an alternative', async () => {
    const viewer = await server.aViewer();
    const film = await server.aFilm({ importRef: 'seen' });
    await server.anOrder(viewer, film, { paymentStatus: 'CANCELLED' });
    await server.anOrder(viewer, film);
    await server.aReview(viewer, film);
    expect(await commands.cinema('movie remove seen')).toMatchObject({
      code: 1,
      err: 'seen cannot be removed: it has 2 orders, 1 review. Withdraw it instead: cinema movie withdraw seen\n',
    });
    const movieId = await aSubmittedFilm(server, viewer);
    expect(await commands.cinema(`movie remove ${movieId}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `a filmmaker submitted it. Decline it (cinema submission decline ${movieId}) or withdraw it (`,
      ),
    });
  });
});

test('a new cast replaces the old one in order, and keeps the pictures of remaining people', async () => {
  const { movieId } = await server.aFilm({ importRef: 'played' });
  await server.database.query(
    `insert into movie_actors (movie_id, ordering, actor_name, actor_role, actor_image) values ($1, 0, 'Old One', 'Actor', 'a'), ($1, 1, 'Asha Rao', 'Editor', 'b')`,
    [movieId],
  );
  const edit = [
    'movie',
    'edit',
    'played',
    '--cast',
    'Nithin=The guard',
    '--cast',
    'Asha Rao=Director',
  ];
  expect((await commands.cinema(edit)).out).toContain(
    'Old One=Actor, Asha Rao=Editor → Nithin=The guard, Asha Rao=Director',
  );
  expect(
    await rows(
      `select actor_name, actor_image from movie_actors where movie_id = ${movieId} order by ordering`,
    ),
  ).toEqual([
    { actor_name: 'Nithin', actor_image: null },
    { actor_name: 'Asha Rao', actor_image: 'b' },
  ]);
  expect((await commands.cinema(edit)).out).toBe('Nothing to change.\n');
  await commands.cinemaJson('movie edit played --age 12');
  expect(
    await rows(`select count(*)::int as n from movie_actors where movie_id = ${movieId}`),
  ).toEqual([{ n: 2 }]);
});

describe('user delete', () => {
  const mobile = '9711122233';
  const emailId = 'kavya@film.example';

  test('deletes the account if the user number is given; the dry run lists what is deleted and what is kept', async () => {
    const { viewer, order } = await aSoldTicket({
      mobile,
      emailId,
      emailVerifiedAt: NOON,
      firstName: 'Kavya',
    });
    const { userId } = viewer;
    await server.aReview(viewer, await server.aFilm());
    const before = await dumpTables(server);
    const { out } = await commands.cinema(`user delete ${mobile} --dry-run`);
    for (const line of [`user ${userId}`, 'account', 'reviews', 'openTickets'])
      expect(out).toMatch(new RegExp(`^ *${line}( +1 → 0)?$`, 'm'));
    expect(out).toMatch(
      /Kept because tax law requires it.*\n +orders +1\n +invoices +1\n +submissionFees +0\n +approvedStatements +0\n$/,
    );
    expect(await dumpTables(server)).toEqual(before);

    for (const typed of ['', ` --yes ${userId + 1}`])
      expect(await commands.cinema(`user delete ${emailId}${typed}`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^Nothing was deleted/),
      });
    expect({ ...(await dumpTables(server)), audit_log: '' }).toEqual({ ...before, audit_log: '' });

    expect((await commands.cinemaJson(`user delete ${emailId} --yes ${userId}`)).kept).toEqual({
      orders: 1,
      invoices: 1,
      submissionFees: 0,
      approvedStatements: 0,
    });
    expect(
      await rows(`select user_id from orders where movie_order_id = ${order.movieOrderId}`),
    ).toEqual([{ user_id: null }]);
    expect(await rows(`select 1 from users where user_id = ${userId}`)).toEqual([]);
    const log = await rows(
      `select args, changes, said from audit_log where command = 'user delete'`,
    );
    expect(log).toHaveLength(3);
    expect(JSON.stringify(log)).not.toMatch(/kavya|film\.example|711122233|•/i);
  });

  test('is refused while a bank is confirming a payment or while films of the account are shown', async () => {
    const { viewer } = await purchase.anUnpaidOrder();
    await server.database.query(
      `update orders set payment_status = 'PROCESSING' where user_id = ${viewer.userId}`,
    );
    const owner = await server.aViewer({ roles: ['Producer'] });
    await server.aFilm({ ownerId: owner.userId });
    const refusal = async ({ userId }: { userId: number }) =>
      (await commands.cinema(`user delete ${userId} --yes ${userId}`)).err;
    expect(await refusal(viewer)).toMatch(/^A bank is still confirming a payment of user \d+\./);
    expect(await refusal(owner)).toMatch(
      /^Films of user \d+ are still shown\. Withdraw them first/,
    );
  });
});
