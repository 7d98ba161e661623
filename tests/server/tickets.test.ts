import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromWire, toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { bookingMessages } from '#messages/booking.ts';
import { sendDueMails } from '#server/streaming/booking/mails/send.ts';
import { endTicket } from '#server/streaming/booking/issue-ticket.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aPlayableFilm } from '../support/playback-house.ts';
import { purchases } from '../support/purchase.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const clock = aClock(NOON);
let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse({ clock });
  shop = purchases(house);
});
beforeEach(() => clock.set(NOON));

type Who = { userId: number };
interface Letter {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
  attachments?: { name: string; type: string; text: string }[];
}
let count = 0;
const anAddress = () => `viewer${++count}@example.com`;
const IST = 'Asia/Kolkata';
const at = (hours: number) => new Date(Math.floor(NOON.getTime() / HOUR) * HOUR + 30 * MINUTE + hours * HOUR);
const reschedule = (as: Who, { movieOrderId }: { movieOrderId: number }, start: Date, timezone = IST) =>
  house.post(`/api/ott/orders/${movieOrderId}/reschedule`, { as, body: { bookingStartTime: toWire(start), timezone } });
const lettersTo = async (to: string): Promise<Letter[]> =>
  (await house.app.request(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json() as Promise<Letter[]>;
const calendarIn = ({ attachments = [] }: Letter) => attachments.find(({ type }) => type.startsWith('text/calendar'))!;
const moneyBack = (movieOrderId: number) =>
  house.database.db.transaction(async (tx) => {
    await tx.execute(`update orders set payment_status = 'REFUNDED' where movie_order_id = ${movieOrderId}`);
    await endTicket(tx, house.deps, { movieOrderId }, clock.now(), 'Asked by the operator');
  });
const row = async (sql: string) => (await house.database.query(sql)).rows[0]!;

/** As ical.js understands it; it throws on what is no iCalendar. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const event = calendar.getFirstSubcomponent('vevent')!;
  const value = (name: string) => String(event.getFirstPropertyValue(name));
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: value('uid'),
    sequence: Number(value('sequence')),
    start: value('dtstart'),
    end: value('dtend'),
    status: value('status'),
    organizer: value('organizer'),
  };
}

/** A paid ticket for an hour from now on, of a viewer with an address. */
async function aTicket({ start = at(3), timezone = IST, person = {} as object } = {}) {
  const emailId = anAddress();
  const { viewer, film, order } = await shop.anOpenOrder(
    { bookingStartTime: toWire(start), timezone },
    { emailId, ...person },
  );
  return { viewer, film, emailId, order: await shop.pay(viewer, order) };
}

describe('the calendar file', () => {
  test('is the paid ticket’s window, read by another hand', async () => {
    const { viewer, order } = await aTicket();
    const { status, headers, text } = await house.get(`/api/ott/orders/${order.movieOrderId}/ticket.ics`, {
      as: viewer,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/calendar/);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="ticket-${order.orderNo}.ics"`);
    expect(read(text)).toMatchObject({
      method: 'PUBLISH',
      sequence: 0,
      start: '2026-11-21T09:30:00Z',
      end: '2026-11-22T09:30:00Z',
      status: 'CONFIRMED',
      uid: `ticket-${order.orderNo}@house.test`,
      organizer: 'mailto:no-reply@house.test',
    });
  });

  test('is for its owner, and of a ticket alone', async () => {
    const { order } = await aTicket();
    const file = (as: Who, id: number) => house.get(`/api/ott/orders/${id}/ticket.ics`, { as });
    expect((await file(await house.aViewer(), order.movieOrderId)).status).toBe(404);
    const open = await shop.anOpenOrder();
    expect((await file(open.viewer, open.order.movieOrderId)).status).toBe(404);
  });
});

describe('another hour for a paid ticket', () => {
  test('moves the window and the calendar entry', async () => {
    const { viewer, order } = await aTicket();
    expect(order).toMatchObject({ mayReschedule: true, slotPassed: false });
    const moved = await reschedule(viewer, order, at(26));
    expect(moved).toMatchObject({
      status: 200,
      json: {
        bookingStartTime: toWire(at(26)),
        bookingEndTime: toWire(at(50)),
        paymentStatus: 'PAID',
        mayReschedule: true,
      },
    });
    const { text } = await house.get(`/api/ott/orders/${order.movieOrderId}/ticket.ics`, { as: viewer });
    expect(read(text)).toMatchObject({ sequence: 1, start: '2026-11-22T08:30:00Z' });
  });

  test('asked for twice is given once', async () => {
    const { viewer, order } = await aTicket();
    const all = await Promise.all([1, 2, 3, 4].map(() => reschedule(viewer, order, at(5))));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(
      await row(`select calendar_sequence as sequence from orders where movie_order_id = ${order.movieOrderId}`),
    ).toEqual({
      sequence: 1,
    });
  });

  test.each([
    ['slot_past', -2],
    ['slot_too_far', 24 * 8],
    ['slot_not_on_the_hour', 2.25],
  ])('follows the rules of a booking: %s', async (code, hours) => {
    const { viewer, order } = await aTicket();
    expect(await reschedule(viewer, order, at(hours))).toMatchObject({ status: 422, json: { code } });
  });

  test('is not given once the film was begun, over, not paid, returned, or another person’s', async () => {
    const played = await aTicket({ start: NOON });
    await house.database.query(
      'insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time) values ($1, $2, $3, $4)',
      [played.film.movieId, played.viewer.userId, played.order.movieOrderId, NOON],
    );
    expect(await reschedule(played.viewer, played.order, at(3))).toMatchObject({
      status: 409,
      json: { code: 'ticket_played', message: bookingMessages.ticketPlayed },
    });
    const seen = await house.get(`/api/ott/orders/${played.order.movieOrderId}`, { as: played.viewer });
    expect(seen.json.mayReschedule).toBe(false);

    const { viewer, order } = await aTicket();
    expect((await reschedule(await house.aViewer(), order, at(5))).status).toBe(404);
    clock.advance(2 * DAY);
    expect(await reschedule(viewer, order, new Date(clock.now().getTime() + 2 * HOUR))).toMatchObject({
      json: { code: 'ticket_over' },
    });
    clock.set(NOON);
    await moneyBack(order.movieOrderId);
    expect(await reschedule(viewer, order, at(5))).toMatchObject({ json: { code: 'ticket_not_paid' } });
    const open = await shop.anOpenOrder();
    expect(await reschedule(open.viewer, open.order, at(5))).toMatchObject({ json: { code: 'ticket_not_paid' } });
  });
});

describe('another hour while the film is begun', () => {
  async function anOpenPlayer() {
    const film = await aPlayableFilm(house);
    const viewer = await house.aViewer();
    const order = await shop.pay(viewer, (await shop.book(viewer, film.movieId)).json);
    const { json } = await house.post('/api/ott/playmovieweb', { as: viewer, body: { movieId: film.movieId } });
    return { viewer, order, sessionId: json.data[0].sessionId as string };
  }

  test('is not given, when a key was being taken as it was asked for', async () => {
    const { viewer, order, sessionId } = await anOpenPlayer();
    let answer: ReturnType<typeof reschedule> | undefined;
    await house.database.db.transaction(async (tx) => {
      await tx.execute(
        sql`update playback_sessions set key_minute = ${NOON.toISOString()} where session_id = ${sessionId}`,
      );
      answer = reschedule(viewer, order, at(5));
      await pause(300);
    });
    expect(await answer).toMatchObject({ status: 409, json: { code: 'ticket_played' } });
  });

  test('leaves the player open when it is refused, or is the hour that the ticket has', async () => {
    const { viewer, order, sessionId } = await anOpenPlayer();
    const start = fromWire(order.bookingStartTime)!;
    expect((await reschedule(viewer, order, at(24 * 8))).status).toBe(422);
    expect((await reschedule(viewer, order, start)).status).toBe(200);
    expect(await row(`select replaced_at from playback_sessions where session_id = '${sessionId}'`)).toEqual({
      replaced_at: null,
    });
  });
});

describe('an hour that passed while the bank was thinking', () => {
  test('opens with the payment, and says so; another hour ends that', async () => {
    const { viewer, order } = await shop.anOpenOrder({ bookingStartTime: toWire(at(1)), timezone: IST });
    clock.advance(2 * HOUR);
    const ticket = await shop.pay(viewer, order);
    expect(ticket).toMatchObject({ slotPassed: true, mayReschedule: true, bookingStartTime: toWire(clock.now()) });
    const { json } = await reschedule(viewer, ticket, at(20));
    expect(json).toMatchObject({ slotPassed: false, bookingStartTime: toWire(at(20)) });
  });

  test('is none for Now, nor for a payment on time', async () => {
    const now = await shop.anOpenOrder();
    clock.advance(HOUR);
    expect((await shop.pay(now.viewer, now.order)).slotPassed).toBe(false);
    clock.set(NOON);
    const soon = await shop.anOpenOrder({ bookingStartTime: toWire(at(1)), timezone: IST });
    clock.advance(HOUR + 2 * MINUTE);
    expect((await shop.pay(soon.viewer, soon.order)).slotPassed).toBe(false);
  });
});

describe('mails', () => {
  test('bring the ticket once, with its calendar entry, its code and the way to the invoice', async () => {
    const { film, emailId, order } = await aTicket();
    await Promise.all([sendDueMails(house.deps), sendDueMails(house.deps), sendDueMails(house.deps)]);
    const letters = await lettersTo(emailId);
    expect(letters).toHaveLength(1);
    const [letter] = letters as [Letter];
    expect(letter.subject).toBe(`Your ticket: ${film.movieName}, Sat 21 Nov, 3.00 PM`);
    const address = `http://house.test/purchasehistory/${order.movieOrderId}`;
    for (const said of [
      `Ticket No.: ${order.orderNo}`,
      'Opens: Sat 21 Nov, 3.00 PM IST',
      'Closes: Sun 22 Nov, 3.00 PM IST',
      'To finish, begin by: Sun 22 Nov, 1.00 PM IST',
      `Your ticket: ${address}`,
      'Paid: ₹176',
      'GST in it: ₹26.82 (18 %)',
      'Paid by: UPI',
      `Your invoice: ${address}#invoice`,
      'Questions? Contact us: http://house.test/contact-us',
    ])
      expect(letter.text).toContain(said);
    expect(letter.text).not.toContain('In India');
    expect(letter.unsubscribe).toBeUndefined();
    expect(letter.html).toContain(`cid:code-${order.orderNo}`);
    expect(letter.attachments).toContainEqual(
      expect.objectContaining({ name: `${order.orderNo}.png`, type: 'image/png' }),
    );
    expect(calendarIn(letter).type).toMatch(/method=request/i);
    expect(read(calendarIn(letter).text)).toMatchObject({
      method: 'REQUEST',
      sequence: 0,
      start: '2026-11-21T09:30:00Z',
    });
  });

  test('remind an hour and ten minutes before, in the hour that holds', async () => {
    const { viewer, emailId, order } = await aTicket({ start: at(3) });
    await sendDueMails(house.deps);
    await reschedule(viewer, order, at(6));
    await sendDueMails(house.deps);
    const [moved] = await lettersTo(emailId);
    expect(moved!.subject).toMatch(/^Your new hour: .*, Sat 21 Nov, 6\.00 PM$/);
    expect(read(calendarIn(moved!).text)).toMatchObject({
      method: 'REQUEST',
      sequence: 1,
      start: '2026-11-21T12:30:00Z',
      uid: `ticket-${order.orderNo}@house.test`,
    });
    const sentAt = async (moment: Date) => {
      clock.set(moment);
      await sendDueMails(house.deps);
      return (await lettersTo(emailId)).length;
    };
    expect(await sentAt(at(2))).toBe(2); // an hour before the old hour
    expect(await sentAt(new Date(at(5).getTime() - 1))).toBe(2);
    expect(await sentAt(at(5))).toBe(3);
    expect(await sentAt(new Date(at(6).getTime() - 10 * MINUTE))).toBe(4);
    expect(await sentAt(at(7))).toBe(4);
    const reminders = (await lettersTo(emailId)).slice(0, 2);
    const settings = '<http://house.test/profilesettings>';
    expect(reminders.map(({ unsubscribe }) => unsubscribe)).toEqual([settings, settings]);
    expect(reminders.map(({ text }) => text.split('\n\n')[1])).toEqual([
      'The house opens in 10 minutes.',
      'The house opens in one hour.',
    ]);
  });

  test('do not remind who wants none, nor of an hour that came meanwhile', async () => {
    const quiet = await aTicket();
    const put = await house.put(`/api/auth/userinfo/${quiet.viewer.userId}`, {
      as: quiet.viewer,
      body: { reminders: false },
    });
    expect(put).toMatchObject({ status: 202, json: { data: { reminders: false } } });
    const late = await aTicket();
    await sendDueMails(house.deps);
    clock.set(new Date(at(3).getTime() + MINUTE));
    await sendDueMails(house.deps);
    expect(await lettersTo(quiet.emailId)).toHaveLength(1);
    expect(await lettersTo(late.emailId)).toHaveLength(1);
  });

  test('tell how much money goes back, how, when and why, and take the entry out of the calendar', async () => {
    const { emailId, order } = await aTicket();
    await sendDueMails(house.deps);
    await refund(house.deps, order, 'The film stopped');
    await tellRefunds(house.deps);
    clock.set(at(2));
    await sendDueMails(house.deps);
    const letters = await lettersTo(emailId);
    expect(letters).toHaveLength(2);
    expect(letters[0]!.subject).toMatch(/^Your money is on its way back/);
    for (const said of [
      'Money back: ₹176',
      'Goes back to: UPI, the way you paid',
      'Arrives: within seven working days',
      'Reason: The film stopped',
      'Your credit note: ',
      'Questions? Contact us: ',
    ])
      expect(letters[0]!.text).toContain(said);
    expect(read(calendarIn(letters[0]!).text)).toMatchObject({ method: 'CANCEL', sequence: 1, status: 'CANCELLED' });
  });

  test('are not written to who has no address, and wait for a mail server that is away', async () => {
    const none = await aTicket({ person: { emailId: null } });
    await sendDueMails(house.deps);
    expect(
      await row(`select count(*)::int as dropped from ticket_mails
        where movie_order_id = ${none.order.movieOrderId} and kind = 'ticket' and dropped_at is not null`),
    ).toEqual({ dropped: 1 });

    const { emailId } = await aTicket();
    await house.script({ provider: 'email', next: 'error' });
    expect(await sendDueMails(house.deps)).toBe(0);
    expect(await lettersTo(emailId)).toEqual([]);
    expect(await sendDueMails(house.deps)).toBe(0); // not at once again
    clock.advance(3 * MINUTE);
    expect(await sendDueMails(house.deps)).toBe(1);
    expect(await lettersTo(emailId)).toHaveLength(1);
  });

  test('are sent again by whoever comes after a crash between taking and sending', async () => {
    const { emailId } = await aTicket();
    const dying = { ...house.deps.email!, send: () => Promise.reject(new RangeError('killed')) };
    expect(await sendDueMails({ ...house.deps, email: dying })).toBe(0);
    clock.advance(3 * MINUTE);
    await sendDueMails(house.deps);
    expect(await lettersTo(emailId)).toHaveLength(1);
  });

  test.each([
    [
      'half an hour off',
      'Asia/Kathmandu',
      '2026-11-21T06:30:00Z',
      '2026-11-21T09:15:00Z',
      ['Opens: Sat 21 Nov, 3.00 PM GMT+5:45', 'In India: Sat 21 Nov, 2.45 PM IST to Sun 22 Nov, 2.45 PM IST'],
    ],
    [
      'the night when summer time ends',
      'America/New_York',
      '2026-10-31T12:00:00Z',
      '2026-11-01T04:00:00Z',
      [
        'Opens: Sun 1 Nov, 12.00 AM EDT',
        'Closes: Sun 1 Nov, 11.00 PM EST',
        'In India: Sun 1 Nov, 9.30 AM IST to Mon 2 Nov, 9.30 AM IST',
      ],
    ],
    [
      'the night when summer time begins',
      'Europe/Berlin',
      '2027-03-27T12:00:00Z',
      '2027-03-28T00:00:00Z',
      ['Opens: Sun 28 Mar, 1.00 AM CET', 'Closes: Mon 29 Mar, 2.00 AM CEST'],
    ],
  ])('name the hours of a place %s', async (_, timezone, now, start, said) => {
    clock.set(new Date(now));
    const { emailId, order } = await aTicket({ start: new Date(start), timezone });
    expect(fromWire(order.bookingEndTime)!.getTime() - fromWire(order.bookingStartTime)!.getTime()).toBe(DAY);
    await sendDueMails(house.deps);
    const [letter] = (await lettersTo(emailId)) as [Letter];
    for (const line of said) expect(letter.text).toContain(line);
    expect(read(calendarIn(letter).text).start).toBe(`${start.slice(0, 19)}Z`);
  });
});
