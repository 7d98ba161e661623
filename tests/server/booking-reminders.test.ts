import { bookingSentences } from '#messages/refusals/booking.ts';
/** @module-tag dates */
import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailMessages } from '#messages/mails.ts';
import { href } from '#routes.ts';
import { sendBookingReminders } from '#server/streaming/booking/reminders/send.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const IST = 'Asia/Kolkata';
/** Midnight of 5 December in India. Booking opens there on 29 November, because seven days can be booked, today included. */
const STREAMING_DATE = new Date('2026-12-04T18:30:00Z');
const OPENING_DAY_8_AM = new Date('2026-11-29T02:30:00Z');
const clock = aClock(NOON);
let server: TestServer;
const SITE = 'https://cinema.example';
beforeAll(async () => void (server = await aServer({ clock, settings: { SITE_ORIGINS: SITE } })));
beforeEach(() => clock.set(NOON));

type Film = { movieId: number; movieName: string; movieKey: string };
type Person = { userId: number };
let count = 0;

async function aViewerWithEmail(person: object = {}) {
  const emailId = `reminded${++count}@example.com`;
  return { ...(await server.aViewer({ emailId, ...person })), emailId };
}
const anUpcomingFilm = (streamingStartDate: Date | null = STREAMING_DATE) =>
  server.aFilm({ streamingStartDate }) as Promise<Film>;
const requestReminder = (as: Person, { movieId }: Film, timezone = IST) =>
  server.put(`/api/ott/movies/${movieId}/reminder`, { as, body: { timezone } });
const hasReminder = async (as: Person, { movieId }: Film) =>
  (await server.get(`/api/ott/movies/${movieId}`, { as })).json.hasReminder as boolean;
const change = (movieId: number, set: string) =>
  server.database.query(`update movies set ${set} where movie_id = ${movieId}`);
async function sendAndReadMails(
  moment: Date,
  to: string,
): Promise<{ subject: string; text: string }[]> {
  clock.set(moment);
  await sendBookingReminders(server.deps);
  return (await server.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json;
}

describe('a reminder for the day when booking opens', () => {
  test('is one mail on that day at 8 a.m. in the viewer’s time zone', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    expect(await requestReminder(viewer, film)).toMatchObject({
      status: 200,
      json: { hasReminder: true },
    });
    expect(await hasReminder(viewer, film)).toBe(true);
    expect(
      await sendAndReadMails(new Date(OPENING_DAY_8_AM.getTime() - 1), viewer.emailId),
    ).toEqual([]);
    const [mail] = await sendAndReadMails(OPENING_DAY_8_AM, viewer.emailId);
    expect(mail!.subject).toBe(mailMessages.bookingOpens.subject(film.movieName));
    expect(mail!.text).toContain('Sat 5 Dec, 12.00 AM IST');
    expect(mail!.text).toContain(`${SITE}${href('ticketBooking', { movie_id: film.movieId })}`);
    expect(await sendAndReadMails(new Date('2026-11-30T02:30:00Z'), viewer.emailId)).toHaveLength(
      1,
    );
    expect(await hasReminder(viewer, film)).toBe(false);
  });

  test('uses the time zone that the viewer is in', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    await requestReminder(viewer, film, 'America/New_York'); // streaming starts on 4 December there: mail on 28 November, 8 AM
    expect(await sendAndReadMails(new Date('2026-11-28T12:59:00Z'), viewer.emailId)).toEqual([]);
    expect(await sendAndReadMails(new Date('2026-11-28T13:00:00Z'), viewer.emailId)).toHaveLength(
      1,
    );
  });

  test('that was cancelled is not sent', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    await requestReminder(viewer, film);
    const cancelled = await server.delete(`/api/ott/movies/${film.movieId}/reminder`, {
      as: viewer,
    });
    expect(cancelled.status).toBe(204);
    expect(await hasReminder(viewer, film)).toBe(false);
    expect(await sendAndReadMails(OPENING_DAY_8_AM, viewer.emailId)).toEqual([]);
  });

  test('follows a postponed film and names its new day', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    await requestReminder(viewer, film);
    await change(film.movieId, "streaming_start_date = '2026-12-09T18:30:00Z'");
    expect(await sendAndReadMails(OPENING_DAY_8_AM, viewer.emailId)).toEqual([]);
    const [mail] = await sendAndReadMails(new Date('2026-12-04T02:30:00Z'), viewer.emailId);
    expect(mail!.text).toContain('Thu 10 Dec, 12.00 AM IST');
  });

  test('follows a film whose date is moved to an earlier day', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    await requestReminder(viewer, film);
    await change(film.movieId, "streaming_start_date = '2026-11-26T18:30:00Z'");
    expect(await sendAndReadMails(new Date('2026-11-22T02:30:00Z'), viewer.emailId)).toHaveLength(
      1,
    );
  });

  test('of a withdrawn film waits until the film returns', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    await requestReminder(viewer, film);
    await change(film.movieId, "active = 'N'");
    expect(await sendAndReadMails(OPENING_DAY_8_AM, viewer.emailId)).toEqual([]);
    await change(film.movieId, "active = 'Y'");
    expect(await sendAndReadMails(OPENING_DAY_8_AM, viewer.emailId)).toHaveLength(1);
  });

  test('is refused when booking is open, when the film has no date, without an address, and for an unknown time zone', async () => {
    const viewer = await aViewerWithEmail();
    expect(await requestReminder(viewer, (await server.aFilm()) as Film)).toMatchObject({
      status: 409,
      json: { code: 'booking_open', message: bookingSentences.booking_open },
    });
    expect((await requestReminder(viewer, await anUpcomingFilm(null))).status).toBe(404);
    expect(
      await requestReminder(await server.aViewer({ emailId: null }), await anUpcomingFilm()),
    ).toMatchObject({
      status: 422,
      json: { code: 'address_missing' },
    });
    expect(await requestReminder(viewer, await anUpcomingFilm(), 'Mars/Olympus')).toMatchObject({
      status: 422,
      json: { code: 'zone_unknown' },
    });
  });

  test('is in the export of the account and is deleted with the account', async () => {
    const [viewer, film] = [await aViewerWithEmail(), await anUpcomingFilm()];
    await requestReminder(viewer, film);
    const { json } = await server.get('/api/auth/me/export', { as: viewer });
    expect(json.bookingReminders).toMatchObject([
      { movieId: film.movieId, movieName: film.movieName, timezone: IST },
    ]);
    expect((await server.delete('/api/auth/me', { as: viewer })).status).toBe(204);
    const { rows } = await server.database.query(
      `select from booking_reminders where user_id = ${viewer.userId}`,
    );
    expect(rows).toEqual([]);
    expect(await sendAndReadMails(OPENING_DAY_8_AM, viewer.emailId)).toEqual([]);
  });
});

