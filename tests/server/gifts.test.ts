import { bookingSentences } from '#messages/refusals/booking.ts';
/** @module-tag dates */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { GIFT_CLAIM_DAYS } from '#domain/limits/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { giftRefusals } from '#messages/gift-refusals.ts';
import { mailMessages } from '#messages/mails.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { UNKNOWN_GIFTS_PER_ADDRESS } from '#server/streaming/booking/gifts/claim-gift.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { aMediaDir, aPlayableFilm } from '../support/playback-server.ts';
import { GIFT, giftSteps } from '../support/gifts.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const clock = aClock(NOON);
let server: TestServer;
let steps: ReturnType<typeof giftSteps>;
beforeAll(async () => {
  server = await aServer({
    clock,
    settings: { MEDIA_DIR: await aMediaDir(), TRUST_PROXY: 'true' },
  });
  steps = giftSteps(server);
});
beforeEach(() => clock.set(NOON));

type Person = { userId: number };
interface ReceivedMail {
  subject: string;
  text: string;
  html: string;
  attachments: { type: string }[];
}
const rows = async (sql: string) => (await server.database.query(sql)).rows;
const giftRow = async ({ movieOrderId }: { movieOrderId: number }) =>
  (await rows(`select * from gifts where movie_order_id = ${movieOrderId}`))[0]!;
const play = (as: Person, { movieId }: { movieId: number }) =>
  server.post('/api/ott/playmovieweb', { as, body: { movieId } });
const movieFor = async (as: Person, { movieId }: { movieId: number }) =>
  (await server.get(`/api/ott/movies/${movieId}`, { as })).json;
