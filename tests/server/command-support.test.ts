import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/limits.ts';
import { sessionMessages } from '#messages/session.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { sendDueMails } from '#server/streaming/booking/mails/send.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { aCounter, dumpOf } from '../support/cinema.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';
import { aSubmittedFilm } from '../support/submissions.ts';
import { signingIn } from '../support/sign-in.ts';

let house: TestHouse;
let counter: ReturnType<typeof aCounter>;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse();
  counter = aCounter(house);
  shop = purchases(house);
});

const rows = async (sql: string) => (await house.database.query(sql)).rows;
const START = new Date('2026-11-21T06:30:00Z');
const at = (hours: number) => new Date(START.getTime() + hours * HOUR);
const india = (instant: Date) => new Date(instant.getTime() + 5.5 * HOUR).toISOString().slice(0, 16).replace('T', ' ');

async function aSoldTicket(person: object = {}, body: object = {}) {
  const { viewer, film, order } = await shop.anOpenOrder({ buyerState: '33', ...body }, person);
  const paid = await shop.pay(viewer, order);
  return { viewer, film, order: paid };
}

describe('an order', () => {
  test('is found by number, person, film and day, and shown with all that happened to it', async () => {
    const { viewer, film, order } = await aSoldTicket({ mobile: '9711100001', emailId: 'asha@film.example' });
    const found = async (line: string) =>
      (await counter.done(`order find ${line}`)).orders.map(({ orderNo }: { orderNo: string }) => orderNo);
    for (const line of [
      order.orderNo,
      order.orderNo.toLowerCase(),
      '--mobile 9711100001',
      '--mobile "+91 97111 00001"',
      '--email ASHA@film.example',
      `--film ${film.movieKey}`,
      `--film ${film.movieId} --status PAID --from 2026-11-21 --until 2026-11-21`,
    ])
      expect(await found(line), line).toEqual([order.orderNo]);
    for (const line of ['--mobile 9711100009', `--film ${film.movieKey} --from 2026-11-22`, `--email b@film.example`])
      expect(await found(line), line).toEqual([]);

    const shown = await counter.done(`order show ${order.orderNo.toLowerCase()}`);
    expect(shown).toMatchObject({
      orderNo: order.orderNo,
      userId: viewer.userId,
      total: 176,
      paymentStatus: 'PAID',
      payments: [{ provider: 'razorpay', amount: 176, state: 'paid', providerPaymentId: order.paymentTransactionNo }],
      papers: [{ kind: 'invoice', invoiceNo: expect.stringMatching(/^T2627\//) }],
      refunds: [],
    });
    expect(shown.events.length).toBeGreaterThan(0);
    expect(shown.mails.map(({ kind }: { kind: string }) => kind)).toContain('ticket');
    const { out } = await counter.cinema(`order show ${order.orderNo}`);
    for (const word of ['Payments', 'What was heard of them', 'Refunds', 'Papers', 'Mails', order.paymentTransactionNo])
      expect(out).toContain(word);
    expect(await counter.cinema('order show M26-999999')).toMatchObject({
      code: 1,
      err: 'There is no order M26-999999\n',
    });
  });

  test('is refunded with the reason; the provider’s refusal is an exit code, and stands in the log', async () => {
    const [good, bad] = [await aSoldTicket(), await aSoldTicket()];
    const refund = (orderNo: string) => counter.cinema(['order', 'refund', orderNo, '--reason', 'It stopped']);
    expect(await refund(good.order.orderNo)).toEqual({ code: 0, out: `${good.order.orderNo} is refunded\n`, err: '' });
    await house.script({ provider: 'razorpay', refund: 'fail' });
    const refused = await refund(bad.order.orderNo);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/the provider refused the refund/) });
    expect(await rows('select command, outcome from audit_log order by audit_id desc limit 2')).toEqual([
      { command: 'order refund', outcome: 'refused' },
      { command: 'order refund', outcome: 'done' },
    ]);
    expect(await counter.done('order held')).toEqual({
      cases: [expect.objectContaining({ kind: 'failed', no: bad.order.orderNo, reason: 'It stopped' })],
    });
    const before = await dumpOf(house);
    expect(await counter.cinema(`order return ${bad.order.paymentTransactionNo} --dry-run`)).toMatchObject({ code: 0 });
    expect(await dumpOf(house)).toEqual(before);
    await house.script({ provider: 'razorpay', action: 'forget' });
    house.clock.advance(MINUTE);
    const { code } = await counter.cinema(`order return ${bad.order.paymentTransactionNo}`);
    await tellRefunds(house.deps);
    expect(code).toBe(0);
  });
});