describe('the calendar entry for the day when booking opens', () => {
  test('is an all-day event with the film’s page, and needs no session', async () => {
    const film = await anUpcomingFilm();
    const { status, headers, text } = await server.get(
      `/api/ott/public/movies/${film.movieId}/booking.ics`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/calendar/);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const event = calendar.getFirstSubcomponent('vevent')!;
    const value = (name: string) => String(event.getFirstPropertyValue(name));
    expect(value('dtstart')).toBe('2026-11-29');
    expect(value('uid')).toBe(`booking-${film.movieKey}@cinema.example`);
    expect(value('summary')).toContain(film.movieName);
    expect(value('url')).toContain(`${SITE}/`);
    expect(value('url')).toContain(`/${film.movieKey}`);
    expect(value('description')).toContain('Sat 5 Dec, 12.00 AM IST');
    expect(String(calendar.getFirstPropertyValue('method'))).toBe('PUBLISH');
    expect(value('organizer')).toMatch(/^mailto:.+@/i);
  });

  test('is there until the end of that day in India', async () => {
    const film = await anUpcomingFilm();
    const statusAt = async (moment: string) => {
      clock.set(new Date(moment));
      return (await server.get(`/api/ott/public/movies/${film.movieId}/booking.ics`)).status;
    };
    expect(await statusAt('2026-11-29T18:29:59Z')).toBe(200);
    expect(await statusAt('2026-11-29T18:30:00Z')).toBe(404);
  });

  test('of a film without a date or of a withdrawn film is not found', async () => {
    const undated = await anUpcomingFilm(null);
    const withdrawn = await anUpcomingFilm();
    await change(withdrawn.movieId, "active = 'N'");
    for (const { movieId } of [undated, withdrawn])
      expect((await server.get(`/api/ott/public/movies/${movieId}/booking.ics`)).status).toBe(404);
  });
});