const mailsTo = async (to: string) =>
  (await server.app.request(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json() as Promise<
    ReceivedMail[]
  >;
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject);
const lastMailTo = async (to: string): Promise<ReceivedMail> => (await mailsTo(to))[0]!;
let count = 0;
const anAddress = () => `gift${++count}@example.com`;

describe('an order that is a gift', () => {
  test('has no hour, and a link once it is paid', async () => {
    const giver = await server.aViewer();
    const film = await server.aFilm();
    const { status, json } = await steps.bookGift(giver, film.movieId);
    expect(status).toBe(201);
    expect(json.gift).toEqual({
      ...GIFT,
      role: 'giver',
      state: 'unpaid',
      claimUntil: null,
      claimedAt: null,
      code: null,
    });
    const paid = await steps.purchase.pay(giver, json);
    const claimUntil = toWire(new Date(NOON.getTime() + GIFT_CLAIM_DAYS * DAY));
    expect(paid).toMatchObject({
      paymentStatus: 'PAID',
      totalRoundedValue: 176,
      mayReschedule: false,
    });
    expect(paid.bookingEndTime).toBe(paid.bookingStartTime);
    expect(paid.gift).toMatchObject({
      state: 'waiting',
      claimUntil,
      code: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(paid.invoiceNo).toBeTruthy();
  });

  test('gives the payer no ticket, and leaves the film bookable for the payer', async () => {
    const film = await aPlayableFilm(server);
    const { giver } = await steps.aGift(film);
    expect(await movieFor(giver, film)).toMatchObject({
      paymentStatus: 0,
      playStatus: null,
      order: null,
    });
    expect(await play(giver, film)).toMatchObject({ status: 402 });
    expect((await steps.purchase.book(giver, film.movieId)).status).toBe(201);
  });

  test('may be bought beside an own ticket, and three times one after another', async () => {
    const { viewer: giver, film, order } = await steps.purchase.anUnpaidOrder();
    await steps.purchase.pay(giver, order);
    const codes = new Set<string>();
    for (const _ of [1, 2, 3]) codes.add((await steps.aGift(film, giver)).code);
    expect(codes.size).toBe(3);
  });

  test('stores only a hash of its link', async () => {
    const { order, code } = await steps.aGift();
    const stored = JSON.stringify(
      await rows(
        'select g::text as gift, o::text as o from gifts g join orders o using (movie_order_id)',
      ),
    );
    expect(stored).toContain((await giftRow(order))['code_hash'] as string);
    expect(stored).not.toContain(code);
  });

  test('cleans and limits what the giver types', async () => {
    const giver = await server.aViewer();
    const { movieId } = await server.aFilm();
    const gift = { giverName: ' A\u202Esha\n', receiverName: '', message: 'x'.repeat(300) };
    expect((await steps.bookGift(giver, movieId, { gift })).json.gift).toMatchObject({
      giverName: 'Asha',
      receiverName: null,
    });
    for (const field of ['giverName', 'receiverName', 'message'])
      expect(
        (await steps.bookGift(giver, movieId, { gift: { [field]: 'x'.repeat(301) } })).json.errors,
      ).toMatchObject([{ path: `gift.${field}` }]);
  });

  test('becomes an own ticket with an hour, and a gift again', async () => {
    const giver = await server.aViewer();
    const { movieId } = await server.aFilm();
    const { json: gift } = await steps.bookGift(giver, movieId);
    const { status, json: own } = await steps.purchase.book(giver, movieId);
    expect([status, own.movieOrderId, own.gift]).toEqual([200, gift.movieOrderId, null]);
    expect(await giftRow(gift)).toBeUndefined();
    const again = await server.put(`/api/ott/orders/${gift.movieOrderId}`, {
      as: giver,
      body: { gift: GIFT },
    });
    expect(again.json.gift).toMatchObject({ state: 'unpaid' });
    const changed = await server.put(`/api/ott/orders/${gift.movieOrderId}`, {
      as: giver,
      body: { couponCode: '' },
    });
    expect(changed.json.gift).toMatchObject({ state: 'unpaid', message: GIFT.message });
  });

  test('needs an open booking, and an own ticket an hour', async () => {
    const giver = await server.aViewer();
    const upcoming = await server.aFilm({
      streamingStartDate: new Date(NOON.getTime() + 10 * DAY),
    });
    expect(await steps.bookGift(giver, upcoming.movieId)).toMatchObject({
      status: 409,
      json: { code: 'booking_not_open', message: bookingSentences.booking_not_open },
    });
    const { movieId } = await server.aFilm();
    for (const [path, body] of [
      [`/api/ott/movies/${movieId}/orders`, { gift: null }],
      ['/api/ott/orders', { movieId }],
    ] as const)
      expect((await server.post(path, { as: giver, body })).json.errors).toEqual([
        { path: 'bookingStartTime', message: bookingMessages.chooseDateAndTime },
      ]);
  });

  test('is free with a full discount', async () => {
    await server.aCoupon({ couponCode: 'GIVEALL', couponValue: 100 });
    const giver = await server.aViewer();
    const { movieId } = await server.aFilm();
    const { json } = await steps.bookGift(giver, movieId, { couponCode: 'GIVEALL' });
    const { json: paid } = await steps.purchase.confirmFree(giver, json);
    expect(paid).toMatchObject({ paymentStatus: 'PAID', gift: { state: 'waiting' } });
    expect((await steps.takeBack(giver, json)).json).toMatchObject({
      paymentStatus: 'REFUNDED',
      gift: { state: 'taken_back', code: null },
    });
  });

  test('that is not paid is cancelled after a day', async () => {
    const giver = await server.aViewer();
    const { json } = await steps.bookGift(giver, (await server.aFilm()).movieId);
    clock.advance(DAY + MINUTE);
    await reconcile(server.deps);
    expect(await steps.orderOf(giver, json)).toMatchObject({
      paymentStatus: 'CANCELLED',
      gift: { state: 'unpaid' },
    });
  });
});

describe('the link', () => {
  test('shows film, names and message to everybody', async () => {
    const { code, film } = await steps.aGift();
    const { status, json } = await steps.find(code);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...GIFT, movie: { movieId: film.movieId } });
    expect(Object.keys(json).toSorted()).toEqual([
      'claimUntil',
      'giverName',
      'message',
      'movie',
      'receiverName',
    ]);
  });

  test('says why it opens nothing', async () => {
    const unpaidGiver = await server.aViewer();
    const { json: unpaid } = await steps.bookGift(unpaidGiver, (await server.aFilm()).movieId);
    expect((await steps.find('0'.repeat(32))).json).toMatchObject({
      code: 'gift_not_found',
      message: bookingSentences.gift_not_found,
    });
    expect(unpaid.gift.code).toBeNull();

    const takenBack = await steps.aGift();
    await steps.takeBack(takenBack.giver, takenBack.order);
    expect(await steps.find(takenBack.code)).toMatchObject({
      status: 409,
      json: { code: 'gift_taken_back', message: bookingSentences.gift_taken_back },
    });

    const withdrawn = await steps.aGift();
    await server.database.query(
      `update movies set active = 'N' where movie_id = ${withdrawn.film.movieId}`,
    );
    expect((await steps.find(withdrawn.code)).json).toMatchObject({ code: 'gift_film_withdrawn' });

    const lapsed = await steps.aGift();
    clock.advance(GIFT_CLAIM_DAYS * DAY);
    for (const call of [steps.find(lapsed.code), steps.claim(await server.aViewer(), lapsed.code)])
      expect((await call).json).toMatchObject({
        code: 'gift_lapsed',
        message: bookingSentences.gift_lapsed,
      });
  });

  test('can be guessed only a few times an hour from one network', async () => {
    const { code } = await steps.aGift();
    const findFrom = (ip: string, tried: string) =>
      server.post('/api/ott/public/gifts/find', {
        body: { code: tried },
        headers: { 'x-forwarded-for': ip },
      });
    const ip = '203.0.113.9';
    for (let tries = 0; tries < UNKNOWN_GIFTS_PER_ADDRESS; tries++)
      expect((await findFrom(ip, `${tries}`)).status).toBe(404);
    expect(await findFrom(ip, code)).toMatchObject({
      status: 429,
      json: { message: giftRefusals.tooManyTries },
    });
  });
});

describe('a claim', () => {
  test('gives the receiver the ticket with the chosen hour, and the payer no more than the fact', async () => {
    const film = await aPlayableFilm(server);
    const { giver, order, code } = await steps.aGift(film);
    const receiver = await server.aViewer();
    const start = new Date(NOON.getTime() + 2 * HOUR);
    const { status, json } = await steps.claim(receiver, code, start);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      movieOrderId: order.movieOrderId,
      userId: receiver.userId,
      bookingStartTime: toWire(start),
      bookingEndTime: toWire(new Date(start.getTime() + DAY)),
      paymentStatus: 'PAID',
      mayReschedule: true,
      totalRoundedValue: 0,
      invoiceNo: null,
      paymentTransactionNo: null,
      gift: { ...GIFT, role: 'receiver', state: 'claimed', code: null },
    });
    expect(await movieFor(receiver, film)).toMatchObject({
      paymentStatus: 1,
      order: { movieOrderId: order.movieOrderId },
    });

    clock.set(start);
    expect((await play(receiver, film)).status).toBe(200);
    expect((await play(giver, film)).status).toBe(402);
    expect(await movieFor(giver, film)).toMatchObject({ paymentStatus: 0, order: null });
    const given = await steps.orderOf(giver, order);
    expect(given).toMatchObject({
      userId: giver.userId,
      totalRoundedValue: 176,
      mayReschedule: false,
    });
    expect(given.bookingStartTime).toBe(toWire(NOON));
    expect(given.bookingEndTime).toBe(toWire(NOON));
    expect(given.gift).toMatchObject({
      role: 'giver',
      state: 'claimed',
      claimedAt: toWire(NOON),
      code: null,
    });
    expect(given.invoiceNo).toBe(order.invoiceNo);
  });

  test('is listed for both, and their calls stay theirs', async () => {
    const { giver, order, code, film } = await steps.aGift();
    const receiver = await server.aViewer();
    const stranger = await server.aViewer();
    await steps.claim(receiver, code, new Date(NOON.getTime() + 2 * HOUR));
    for (const [person, role] of [
      [giver, 'giver'],
      [receiver, 'receiver'],
    ] as const) {
      const { json } = await server.get('/api/ott/orders', { as: person });
      expect(json).toMatchObject({ totalElements: 1, content: [{ gift: { role } }] });
      const mine = await server.get(`/api/ott/mymovieorders/${film.movieId}`, { as: person });
      expect(mine.json.content).toMatchObject([{ gift: { role } }]);
    }
    expect((await server.get('/api/ott/orders', { as: stranger })).json.totalElements).toBe(0);
    const path = `/api/ott/orders/${order.movieOrderId}`;
    const slot = {
      bookingStartTime: toWire(new Date(NOON.getTime() + 3 * HOUR)),
      timezone: 'Asia/Kolkata',
    };
    const statusesOf = async (as: Person) => [
      (await server.get(`${path}/invoice`, { as })).status,
      (await server.get(`${path}/ticket.ics`, { as })).status,
      (await server.post(`${path}/reschedule`, { as, body: slot })).status,
      (await server.put(`${path}/payment`, { as, body: { paymentStatus: 'CANCELLED' } })).status,
    ];
    expect(await statusesOf(giver)).toEqual([200, 404, 404, 200]);
    expect(await statusesOf(receiver)).toEqual([404, 200, 200, 404]);
    expect(await statusesOf(stranger)).toEqual([404, 404, 404, 404]);
    expect((await steps.takeBack(receiver, order)).status).toBe(404);
  });

  test('is refused for the giver, for a receiver with a ticket, and for an hour that booking does not offer', async () => {
    const { giver, order, code, film } = await steps.aGift();
    expect(await steps.claim(giver, code)).toMatchObject({
      status: 409,
      json: { code: 'gift_is_own' },
    });
    const holder = await server.aViewer();
    await steps.purchase.pay(holder, (await steps.purchase.book(holder, film.movieId)).json);
    expect(await steps.claim(holder, code)).toMatchObject({
      status: 409,
      json: { code: 'already_booked' },
    });
    const receiver = await server.aViewer();
    const tooFar = new Date(NOON.getTime() + 8 * DAY);
    expect(await steps.claim(receiver, code, tooFar)).toMatchObject({
      status: 422,
      json: { code: 'slot_too_far' },
    });
    expect((await steps.orderOf(giver, order)).gift.state).toBe('waiting');
    expect((await steps.claim(receiver, code)).status).toBe(200);
    expect(await steps.claim(holder, code)).toMatchObject({
      status: 409,
      json: { code: 'gift_claimed' },
    });
  });

  test('that the receiver repeats answers the ticket, and a claimed gift blocks a second ticket', async () => {
    const { code, film, order } = await steps.aGift();
    const receiver = await server.aViewer();
    const first = await steps.claim(receiver, code);
    const second = await steps.claim(receiver, code, new Date(NOON.getTime() + 2 * HOUR));
    expect(second).toMatchObject({ status: 200, json: first.json });
    expect(await steps.purchase.book(receiver, film.movieId)).toMatchObject({
      status: 409,
      json: { code: 'already_booked' },
    });
    expect((await giftRow(order))['receiver_id']).toBe(receiver.userId);
  });

  test('is won by one of fifty at once', async () => {
    const { code, order } = await steps.aGift();
    const receivers = await Promise.all(Array.from({ length: 50 }, () => server.aViewer()));
    const replies = await Promise.all(receivers.map((receiver) => steps.claim(receiver, code)));
    const winners = receivers.filter((_, index) => replies[index]!.status === 200);
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ json }) => json.code === 'gift_claimed')).toHaveLength(49);
    expect((await giftRow(order))['receiver_id']).toBe(winners[0]!.userId);
    const tickets = await Promise.all(receivers.map((as) => server.get('/api/ott/orders', { as })));
    expect(tickets.filter(({ json }) => json.totalElements > 0)).toHaveLength(1);
  });

  test('and a taking back at once have one winner', async () => {
    for (let round = 0; round < 4; round++) {
      const { giver, code, order } = await steps.aGift();
      const receiver = await server.aViewer();
      const calls = [() => steps.claim(receiver, code), () => steps.takeBack(giver, order)];
      const [one, other] = await Promise.all(
        (round % 2 ? calls.toReversed() : calls).map((call) => call()),
      );
      expect([one!.status, other!.status].toSorted()).toEqual([200, 409]);
      const { claimed_at, taken_back_at } = await giftRow(order);
      expect([claimed_at, taken_back_at].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('money', () => {
  test('goes back to the payer when the gift is taken back, which a claim prevents', async () => {
    const { giver, order } = await steps.aGift();
    expect((await steps.takeBack(giver, order)).json).toMatchObject({
      refund: 'asked',
      gift: { state: 'taken_back' },
    });
    await reconcile(server.deps);
    const refunded = await steps.orderOf(giver, order);
    expect(refunded).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: 176,
      gift: { state: 'taken_back' },
    });
    expect(refunded.creditNoteNos).toHaveLength(1);

    const claimed = await steps.aGift();
    await steps.claim(await server.aViewer(), claimed.code);
    expect(await steps.takeBack(claimed.giver, claimed.order)).toMatchObject({
      status: 409,
      json: { code: 'gift_claimed', message: bookingSentences.claimed_gift_kept },
    });
  });

  test('goes back when nobody claims the gift in time, or the film is withdrawn', async () => {
    const lapsed = await steps.aGift();
    clock.advance(GIFT_CLAIM_DAYS * DAY - HOUR);
    const withdrawn = await steps.aGift();
    await server.database.query(
      `update movies set active = 'N' where movie_id = ${withdrawn.film.movieId}`,
    );
    await reconcile(server.deps);
    expect((await steps.orderOf(lapsed.giver, lapsed.order)).gift.state).toBe('waiting');
    expect(await steps.orderOf(withdrawn.giver, withdrawn.order)).toMatchObject({
      paymentStatus: 'REFUNDED',
      gift: { state: 'returned' },
    });
    expect((await steps.find(withdrawn.code)).json).toMatchObject({
      code: 'gift_returned',
      message: bookingSentences.gift_returned,
    });
    clock.advance(HOUR);
    await reconcile(server.deps);
    expect(await steps.orderOf(lapsed.giver, lapsed.order)).toMatchObject({
      paymentStatus: 'REFUNDED',
      gift: { state: 'lapsed' },
    });
    expect(
      await rows(`select reason from refunds where movie_order_id = ${lapsed.order.movieOrderId}`),
    ).toEqual([{ reason: giftRefusals.notClaimed }]);
  });

  test('of a claimed gift goes back to the payer, and its ticket ends', async () => {
    const film = await aPlayableFilm(server);
    const { giver, order, code } = await steps.aGift(film);
    const receiver = await server.aViewer();
    await steps.claim(receiver, code);
    expect((await play(receiver, film)).status).toBe(200);
    await requestRefund(server.deps, order, 'The operator decided');
    await reconcile(server.deps);
    expect((await play(receiver, film)).status).toBe(402);
    expect(await steps.orderOf(giver, order)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: 176,
    });
    expect(await steps.orderOf(receiver, order)).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: 0,
    });
  });
});