describe('a second refund', () => {
  const refund = (orderNo: string) => counter.cinema(['order', 'refund', orderNo, '--reason', 'Asked again']);

  test('says when, by whom and why the ticket was refunded, and changes nothing', async () => {
    const { order } = await aSoldTicket();
    await counter.done(['order', 'refund', order.orderNo, '--reason', 'It stopped']);
    const before = await dumpOf(house, ['audit_log']);
    for (const _ of ['second', 'third'])
      expect(await refund(order.orderNo)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(
          new RegExp(
            `^${order.orderNo} was refunded before on \\d\\d NOV 2026, \\d+\\.\\d\\d [AP]M by asha@till-1 \\(It stopped\\)\\. Nothing was changed\\.\n$`,
          ),
        ),
      });
    expect(await dumpOf(house, ['audit_log'])).toEqual(before);
  });

  test('of a free ticket, and of two at once, is refused as well', async () => {
    await house.aCoupon({ couponCode: 'GRATIS', couponValue: 100 });
    const { viewer, order } = await shop.anOpenOrder({ couponCode: 'GRATIS' });
    const { orderNo } = (await shop.confirmFree(viewer, order)).json;
    const answers = await Promise.all([refund(orderNo), refund(orderNo)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 1)!.err).toMatch(
      /was refunded before on .* by asha@till-1 \(Asked again\)/,
    );
  });

  test('says that the first one is on its way, while the provider has not confirmed it', async () => {
    const { order } = await aSoldTicket();
    await house.script({ provider: 'razorpay', refund: 'pending' });
    expect((await refund(order.orderNo)).out).toBe(`${order.orderNo}: the refund is on its way\n`);
    expect(await refund(order.orderNo)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The refund of \S+ was asked for on .* by asha@till-1 \(Asked again\) and is on its way/,
      ),
    });
  });
});

