/** @module-tag dates */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromWire, toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { bookingMessages } from '#messages/booking.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { issueRefundDocuments } from '#server/streaming/booking/issue-documents.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aPlayableFilm } from '../support/playback-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const clock = aClock(NOON);
let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer({ clock });
  purchase = purchaseSteps(server);
});
beforeEach(() => clock.set(NOON));

type Person = { userId: number };
interface ReceivedMail {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
  attachments?: { name: string; type: string; text: string }[];
}
let count = 0;
const anAddress = () => `viewer${++count}@example.com`;
const IST = 'Asia/Kolkata';
const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR);
const reschedule = (
  as: Person,
  { movieOrderId }: { movieOrderId: number },
  start: Date,
  timezone = IST,
) =>
  server.post(`/api/ott/orders/${movieOrderId}/reschedule`, {
    as,
    body: { bookingStartTime: toWire(start), timezone },
  });
const mailsTo = async (to: string): Promise<ReceivedMail[]> =>
  (await server.app.request(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json() as Promise<
    ReceivedMail[]
  >;
const calendarIn = ({ attachments = [] }: ReceivedMail) =>
  attachments.find(({ type }) => type.startsWith('text/calendar'))!;
const refundTicket = (movieOrderId: number) =>
  server.database.db.transaction(async (tx) => {
    await tx.execute(
      `update orders set payment_status = 'REFUNDED' where movie_order_id = ${movieOrderId}`,
    );
    await issueRefundDocuments(tx, {
      orderRef: { movieOrderId },
      now: clock.now(),
      reason: 'Asked by the operator',
    });
  });
const row = async (sql: string) => (await server.database.query(sql)).rows[0]!;

/** Parses with ical.js, which throws on invalid iCalendar. */
function parseCalendar(text: string) {
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

/** A paid ticket of a viewer with an email address. */
async function aTicket({ start = at(3), timezone = IST, person = {} as object } = {}) {
  const emailId = anAddress();
  const { viewer, film, order } = await purchase.anUnpaidOrder(
    { bookingStartTime: toWire(start), timezone },
    { emailId, ...person },
  );
  return { viewer, film, emailId, order: await purchase.pay(viewer, order) };
}

describe('the calendar file', () => {
  test('contains the paid ticket’s window, as ical.js parses it', async () => {
    const { viewer, order } = await aTicket();
    const { status, headers, text } = await server.get(
      `/api/ott/orders/${order.movieOrderId}/ticket.ics`,
      {
        as: viewer,
      },
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/calendar/);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="ticket-${order.orderNo}.ics"`,
    );
    expect(parseCalendar(text)).toMatchObject({
      method: 'PUBLISH',
      sequence: 0,
      start: '2026-11-21T09:30:00Z',
      end: '2026-11-22T09:30:00Z',
      status: 'CONFIRMED',
      uid: `ticket-${order.orderNo}@server.test`,
      organizer: 'mailto:no-reply@server.test',
    });
  });

  test('is available only to its owner and only for a paid ticket', async () => {
    const { order } = await aTicket();
    const file = (as: Person, id: number) => server.get(`/api/ott/orders/${id}/ticket.ics`, { as });
    expect((await file(await server.aViewer(), order.movieOrderId)).status).toBe(404);
    const unpaid = await purchase.anUnpaidOrder();
    expect((await file(unpaid.viewer, unpaid.order.movieOrderId)).status).toBe(404);
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
    const { text } = await server.get(`/api/ott/orders/${order.movieOrderId}/ticket.ics`, {
      as: viewer,
    });
    expect(parseCalendar(text)).toMatchObject({ sequence: 1, start: '2026-11-22T08:30:00Z' });
  });

  test('requested several times changes the ticket once', async () => {
    const { viewer, order } = await aTicket();
    const all = await Promise.all([1, 2, 3, 4].map(() => reschedule(viewer, order, at(5))));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(
      await row(
        `select calendar_sequence as sequence from orders where movie_order_id = ${order.movieOrderId}`,
      ),
    ).toEqual({
      sequence: 1,
    });
  });

  test.each([
    ['slot_past', -2],
    ['slot_too_far', 24 * 8],
    ['slot_not_on_the_hour', 2.25],
  ])('follows the rules of booking: %s', async (code, hours) => {
    const { viewer, order } = await aTicket();
    expect(await reschedule(viewer, order, at(hours))).toMatchObject({
      status: 422,
      json: { code },
    });
  });

  test('is refused for a ticket that was played, is over, unpaid, refunded or another viewer’s', async () => {
    const played = await aTicket({ start: NOON });
    await server.database.query(
      'insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time) values ($1, $2, $3, $4)',
      [played.film.movieId, played.viewer.userId, played.order.movieOrderId, NOON],
    );
    expect(await reschedule(played.viewer, played.order, at(3))).toMatchObject({
      status: 409,
      json: { code: 'ticket_played', message: bookingMessages.ticketPlayed },
    });
    const seen = await server.get(`/api/ott/orders/${played.order.movieOrderId}`, {
      as: played.viewer,
    });
    expect(seen.json.mayReschedule).toBe(false);

    const { viewer, order } = await aTicket();
    expect((await reschedule(await server.aViewer(), order, at(5))).status).toBe(404);
    clock.advance(2 * DAY);
    expect(
      await reschedule(viewer, order, new Date(clock.now().getTime() + 2 * HOUR)),
    ).toMatchObject({
      json: { code: 'ticket_over' },
    });
    clock.set(NOON);
    await refundTicket(order.movieOrderId);
    expect(await reschedule(viewer, order, at(5))).toMatchObject({
      json: { code: 'ticket_not_paid' },
    });
    const unpaid = await purchase.anUnpaidOrder();
    expect(await reschedule(unpaid.viewer, unpaid.order, at(5))).toMatchObject({
      json: { code: 'ticket_not_paid' },
    });
  });
});

describe('another hour while the player is open', () => {
  async function anOpenPlayer() {
    const film = await aPlayableFilm(server);
    const viewer = await server.aViewer();
    const order = await purchase.pay(viewer, (await purchase.book(viewer, film.movieId)).json);
    const { json } = await server.post('/api/ott/playmovieweb', {
      as: viewer,
      body: { movieId: film.movieId },
    });
    return { viewer, order, sessionId: json.data[0].sessionId as string };
  }

  test('is refused when the player receives a key at the same moment', async () => {
    const { viewer, order, sessionId } = await anOpenPlayer();
    let response: ReturnType<typeof reschedule> | undefined;
    await server.database.db.transaction(async (tx) => {
      await tx.execute(
        sql`update playback_sessions set key_minute = ${NOON.toISOString()} where session_id = ${sessionId}`,
      );
      response = reschedule(viewer, order, at(5));
      await pause(300);
    });
    expect(await response).toMatchObject({ status: 409, json: { code: 'ticket_played' } });
  });

  test('leaves the player open when it is refused or equals the current hour', async () => {
    const { viewer, order, sessionId } = await anOpenPlayer();
    const start = fromWire(order.bookingStartTime)!;
    expect((await reschedule(viewer, order, at(24 * 8))).status).toBe(422);
    expect((await reschedule(viewer, order, start)).status).toBe(200);
    expect(
      await row(`select replaced_at from playback_sessions where session_id = '${sessionId}'`),
    ).toEqual({
      replaced_at: null,
    });
  });
});

describe('an hour that passed before the payment', () => {
  test('moves to the payment and sets slotPassed; another hour resets slotPassed', async () => {
    const { viewer, order } = await purchase.anUnpaidOrder({
      bookingStartTime: toWire(at(1)),
      timezone: IST,
    });
    clock.advance(2 * HOUR);
    const ticket = await purchase.pay(viewer, order);
    expect(ticket).toMatchObject({
      slotPassed: true,
      mayReschedule: true,
      bookingStartTime: toWire(clock.now()),
    });
    const { json } = await reschedule(viewer, ticket, at(20));
    expect(json).toMatchObject({ slotPassed: false, bookingStartTime: toWire(at(20)) });
  });

  test('is not reported for Now or for a payment on time', async () => {
    const now = await purchase.anUnpaidOrder();
    clock.advance(HOUR);
    expect((await purchase.pay(now.viewer, now.order)).slotPassed).toBe(false);
    clock.set(NOON);
    const soon = await purchase.anUnpaidOrder({ bookingStartTime: toWire(at(1)), timezone: IST });
    clock.advance(HOUR + 2 * MINUTE);
    expect((await purchase.pay(soon.viewer, soon.order)).slotPassed).toBe(false);
  });
});

describe('mails', () => {
  test('deliver the ticket once, with calendar entry, QR code and invoice link', async () => {
    const { film, emailId, order } = await aTicket();
    await Promise.all([
      sendTicketMails(server.deps),
      sendTicketMails(server.deps),
      sendTicketMails(server.deps),
    ]);
    const mails = await mailsTo(emailId);
    expect(mails).toHaveLength(1);
    const [mail] = mails as [ReceivedMail];
    expect(mail.subject).toBe(`Your ticket: ${film.movieName}, Sat 21 Nov, 3.00 PM`);
    const address = `http://server.test/purchasehistory/${order.movieOrderId}`;
    for (const line of [
      `Ticket No.: ${order.orderNo}`,
      'Opens: Sat 21 Nov, 3.00 PM IST',
      'Closes: Sun 22 Nov, 3.00 PM IST',
      'To finish, start by: Sun 22 Nov, 1.00 PM IST',
      `Your ticket: ${address}`,
      'Paid: ₹176',
      'GST included: ₹26.82 (18%)',
      'Paid by: UPI',
      `Your invoice: ${address}#invoice`,
      'Questions? Contact us: http://server.test/contact-us',
    ])
      expect(mail.text).toContain(line);
    expect(mail.text).not.toContain('In India');
    expect(mail.unsubscribe).toBeUndefined();
    expect(mail.html).toContain(`cid:code-${order.orderNo}`);
    expect(mail.attachments).toContainEqual(
      expect.objectContaining({ name: `${order.orderNo}.png`, type: 'image/png' }),
    );
    expect(calendarIn(mail).type).toMatch(/method=request/i);
    expect(parseCalendar(calendarIn(mail).text)).toMatchObject({
      method: 'REQUEST',
      sequence: 0,
      start: '2026-11-21T09:30:00Z',
    });
  });

  test('deliver one mail with the newest hour if the ticket is moved before its first mail', async () => {
    const { viewer, emailId, order } = await aTicket({ start: at(3) });
    await reschedule(viewer, order, at(5));
    await reschedule(viewer, order, at(6));
    await sendTicketMails(server.deps);
    const mails = await mailsTo(emailId);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your ticket: .*, Sat 21 Nov, 6\.00 PM$/),
    ]);
    expect(mails[0]!.text).toContain('Paid: ₹176');
    expect(parseCalendar(calendarIn(mails[0]!).text)).toMatchObject({
      sequence: 2,
      start: '2026-11-21T12:30:00Z',
    });
  });

  test('remind one hour and ten minutes before the current hour of the ticket', async () => {
    const { viewer, emailId, order } = await aTicket({ start: at(3) });
    await sendTicketMails(server.deps);
    await reschedule(viewer, order, at(6));
    await sendTicketMails(server.deps);
    const [moved] = await mailsTo(emailId);
    expect(moved!.subject).toMatch(/^Your new time: .*, Sat 21 Nov, 6\.00 PM$/);
    expect(parseCalendar(calendarIn(moved!).text)).toMatchObject({
      method: 'REQUEST',
      sequence: 1,
      start: '2026-11-21T12:30:00Z',
      uid: `ticket-${order.orderNo}@server.test`,
    });
    const mailCountAt = async (moment: Date) => {
      clock.set(moment);
      await sendTicketMails(server.deps);
      return (await mailsTo(emailId)).length;
    };
    expect(await mailCountAt(at(2))).toBe(2); // an hour before the old hour
    expect(await mailCountAt(new Date(at(5).getTime() - 1))).toBe(2);
    expect(await mailCountAt(at(5))).toBe(3);
    expect(await mailCountAt(new Date(at(6).getTime() - 10 * MINUTE))).toBe(4);
    expect(await mailCountAt(at(7))).toBe(4);
    const reminders = (await mailsTo(emailId)).slice(0, 2);
    const settings = '<http://server.test/profilesettings>';
    expect(reminders.map(({ unsubscribe }) => unsubscribe)).toEqual([settings, settings]);
    expect(reminders.map(({ text }) => text.split('\n\n')[1])).toEqual([
      'You can watch your film in 10 minutes.',
      'You can watch your film in one hour.',
    ]);
  });

  test('do not remind viewers who declined reminders, or after the hour has come', async () => {
    const quiet = await aTicket();
    const put = await server.put(`/api/auth/userinfo/${quiet.viewer.userId}`, {
      as: quiet.viewer,
      body: { reminders: false },
    });
    expect(put).toMatchObject({ status: 202, json: { data: { reminders: false } } });
    const late = await aTicket();
    await sendTicketMails(server.deps);
    clock.set(new Date(at(3).getTime() + MINUTE));
    await sendTicketMails(server.deps);
    expect(await mailsTo(quiet.emailId)).toHaveLength(1);
    expect(await mailsTo(late.emailId)).toHaveLength(1);
  });

  test('state amount, method, time and reason of a refund, and remove the calendar entry', async () => {
    const { emailId, order } = await aTicket();
    await sendTicketMails(server.deps);
    await requestRefund(server.deps, order, 'The film stopped');
    await sendRefunds(server.deps);
    clock.set(at(2));
    await sendTicketMails(server.deps);
    const mails = await mailsTo(emailId);
    expect(mails).toHaveLength(2);
    expect(mails[0]!.subject).toMatch(/^Your refund is on its way/);
    for (const line of [
      'Refund: ₹176',
      'Refunded to: UPI, the way you paid',
      'Arrives: within seven working days',
      'Reason: The film stopped',
      'Your credit note: ',
      'Questions? Contact us: ',
    ])
      expect(mails[0]!.text).toContain(line);
    expect(parseCalendar(calendarIn(mails[0]!).text)).toMatchObject({
      method: 'CANCEL',
      sequence: 1,
      status: 'CANCELLED',
    });
  });

  test('are dropped without an address, and wait while the mail server is unreachable', async () => {
    const withoutAddress = await aTicket({ person: { emailId: null } });
    await sendTicketMails(server.deps);
    expect(
      await row(`select count(*)::int as dropped from ticket_mails
        where movie_order_id = ${withoutAddress.order.movieOrderId} and kind = 'ticket' and dropped_at is not null`),
    ).toEqual({ dropped: 1 });

    const { emailId } = await aTicket();
    await server.scriptSandbox({ provider: 'email', next: 'error' });
    expect(await sendTicketMails(server.deps)).toBe(0);
    expect(await mailsTo(emailId)).toEqual([]);
    expect(await sendTicketMails(server.deps)).toBe(0); // the retry is not due yet
    clock.advance(3 * MINUTE);
    expect(await sendTicketMails(server.deps)).toBe(1);
    expect(await mailsTo(emailId)).toHaveLength(1);
  });

  test('are sent by another process after a crash between claim and sending', async () => {
    const { emailId } = await aTicket();
    const crashingMailer = {
      ...server.deps.email!,
      send: () => Promise.reject(new RangeError('killed')),
    };
    expect(await sendTicketMails({ ...server.deps, email: crashingMailer })).toBe(0);
    clock.advance(3 * MINUTE);
    await sendTicketMails(server.deps);
    expect(await mailsTo(emailId)).toHaveLength(1);
  });

  test.each([
    [
      'with an offset of 5:45',
      'Asia/Kathmandu',
      '2026-11-21T06:30:00Z',
      '2026-11-21T09:15:00Z',
      [
        'Opens: Sat 21 Nov, 3.00 PM GMT+5:45',
        'In India: Sat 21 Nov, 2.45 PM IST to Sun 22 Nov, 2.45 PM IST',
      ],
    ],
    [
      'in the night when summer time ends',
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
      'in the night when summer time begins',
      'Europe/Berlin',
      '2027-03-27T12:00:00Z',
      '2027-03-28T00:00:00Z',
      ['Opens: Sun 28 Mar, 1.00 AM CET', 'Closes: Mon 29 Mar, 2.00 AM CEST'],
    ],
  ])('show the local hours of a place %s', async (_, timezone, now, start, lines) => {
    clock.set(new Date(now));
    const { emailId, order } = await aTicket({ start: new Date(start), timezone });
    expect(
      fromWire(order.bookingEndTime)!.getTime() - fromWire(order.bookingStartTime)!.getTime(),
    ).toBe(DAY);
    await sendTicketMails(server.deps);
    const [mail] = (await mailsTo(emailId)) as [ReceivedMail];
    for (const line of lines) expect(mail.text).toContain(line);
    expect(parseCalendar(calendarIn(mail).text).start).toBe(`${start.slice(0, 19)}Z`);
  });
});