describe('mails', () => {
  test('tell the giver about the money and the receiver about the ticket', async () => {
    const [giverAddress, receiverAddress] = [anAddress(), anAddress()];
    const giver = await server.aViewer({ emailId: giverAddress });
    const film = await server.aFilm();
    const receiver = await server.aViewer({ emailId: receiverAddress, reminders: true });
    const { order, code } = await steps.aGift(film, giver);
    await sendTicketMails(server.deps);
    expect(await subjectsTo(giverAddress)).toEqual([mailMessages.subjects.gift(film.movieName)]);
    const giftMail = JSON.stringify(await lastMailTo(giverAddress));
    expect(giftMail).not.toContain(code);
    expect(giftMail).not.toContain('text/calendar');

    await steps.claim(receiver, code, new Date(NOON.getTime() + 3 * HOUR));
    await sendTicketMails(server.deps);
    const ticketMail = await lastMailTo(receiverAddress);
    expect(ticketMail.attachments.map(({ type }) => type).join()).toContain('text/calendar');
    for (const money of ['₹', mailMessages.invoice, mailMessages.paidBy])
      expect(ticketMail.text + ticketMail.html).not.toContain(money);
    clock.set(new Date(NOON.getTime() + 2 * HOUR));
    await sendTicketMails(server.deps);
    expect(await subjectsTo(receiverAddress)).toContain(
      mailMessages.subjects.reminder_60(film.movieName),
    );

    await requestRefund(server.deps, order, 'The operator decided');
    await reconcile(server.deps);
    await sendTicketMails(server.deps);
    expect((await subjectsTo(giverAddress)).toSorted()).toEqual(
      [
        mailMessages.subjects.gift(film.movieName),
        mailMessages.subjects.refunded(film.movieName),
      ].toSorted(),
    );
    expect((await subjectsTo(receiverAddress))[0]).toBe(
      mailMessages.subjects.gift_ended(film.movieName),
    );
    const endedMail = await lastMailTo(receiverAddress);
    expect(endedMail.text + endedMail.html).not.toContain('₹');
  });

  test('tell the giver of a refund long after the payment', async () => {
    const address = anAddress();
    const { film } = await steps.aGift(undefined, await server.aViewer({ emailId: address }));
    clock.advance((GIFT_CLAIM_DAYS + 1) * DAY);
    await reconcile(server.deps);
    await sendTicketMails(server.deps);
    expect(await subjectsTo(address)).toEqual([mailMessages.subjects.refunded(film.movieName)]);
  });
});