describe('an outage', () => {
  test('gives every ticket that was open the time that it lost, tells each viewer, once', async () => {
    const house = await aHouse();
    const counter = aCounter(house);
    const [from, until] = [at(-3), at(-1)];
    const film = await house.aFilm();
    const anOrder = async (opens: number, closes: number, given: object = {}) => {
      const viewer = await house.aViewer({ emailId: `v${opens}${closes}@film.example` });
      return house.anOrder(viewer, film, { bookingStartTime: at(opens), bookingEndTime: at(closes), ...given });
    };
    const whole = await anOrder(-10, 14);
    const began = await anOrder(-2, 22);
    const over = await anOrder(-26, -2);
    const later = await anOrder(0, 24);
    const earlier = await anOrder(-40, -16);
    const unpaid = await anOrder(-10, 15, { paymentStatus: 'NEW' });
    const erased = await anOrder(-10, 16, { userId: null });
    const line = ['order', 'extend', '--outage-from', india(from), '--outage-until', india(until)];

    const before = await dumpOf(house);
    const { changes } = await counter.done([...line, '--dry-run']);
    expect(changes).toHaveLength(3);
    expect(await dumpOf(house)).toEqual(before);

    const { code, out } = await counter.cinema(line);
    expect(code).toBe(0);
    for (const { orderNo } of [whole, began, over]) expect(out).toContain(`order ${orderNo}`);
    const ends = async (order: { movieOrderId: number }) =>
      (
        await house.database.query('select booking_end_time as at from orders where movie_order_id = $1', [
          order.movieOrderId,
        ])
      ).rows[0]!['at'];
    expect(await ends(whole)).toEqual(at(16));
    expect(await ends(began)).toEqual(at(23));
    // Its window was over: the hour that it lost begins now.
    expect(await ends(over)).toEqual(at(1));
    for (const other of [later, earlier, unpaid, erased]) expect(await ends(other)).toEqual(other.bookingEndTime);
    const audit = await house.database.query(`select outcome, jsonb_array_length(changes) as tickets from audit_log`);
    expect(audit.rows).toEqual([{ outcome: 'done', tickets: 3 }]);

    expect(await sendDueMails(house.deps)).toBe(3);
    const { rows: mails } = await house.database.query(
      `select kind, sent_at is not null as sent from ticket_mails where kind = 'extended'`,
    );
    expect(mails).toEqual(Array.from({ length: 3 }, () => ({ kind: 'extended', sent: true })));

    expect(await counter.cinema(line)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/were extended on .* by asha@till-1/),
    });
    expect(await ends(whole)).toEqual(at(16));
    expect((await counter.cinema([...line, '--again', '--by', '30m'])).code).toBe(0);
    expect(await ends(whole)).toEqual(at(16.5));
  });

  test('two operators at once make it good once', async () => {
    const house = await aHouse();
    const counter = aCounter(house);
    const order = await house.anOrder(await house.aViewer(), await house.aFilm(), {
      bookingStartTime: at(-5),
      bookingEndTime: at(19),
    });
    const line = ['order', 'extend', '--outage-from', india(at(-3)), '--outage-until', india(at(-2))];
    const codes = (await Promise.all([counter.cinema(line), counter.cinema(line), counter.cinema(line)])).map(
      ({ code }) => code,
    );
    expect(codes.toSorted()).toEqual([0, 1, 1]);
    const { rows } = await house.database.query('select booking_end_time as at from orders where movie_order_id = $1', [
      order.movieOrderId,
    ]);
    expect(rows).toEqual([{ at: at(20) }]);
  });

  test('without a ticket, or one that is not over yet, is refused', async () => {
    const extend = (from: Date, until: Date) =>
      counter.cinema(['order', 'extend', '--outage-from', india(from), '--outage-until', india(until)]);
    expect(await extend(at(-9000), at(-8999))).toMatchObject({ code: 1, err: 'No ticket was open in that time.\n' });
    expect(await extend(at(1), at(2))).toMatchObject({ code: 1, err: expect.stringMatching(/ends in the future/) });
  });
});

describe('a blocked person', () => {
  const openSessions = (userId: number) =>
    rows(`select count(*)::int as open from sessions where user_id = ${userId} and revoked_at is null`);
  let calls: ReturnType<typeof signingIn>;
  beforeAll(() => {
    calls = signingIn(house);
  });
  const codeFor = async (mobile: string) => {
    house.clock.advance(3 * MINUTE);
    await calls.forgot(mobile);
    return calls.codeFor(mobile);
  };

  test('is signed out everywhere, and comes in again by no way until unblocked', async () => {
    const mobile = '9711100500';
    const { userId } = await house.aViewer({ mobile, passwordHash: await hashPassword('open sesame') });
    const { token, refreshtoken } = await calls.signedIn(mobile);
    expect(await calls.opens(token)).toBe(200);

    expect((await counter.cinema(`user block ${userId}`)).code).toBe(0);
    expect(await calls.opens(token)).not.toBe(200);
    expect((await calls.rotate(refreshtoken)).status).toBe(403);
    const refused = { status: 403, json: { code: 'account_blocked', message: sessionMessages.accountBlocked } };
    expect(await calls.signIn(mobile, await codeFor(mobile))).toMatchObject(refused);
    expect(await calls.signIn(mobile, 'open sesame')).toMatchObject(refused);
    // Who does not know the password learns nothing.
    expect((await calls.signIn(mobile, 'open barley')).status).toBe(401);
    expect(await openSessions(userId)).toEqual([{ open: 0 }]);

    expect((await counter.cinema(`user unblock ${mobile}`)).code).toBe(0);
    expect((await calls.signIn(mobile, await codeFor(mobile))).status).toBe(200);
  });

  test('who signs in at the moment of being blocked is out as well', async () => {
    const mobile = '9711100600';
    const { userId } = await house.aViewer({ mobile });
    const code = await codeFor(mobile);
    await Promise.all([calls.signIn(mobile, code), counter.cinema(`user block ${userId}`)]);
    expect(await openSessions(userId)).toEqual([{ open: 0 }]);
  });
});

