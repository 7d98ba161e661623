import fc from '../../support/fast-check.ts';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { cleanLine } from '#domain/plain-text.ts';
import {
  bookingOpeningCalendar,
  type CalendarOptions,
  ticketCalendar,
  type TicketEvent,
} from '#server/streaming/booking/ics.ts';

const START = new Date('2026-11-21T13:30:00Z');
const HOUR = 3_600_000;

const aTicket = (over: Partial<TicketEvent> = {}): TicketEvent => ({
  orderNo: '045127',
  movieName: 'கடைசி மழை',
  movieNameEn: 'The Last Rain',
  runningTime: 134,
  bookingStartTime: START,
  bookingEndTime: new Date(START.getTime() + 24 * HOUR),
  timezone: 'Asia/Kolkata',
  sequence: 0,
  address: 'https://cinema.example/purchasehistory/7',
  ...over,
});
const calendarOptions = (over: Partial<CalendarOptions> = {}): CalendarOptions => ({
  method: 'publish',
  now: new Date('2026-11-21T07:01:00Z'),
  organizer: { name: 'Matinee', email: 'tickets@cinema.example' },
  ...over,
});

/** Parses with ical.js, which throws on invalid iCalendar. */
function parseCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const component = calendar.getFirstSubcomponent('vevent')!;
  return {
    calendar,
    component,
    event: new ICAL.Event(component),
    alarms: component.getAllSubcomponents('valarm'),
  };
}

describe('a ticket in a calendar, parsed by another library', () => {
  const { calendar, component, event, alarms } = parseCalendar(
    ticketCalendar(aTicket(), calendarOptions()),
  );

  test('contains its window in UTC', () => {
    expect(component.getFirstPropertyValue('dtstart')!.toString()).toBe('2026-11-21T13:30:00Z');
    expect(component.getFirstPropertyValue('dtend')!.toString()).toBe('2026-11-22T13:30:00Z');
    expect(component.getFirstPropertyValue('dtstamp')!.toString()).toBe('2026-11-21T07:01:00Z');
  });

  test('names the film, the ticket, the latest start and the page', () => {
    expect(event.summary).toBe('கடைசி மழை');
    expect(event.description).toContain('The Last Rain');
    expect(event.description).toContain('Ticket No. 045127');
    expect(event.description).toContain('start by Sun 22 Nov, 4.46 PM');
    expect(component.getFirstPropertyValue('url')).toBe('https://cinema.example/purchasehistory/7');
  });

  test('does not mark the viewer as busy', () => {
    expect(component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  });

  test('has alarms one hour and ten minutes before', () => {
    expect(alarms.map((alarm) => alarm.getFirstPropertyValue('trigger')!.toString())).toEqual([
      '-PT1H',
      '-PT10M',
    ]);
    expect(alarms.map((alarm) => alarm.getFirstPropertyValue('action'))).toEqual([
      'DISPLAY',
      'DISPLAY',
    ]);
    expect(alarms.map((alarm) => alarm.getFirstPropertyValue('description'))).toEqual([
      'You can watch in one hour',
      'You can watch in 10 minutes',
    ]);
  });

  test('has the method PUBLISH and the cinema as organizer', () => {
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(component.getFirstPropertyValue('organizer')).toBe('mailto:tickets@cinema.example');
  });
});

describe('a reschedule and a refund', () => {
  const first = parseCalendar(ticketCalendar(aTicket(), calendarOptions()));
  const attendee = { name: 'Meena K.', email: 'meena@example.org' };

  test('a reschedule is the same event with a higher sequence', () => {
    const moved = aTicket({ bookingStartTime: new Date(START.getTime() + HOUR), sequence: 1 });
    const { calendar, event, component } = parseCalendar(
      ticketCalendar(moved, calendarOptions({ method: 'request', attendee })),
    );
    expect(event.uid).toBe(first.event.uid);
    expect([first.event.sequence, event.sequence]).toEqual([0, 1]);
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(String(component.getFirstPropertyValue('attendee')).toLowerCase()).toBe(
      'mailto:meena@example.org',
    );
  });

  test('a refund cancels the event, without alarms', () => {
    const cancelled = ticketCalendar(
      aTicket({ sequence: 2 }),
      calendarOptions({ method: 'cancel', attendee }),
    );
    const { calendar, event, component, alarms } = parseCalendar(cancelled);
    expect(event.uid).toBe(first.event.uid);
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(alarms).toEqual([]);
  });

  test('another ticket, or the same number of another cinema, is another event', () => {
    const uidOf = (ticket: TicketEvent) =>
      parseCalendar(ticketCalendar(ticket, calendarOptions())).event.uid;
    const uids = [
      uidOf(aTicket()),
      uidOf(aTicket({ orderNo: '045128' })),
      uidOf(aTicket({ address: 'https://other.example/purchasehistory/7' })),
    ];
    expect(new Set(uids).size).toBe(3);
  });

  test('a cinema without e-mail is not named as organizer', () => {
    expect(ticketCalendar(aTicket(), calendarOptions({ organizer: null }))).not.toContain(
      'ORGANIZER',
    );
  });
});

describe('the calendar file', () => {
  test('has lines of at most 75 octets that end with CRLF', () => {
    const text = ticketCalendar(aTicket({ movieName: 'கடைசி மழை '.repeat(20) }), calendarOptions());
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('keeps every name unchanged', () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map(cleanLine)
      .filter(Boolean);
    fc.assert(
      fc.property(names, (movieName) => {
        expect(
          parseCalendar(ticketCalendar(aTicket({ movieName }), calendarOptions())).event.summary,
        ).toBe(movieName);
      }),
    );
  });

  test.each([
    ['a soft return of a word processor', 'One\u000bSummer', 'One Summer'],
    [
      'a bell, an escape sequence and a C1 control',
      'One\u0007 \u001b[2JSummer\u0085',
      'One [2JSummer',
    ],
    ['a byte order mark and a reversed direction', '\ufeffOne\u202e Summer\u2069', 'One Summer'],
  ])('has no control characters, which RFC 5545 excludes: %s', (_, name, plain) => {
    const file = ticketCalendar(
      aTicket({ movieName: name, movieNameEn: name }),
      calendarOptions({ method: 'request', attendee: { name, email: 'meena@example.org' } }),
    );
    expect(file.replaceAll('\r\n', '')).not.toMatch(
      // eslint-disable-next-line no-control-regex
      /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\ufeff\u202e\u2069]/,
    );
    const { event, component } = parseCalendar(file);
    expect(event.summary).toBe(plain);
    expect(component.getFirstProperty('attendee')!.getParameter('cn')).toBe(plain);
  });

  test('of a booking opening has no control characters', () => {
    const file = bookingOpeningCalendar({
      movieKey: 'Ab3',
      movieName: 'One\u000bSummer\u0007',
      day: '2026-11-25',
      streamingStart: START,
      address: 'https://cinema.example/v/one-summer/Ab3',
      now: START,
      organizer: null,
    });
    expect(parseCalendar(file).event.summary).toContain('One Summer');
    // eslint-disable-next-line no-control-regex
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u001f]/);
  });

  test('escapes names that contain iCalendar syntax', () => {
    const { component } = parseCalendar(
      ticketCalendar(aTicket({ movieName: 'A;B,C\\n\r\nEND:VEVENT\r\nX' }), calendarOptions()),
    );
    expect(component.getAllProperties('summary')).toHaveLength(1);
  });
});