describe('personal data', () => {
  const exportOf = async (as: Person) => (await server.get('/api/auth/me/export', { as })).json;

  test('of giver and receiver stay apart', async () => {
    const { giver, order, code } = await steps.aGift();
    const receiver = await server.aViewer();
    const start = new Date(NOON.getTime() + 2 * HOUR);
    await steps.claim(receiver, code, start, 'Asia/Kolkata');
    const given = await exportOf(giver);
    expect(given.givenGifts).toMatchObject([{ movieOrderId: order.movieOrderId, ...GIFT }]);
    expect(given.receivedGifts).toEqual([]);
    expect(JSON.stringify(given)).not.toContain(toWire(start));
    const received = await exportOf(receiver);
    expect(received.receivedGifts).toMatchObject([
      { orderNo: order.orderNo, bookingStartTime: toWire(start) },
    ]);
    expect([received.orders, received.givenGifts, received.taxDocuments]).toEqual([[], [], []]);
    expect(JSON.stringify([given, received])).not.toMatch(/codeHash|receiverId/);
  });

  test('of a deleted giver are gone, and the link still works', async () => {
    const { giver, order, code } = await steps.aGift();
    expect((await server.delete('/api/auth/me', { as: giver })).status).toBe(204);
    expect(await giftRow(order)).toMatchObject({
      giver_name: null,
      receiver_name: null,
      message: null,
    });
    expect((await steps.claim(await server.aViewer(), code)).status).toBe(200);
  });

  test('of a deleted receiver are gone, and the gift stays claimed', async () => {
    const { giver, order, code } = await steps.aGift();
    const receiver = await server.aViewer();
    await steps.claim(receiver, code);
    expect((await server.delete('/api/auth/me', { as: receiver })).status).toBe(204);
    expect(await giftRow(order)).toMatchObject({ receiver_id: null, claimed_at: NOON });
    expect((await steps.orderOf(giver, order)).gift.state).toBe('claimed');
    expect((await steps.find(code)).json.code).toBe('gift_claimed');
  });
});