test('who loses the producer’s role loses the tokens that say it', async () => {
  const { userId } = await house.aViewer({ mobile: '9711100700', roles: ['Producer'] });
  await house.database.query(`insert into sessions (session_id, user_id) values (gen_random_uuid(), ${userId})`);
  expect((await counter.cinema(`user revoke ${userId}`)).code).toBe(0);
  expect(await rows(`select revoked_at is not null as out from sessions where user_id = ${userId}`)).toEqual([
    { out: true },
  ]);
});

test('people are found by name, number, address and role', async () => {
  const { userId } = await house.aViewer({
    mobile: '9711100800',
    firstName: 'Parvathy',
    lastName: 'Iyer',
    emailId: 'p.iyer@film.example',
  });
  const found = async (line: string) =>
    (await counter.done(`user find ${line}`)).users.map((each: { userId: number }) => each.userId);
  for (const line of ['parvathy', '"vathy iy"', '97111008', '"+91 9711100800"', 'P.IYER@', String(userId)])
    expect(await found(line), line).toContain(userId);
  expect(await found('parvathy --producers')).toEqual([]);
  expect(await found('100%')).toEqual([]);
});

test('two people with one typed number are not guessed between', async () => {
  for (const _ of [1, 2]) await house.aViewer({ mobile: '9711100900', mobileVerifiedAt: null });
  expect(await counter.cinema('user block 9711100900')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/fits several people: \d+, \d+/),
  });
});

test('a page is edited from what comes in, and shown as it was; before that it is empty', async () => {
  expect((await house.get('/api/ott/public/pages/contact-us')).json).toEqual({ pageContent: '' });
  const stdin = async () => 'Come in.\r\nWe are open.\r\n';
  expect((await counter.cinema('page edit contact-us -', { stdin })).code).toBe(0);
  expect((await counter.cinema('page show contact-us')).out).toBe('Come in.\nWe are open.\n');
  expect((await house.get('/api/ott/public/pages/contact-us')).json).toEqual({ pageContent: 'Come in.\nWe are open.' });
  const tooLong = { stdin: async () => 'x'.repeat(200_001) };
  expect(await counter.cinema('page edit contact-us -', tooLong)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/200000 characters at most/),
  });
});

test('a coupon’s report says what it took off, and what of it went back', async () => {
  await house.aCoupon({ couponCode: 'REPORT50', totalLimit: 10 });
  const first = await aSoldTicket({}, { couponCode: 'REPORT50' });
  await aSoldTicket({}, { couponCode: 'report50' });
  await shop.anOpenOrder({ couponCode: 'REPORT50' });
  await counter.cinema(['order', 'refund', first.order.orderNo, '--reason', 'x']);
  expect((await counter.done('coupon report REPORT50')).coupons).toEqual([
    { name: 'REPORT50', codes: 1, tickets: 2, discount: 149, refunded: 1, refundedDiscount: 74.5 },
  ]);
  expect(await counter.cinema('coupon report NONE')).toMatchObject({ code: 1, err: 'There is no coupon "NONE".\n' });
});

