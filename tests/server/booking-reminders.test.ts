import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookingMessages } from '#messages/booking.ts';
import { mailMessages } from '#messages/mails.ts';
import { href } from '#routes.ts';
import { sendBookingReminders } from '#server/streaming/booking/reminders/send.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const IST = 'Asia/Kolkata';
/** Midnight of 5 December in India: booking opens there on 29 November. */
const FIRST_SHOW = new Date('2026-12-04T18:30:00Z');
const EIGHT = new Date('2026-11-29T02:30:00Z');
const clock = aClock(NOON);
let house: TestHouse;
beforeAll(async () => void (house = await aHouse({ clock })));
beforeEach(() => clock.set(NOON));

type Film = { movieId: number; movieName: string; movieKey: string };
type Who = { userId: number };
let count = 0;

async function aReader(person: object = {}) {
  const emailId = `reminded${++count}@example.com`;
  return { ...(await house.aViewer({ emailId, ...person })), emailId };
}
const aFilmToCome = (streamingStartDate: Date | null = FIRST_SHOW) =>
  house.aFilm({ streamingStartDate }) as Promise<Film>;
const askAs = (as: Who, { movieId }: Film, timezone = IST) =>
  house.put(`/api/ott/movies/${movieId}/reminder`, { as, body: { timezone } });
const isAsked = async (as: Who, { movieId }: Film) =>
  (await house.get(`/api/ott/movies/${movieId}`, { as })).json.hasReminder as boolean;
const change = (movieId: number, set: string) =>
  house.database.query(`update movies set ${set} where movie_id = ${movieId}`);
async function mailsAt(moment: Date, to: string): Promise<{ subject: string; text: string }[]> {
  clock.set(moment);
  await sendBookingReminders(house.deps);
  return (await house.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json;
}

describe('a reminder of the day when booking opens', () => {
  test('is one mail on that day, in the viewer’s morning', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    expect(await askAs(viewer, film)).toMatchObject({ status: 200, json: { hasReminder: true } });
    expect(await isAsked(viewer, film)).toBe(true);
    expect(await mailsAt(new Date(EIGHT.getTime() - 1), viewer.emailId)).toEqual([]);
    const [mail] = await mailsAt(EIGHT, viewer.emailId);
    expect(mail!.subject).toBe(mailMessages.bookingOpens.subject(film.movieName));
    expect(mail!.text).toContain('Sat 5 Dec, 12.00 AM IST');
    expect(mail!.text).toContain(href('ticketBooking', { movie_id: film.movieId }));
    expect(await mailsAt(new Date('2026-11-30T02:30:00Z'), viewer.emailId)).toHaveLength(1);
    expect(await isAsked(viewer, film)).toBe(false);
  });

  test('goes by the zone that the viewer is in', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    await askAs(viewer, film, 'America/New_York'); // 1.30 PM on 4 December there: 28 November, 8 AM
    expect(await mailsAt(new Date('2026-11-28T12:59:00Z'), viewer.emailId)).toEqual([]);
    expect(await mailsAt(new Date('2026-11-28T13:00:00Z'), viewer.emailId)).toHaveLength(1);
  });

  test('that was taken back is not sent', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    await askAs(viewer, film);
    const taken = await house.delete(`/api/ott/movies/${film.movieId}/reminder`, { as: viewer });
    expect(taken.status).toBe(204);
    expect(await isAsked(viewer, film)).toBe(false);
    expect(await mailsAt(EIGHT, viewer.emailId)).toEqual([]);
  });

  test('follows a film that is put off, and names its new day', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    await askAs(viewer, film);
    await change(film.movieId, "streaming_start_date = '2026-12-09T18:30:00Z'");
    expect(await mailsAt(EIGHT, viewer.emailId)).toEqual([]);
    const [mail] = await mailsAt(new Date('2026-12-04T02:30:00Z'), viewer.emailId);
    expect(mail!.text).toContain('Thu 10 Dec, 12.00 AM IST');
  });

  test('follows a film that is brought forward', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    await askAs(viewer, film);
    await change(film.movieId, "streaming_start_date = '2026-11-26T18:30:00Z'");
    expect(await mailsAt(new Date('2026-11-22T02:30:00Z'), viewer.emailId)).toHaveLength(1);
  });

  test('of a film that is withdrawn waits until the film is back', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    await askAs(viewer, film);
    await change(film.movieId, "active = 'N'");
    expect(await mailsAt(EIGHT, viewer.emailId)).toEqual([]);
    await change(film.movieId, "active = 'Y'");
    expect(await mailsAt(EIGHT, viewer.emailId)).toHaveLength(1);
  });

  test('is refused where booking is open, where no date is known, and without an address', async () => {
    const viewer = await aReader();
    expect(await askAs(viewer, (await house.aFilm()) as Film)).toMatchObject({
      status: 409,
      json: { code: 'booking_open', message: bookingMessages.bookingIsOpen },
    });
    expect((await askAs(viewer, await aFilmToCome(null))).status).toBe(404);
    expect(await askAs(await house.aViewer({ emailId: null }), await aFilmToCome())).toMatchObject({
      status: 422,
      json: { code: 'address_missing' },
    });
    expect(await askAs(viewer, await aFilmToCome(), 'Mars/Olympus')).toMatchObject({
      status: 422,
      json: { code: 'zone_unknown' },
    });
  });

  test('is in the export of the account, and goes with it', async () => {
    const [viewer, film] = [await aReader(), await aFilmToCome()];
    await askAs(viewer, film);
    const { json } = await house.get('/api/auth/me/export', { as: viewer });
    expect(json.bookingReminders).toMatchObject([{ movieId: film.movieId, movieName: film.movieName, timezone: IST }]);
    expect((await house.delete('/api/auth/me', { as: viewer })).status).toBe(204);
    const { rows } = await house.database.query(`select from booking_reminders where user_id = ${viewer.userId}`);
    expect(rows).toEqual([]);
    expect(await mailsAt(EIGHT, viewer.emailId)).toEqual([]);
  });
});

describe('the calendar entry of that day', () => {
  test('is a whole day, for anybody, with the film’s page', async () => {
    const film = await aFilmToCome();
    const { status, headers, text } = await house.get(`/api/ott/public/movies/${film.movieId}/booking.ics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/calendar/);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const event = calendar.getFirstSubcomponent('vevent')!;
    const value = (name: string) => String(event.getFirstPropertyValue(name));
    expect(value('dtstart')).toBe('2026-11-29');
    expect(value('uid')).toBe(`booking-${film.movieKey}@house.test`);
    expect(value('summary')).toContain(film.movieName);
    expect(value('url')).toContain(`/${film.movieKey}`);
    expect(value('description')).toContain('Sat 5 Dec, 12.00 AM IST');
  });

  test('of a film without a date, or none that is shown, is not found', async () => {
    const undated = await aFilmToCome(null);
    const withdrawn = await aFilmToCome();
    await change(withdrawn.movieId, "active = 'N'");
    for (const { movieId } of [undated, withdrawn])
      expect((await house.get(`/api/ott/public/movies/${movieId}/booking.ics`)).status).toBe(404);
  });
});