test('the reconciler is asked for now: what is due is counted, or heard', async () => {
  const { viewer, order } = await shop.anOpenOrder();
  const { json } = await shop.checkout(viewer, order);
  // Nobody tells the house: it has to ask.
  await house.script({ provider: 'razorpay', webhook: 'drop', times: 10 });
  await shop.payAt(json.order_id);
  house.clock.advance(2 * MINUTE);
  const before = await dumpOf(house);
  const dry = await counter.done('reconcile --dry-run');
  expect(dry).toMatchObject({ dryRun: true, paid: 0 });
  expect(dry.payments).toBeGreaterThan(0);
  expect(await dumpOf(house)).toEqual(before);
  expect((await counter.done('reconcile')).payments).toBeGreaterThan(0);
  expect(await rows(`select payment_status from orders where movie_order_id = ${order.movieOrderId}`)).toEqual([
    { payment_status: 'PAID' },
  ]);
  expect(await rows(`select outcome, said from audit_log where command = 'reconcile'`)).toEqual([
    { outcome: 'done', said: expect.stringMatching(/payments and \d+ pieces of news were due$/) },
  ]);
});

test('the log is listed since a moment, newest first', async () => {
  const all = (await counter.done('audit --limit 10000')).audit as { at: string; auditId: number }[];
  expect(all.map(({ auditId }) => auditId)).toEqual(all.map(({ auditId }) => auditId).toSorted((a, b) => b - a));
  const later = await counter.done(`audit --since "${india(at(1))}"`);
  expect(later).toEqual({ audit: [] });
  expect((await counter.cinema('audit')).out).toMatch(/^when \(Asia\/Kolkata\) +who +command +outcome +what\n/);
});

test('the log is listed by the clock of a zone, which it names', async () => {
  const house = await aHouse();
  const counter = aCounter(house);
  await counter.done('genre add Mystery');
  expect((await counter.cinema('audit')).out).toMatch(/^when \(Asia\/Kolkata\).*\n2026-11-21 12:00 /);
  const berlin = 'audit --zone Europe/Berlin';
  expect((await counter.cinema(berlin)).out).toMatch(/^when \(Europe\/Berlin\).*\n2026-11-21 07:30 /);
  const since = async (moment: string) => (await counter.done(`${berlin} --since "2026-11-21 ${moment}"`)).audit.length;
  expect([await since('07:30'), await since('07:31')]).toEqual([1, 0]);
  expect(await counter.cinema('audit --zone Mars')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--zone must be a time zone'),
  });
  expect(await counter.cinema('audit --since soon')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--since must be a moment'),
  });
});

test('genres, languages, collections and channels are listed with the films of each', async () => {
  const house = await aHouse();
  const counter = aCounter(house);
  const { userId } = await house.aViewer({ roles: ['Producer'] });
  const films = [];
  for (const primaryLanguage of ['Tamil', 'Tamil', 'Hindi'])
    films.push((await house.aFilm({ primaryLanguage })).movieId);
  const [one, two, three] = films;
  await house.database.script(`
    insert into languages (language_name) values ('Tamil'), ('Hindi'), ('Oriya');
    insert into genres (genre_name, ordering) values ('Drama', 1), ('Thriller', 2), ('Comedy', 3);
    insert into movie_genres (movie_id, genre_id) values (${one}, 1), (${two}, 1), (${three}, 1), (${three}, 2);
    insert into collections (name, ordering) values ('By the water', 1), ('Old ones', 2), ('Empty', 3);
    insert into collection_movies (collection_id, movie_id, ordering) values (1, ${one}, 0), (1, ${two}, 1), (2, ${one}, 0);
    insert into channels (channel_name, owner_id) values ('Tidewater', ${userId}), ('Dry', ${userId});
    insert into channel_movies (channel_id, movie_id) values (1, ${one}), (1, ${three})`);
  const counts = async (noun: string, list: string, name: string) =>
    (await counter.done(`${noun} list`))[list].map((row: Record<string, unknown>) => [row[name], row['films']]);
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

describe('a name that is not found', () => {
  beforeAll(async () => {
    await house.aFilm({ importRef: 'night-rail', movieName: 'The Night Rail' });
    const { userId } = await house.aViewer({ roles: ['Producer'] });
    await house.database.script(`
      insert into genres (genre_name) values ('Mystery');
      insert into languages (language_name) values ('Malayalam');
      insert into collections (name) values ('Night trains');
      insert into channels (channel_name, owner_id) values ('Tidewater', ${userId})`);
  });

  test.each([
    ['a mistyped reference', 'movie show nihgt-rail', 'There is no film "nihgt-rail". Did you mean "night-rail"?'],
    [
      'a film’s own name',
      'movie price "The Night Rail" 1',
      'There is no film "The Night Rail". Did you mean "night-rail"?',
    ],
    ['a genre', 'movie edit night-rail --genres Mistery', 'There is no genre "Mistery". Did you mean "Mystery"?'],
    ['a language', 'language rename Malayalm X', 'There is no language "Malayalm". Did you mean "Malayalam"?'],
    [
      'a collection',
      'collection list "Night trians"',
      'There is no collection "Night trians". Did you mean "Night trains"?',
    ],
    ['a channel', 'channel films Tidwater night-rail', 'There is no channel "Tidwater". Did you mean "Tidewater"?'],
    ['nothing that is near', 'movie show imprint', 'There is no film "imprint". Name it by'],
  ])('(%s) is answered with the nearest one', async (_, line, said) => {
    const { code, err } = await counter.cinema(line);
    expect(code).toBe(1);
    expect(err).toContain(said);
  });
});

describe('a film that is removed', () => {
  test('leaves the catalogue, its collections and its channel, and the feed names its key', async () => {
    const film = await house.aFilm({ importRef: 'mistake', poster: 'x/poster-400.webp' });
    await house.database.script(`
      insert into collections (name) values ('Short ones');
      insert into collection_movies (collection_id, movie_id, ordering)
        select collection_id, ${film.movieId}, 0 from collections where name = 'Short ones'`);
    const changes = async (since: string) =>
      (await house.get(`/api/ott/public/catalogue/changes?limit=1000&since=${since}`)).json;
    const { cursor } = await changes('0');
    await counter.done('movie remove mistake');
    const { removed, changed } = await changes(cursor);
    expect([removed, changed]).toEqual([[film.movieKey], []]);
    expect((await counter.done('collection list "Short ones"')).films).toEqual([]);
    expect((await house.get(`/api/ott/public/movies/${film.movieKey}`)).status).toBe(404);
    const [noted] = await rows('select command, changes from audit_log order by audit_id desc limit 1');
    expect(noted).toMatchObject({
      command: 'movie remove',
      changes: [{ what: 'movie mistake', before: { movieKey: film.movieKey }, after: null }],
    });
  });

  test('is refused with the reason and what to do instead, where it is more than a row', async () => {
    const viewer = await house.aViewer();
    const film = await house.aFilm({ importRef: 'seen' });
    await house.anOrder(viewer, film, { paymentStatus: 'CANCELLED' });
    await house.anOrder(viewer, film);
    await house.aReview(viewer, film);
    expect(await counter.cinema('movie remove seen')).toMatchObject({
      code: 1,
      err: 'seen cannot be removed: it has 2 orders, 1 review. Withdraw it instead: cinema movie withdraw seen\n',
    });
    const movieId = await aSubmittedFilm(house, viewer);
    expect(await counter.cinema(`movie remove ${movieId}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `its maker submitted it. Decline it (cinema submission decline ${movieId}) or withdraw it (`,
      ),
    });
  });
});

test('a new cast takes the place of the old one, in its order, and keeps the pictures of those who stay', async () => {
  const { movieId } = await house.aFilm({ importRef: 'played' });
  await house.database.query(
    `insert into movie_actors (movie_id, ordering, actor_name, actor_role, actor_image) values ($1, 0, 'Old One', 'Actor', 'a'), ($1, 1, 'Asha Rao', 'Editor', 'b')`,
    [movieId],
  );
  const edit = ['movie', 'edit', 'played', '--cast', 'Nithin=The guard', '--cast', 'Asha Rao=Director'];
  expect((await counter.cinema(edit)).out).toContain(
    'Old One=Actor, Asha Rao=Editor → Nithin=The guard, Asha Rao=Director',
  );
  expect(
    await rows(`select actor_name, actor_image from movie_actors where movie_id = ${movieId} order by ordering`),
  ).toEqual([
    { actor_name: 'Nithin', actor_image: null },
    { actor_name: 'Asha Rao', actor_image: 'b' },
  ]);
  expect((await counter.cinema(edit)).out).toBe('Nothing to change: it is so already.\n');
  await counter.done('movie edit played --age 12');
  expect(await rows(`select count(*)::int as n from movie_actors where movie_id = ${movieId}`)).toEqual([{ n: 2 }]);
});

describe('an account that the operator deletes', () => {
  const mobile = '9711122233';
  const emailId = 'kavya@film.example';

  test('goes as by its owner, once its number was typed; the dry run says what goes and what stays', async () => {
    const { viewer, order } = await aSoldTicket({ mobile, emailId, emailVerifiedAt: START, firstName: 'Kavya' });
    const { userId } = viewer;
    await house.aReview(viewer, await house.aFilm());
    const before = await dumpOf(house);
    const { out } = await counter.cinema(`user delete ${mobile} --dry-run`);
    for (const line of [`user ${userId}`, 'account', 'reviews', 'openTickets'])
      expect(out).toMatch(new RegExp(`^ *${line}( +1 → 0)?$`, 'm'));
    expect(out).toMatch(/Kept because tax law requires it.*\n +orders +1\n +invoices +1\n +submissionFees +0\n$/);
    expect(await dumpOf(house)).toEqual(before);

    for (const typed of ['', ` --yes ${userId + 1}`])
      expect(await counter.cinema(`user delete ${emailId}${typed}`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^Nothing was deleted/),
      });
    expect({ ...(await dumpOf(house)), audit_log: '' }).toEqual({ ...before, audit_log: '' });

    expect((await counter.done(`user delete ${emailId} --yes ${userId}`)).kept).toEqual({
      orders: 1,
      invoices: 1,
      submissionFees: 0,
    });
    expect(await rows(`select user_id from orders where movie_order_id = ${order.movieOrderId}`)).toEqual([
      { user_id: null },
    ]);
    expect(await rows(`select 1 from users where user_id = ${userId}`)).toEqual([]);
    const log = await rows(`select args, changes, said from audit_log where command = 'user delete'`);
    expect(log).toHaveLength(3);
    expect(JSON.stringify(log)).not.toMatch(/kavya|film\.example|711122233|•/i);
  });

  test('stays while a bank is confirming a payment, or while its films are shown', async () => {
    const { viewer } = await shop.anOpenOrder();
    await house.database.query(`update orders set payment_status = 'PROCESSING' where user_id = ${viewer.userId}`);
    const owner = await house.aViewer({ roles: ['Producer'] });
    await house.aFilm({ ownerId: owner.userId });
    const refusal = async ({ userId }: { userId: number }) =>
      (await counter.cinema(`user delete ${userId} --yes ${userId}`)).err;
    expect(await refusal(viewer)).toMatch(/^A bank is still confirming a payment of user \d+\./);
    expect(await refusal(owner)).toMatch(/^Films of user \d+ are still shown\. Withdraw them first/);
  });
});
