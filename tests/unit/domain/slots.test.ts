/** @module-tag dates */
import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { BOOKABLE_DAYS } from '#domain/limits/booking.ts';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { bookableDates, isNowAvailable, checkSlot, slotsOn } from '#domain/slots.ts';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
  'Pacific/Auckland',
  'America/St_Johns',
  'Europe/London',
  'Pacific/Apia',
];
const longAgo = new Date('2020-01-01T00:00:00Z');
const at = (iso: string) => new Date(iso);
const hoursOf = (date: string, zone: string) =>
  slotsOn(date, { now: longAgo, zone, streamingStart: longAgo }).map(({ hour }) => hour);
const allHours = Array.from({ length: 24 }, (_, hour) => hour);

/** Local date and time of an instant. Deliberately another method than the tested code. */
const written = (instant: Date, zone: string) =>
  instant.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);

/** The first instant with this local time; null if the clock skips it. */
function firstWritten(text: string, zone: string): number | null {
  const noon = Date.parse(`${text.slice(0, 10)}T12:00:00Z`);
  for (let instant = noon - 30 * HOUR; instant < noon + 30 * HOUR; instant += 15 * MINUTE) {
    if (written(new Date(instant), zone) === text) return instant;
  }
  return null;
}

describe('the days', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-21T18:31:00Z', '2026-11-22'],
    ['Asia/Kolkata', '2026-11-21T18:29:00Z', '2026-11-21'],
    ['America/New_York', '2026-11-22T04:59:00Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25'],
  ])('start today in %s at %s', (zone, now, today) => {
    expect(bookableDates(at(now), zone)[0]).toBe(today);
  });

  test('are seven consecutive dates, also over clock changes, month ends and leap days', () => {
    const moments = fc.date({
      min: at('2024-01-01T00:00:00Z'),
      max: at('2036-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), (now, zone) => {
        const days = bookableDates(now, zone).map((date) => Date.parse(date));
        expect(days).toHaveLength(BOOKABLE_DAYS);
        expect(
          days.every((day, index) => index === 0 || day - days[index - 1]! === 24 * HOUR),
        ).toBe(true);
      }),
    );
  });
});

describe('the hours of a date', () => {
  test.each([
    { zone: 'Asia/Kolkata', date: '2026-03-29', skipped: [] },
    { zone: 'Europe/Berlin', date: '2026-06-01', skipped: [] },
    { zone: 'Europe/Berlin', date: '2026-03-29', skipped: [2] },
    { zone: 'Europe/Berlin', date: '2026-10-25', skipped: [] },
    { zone: 'America/New_York', date: '2026-03-08', skipped: [2] },
    { zone: 'America/New_York', date: '2026-11-01', skipped: [] },
    { zone: 'Australia/Lord_Howe', date: '2026-10-04', skipped: [2] }, // 2.00 becomes 2.30
    { zone: 'Australia/Lord_Howe', date: '2026-04-05', skipped: [] }, // 2.00 becomes 1.30
    { zone: 'America/Santiago', date: '2026-09-06', skipped: [0] }, // the day begins at 1.00
    { zone: 'Europe/London', date: '2026-03-29', skipped: [1] },
    { zone: 'Europe/London', date: '2026-10-25', skipped: [] },
    { zone: 'Asia/Kathmandu', date: '2026-03-29', skipped: [] },
    { zone: 'Pacific/Apia', date: '2026-10-04', skipped: [] }, // no summer time since 2021
    { zone: 'Pacific/Apia', date: '2011-12-30', skipped: allHours }, // the day that Samoa left out
  ])('$zone $date: all hours except the skipped $skipped', ({ zone, date, skipped }) => {
    expect(hoursOf(date, zone)).toEqual(
      allHours.filter((hour) => !skipped.includes(hour as never)),
    );
  });

  test.each([
    ['Europe/Berlin', '2026-10-25', 2, '2026-10-25T00:00:00Z'],
    ['America/New_York', '2026-11-01', 1, '2026-11-01T05:00:00Z'],
    ['Europe/London', '2026-10-25', 1, '2026-10-25T00:00:00Z'],
  ])('%s %s: the repeated hour %d starts at its first instant', (zone, date, hour, instant) => {
    const slot = slotsOn(date, { now: longAgo, zone, streamingStart: longAgo }).find(
      (each) => each.hour === hour,
    );
    expect(slot?.start).toEqual(at(instant));
  });

  test('follow the given zone, not the machine’s zone', () => {
    const dates = fc
      .integer({ min: 0, max: 365 })
      .map((day) =>
        new Date(Date.parse('2026-01-01') + day * 24 * HOUR).toISOString().slice(0, 10),
      );
    const changes = fc.constantFrom(
      '2026-03-08',
      '2026-03-29',
      '2026-04-05',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.oneof(dates, changes),
        fc.integer({ min: 0, max: 23 }),
        (zone, date, hour) => {
          const slot = slotsOn(date, { now: longAgo, zone, streamingStart: longAgo }).find(
            (each) => each.hour === hour,
          );
          expect(slot?.start.getTime() ?? null).toBe(
            firstWritten(`${date} ${String(hour).padStart(2, '0')}:00`, zone),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    {
      name: 'is not bookable before now',
      now: '2026-11-21T08:00:00Z',
      streamingStart: '2026-11-01T00:00:00Z',
    },
    {
      name: 'is not bookable before the streaming start',
      now: '2026-11-21T00:00:00Z',
      streamingStart: '2026-11-21T08:30:00Z',
    },
  ])('an hour $name', ({ now, streamingStart }) => {
    const slots = slotsOn('2026-11-21', {
      now: at(now),
      zone: 'Asia/Kolkata',
      streamingStart: at(streamingStart),
    });
    expect(slots.filter(({ isBookable }) => isBookable).map(({ hour }) => hour)).toEqual(
      allHours.filter((hour) => hour >= 14),
    );
  });

  test('an hour that starts exactly now is not bookable', () => {
    const slots = slotsOn('2026-11-21', {
      now: at('2026-11-21T08:30:00Z'),
      zone: 'Asia/Kolkata',
      streamingStart: longAgo,
    });
    expect(slots.find(({ hour }) => hour === 14)?.isBookable).toBe(false);
  });
});

describe('Now', () => {
  const zone = 'Asia/Kolkata';
  const now = at('2026-11-21T07:00:00Z');
  test.each([
    {
      name: 'is offered today while the film streams',
      date: '2026-11-21',
      streamingStart: '2026-11-21T07:00:00Z',
      offered: true,
    },
    {
      name: 'is not offered tomorrow',
      date: '2026-11-22',
      streamingStart: '2026-11-01T00:00:00Z',
      offered: false,
    },
    {
      name: 'is not offered before the streaming start',
      date: '2026-11-21',
      streamingStart: '2026-11-21T07:00:01Z',
      offered: false,
    },
  ])('$name', ({ date, streamingStart, offered }) => {
    expect(isNowAvailable(date, { now, zone, streamingStart: at(streamingStart) })).toBe(offered);
  });
});

describe('the slot check', () => {
  const now = at('2026-11-21T07:03:00Z');
  const streams = at('2026-11-20T00:00:00Z');
  test.each([
    {
      name: 'accepts a full hour',
      start: '2026-11-21T13:30:00Z',
      zone: 'Asia/Kolkata',
      refusal: null,
    },
    {
      name: 'accepts a full hour in Kathmandu',
      start: '2026-11-21T13:15:00Z',
      zone: 'Asia/Kathmandu',
      refusal: null,
    },
    { name: 'accepts now', start: '2026-11-21T07:03:21Z', zone: 'Asia/Kolkata', refusal: null },
    {
      name: 'accepts a Now slot that is five minutes old',
      start: '2026-11-21T06:58:00Z',
      zone: 'Asia/Kolkata',
      refusal: null,
    },
    {
      name: 'rejects a start that is six minutes old',
      start: '2026-11-21T06:57:00Z',
      zone: 'Asia/Kolkata',
      refusal: 'past',
    },
    {
      name: 'rejects a Kolkata hour in Berlin',
      start: '2026-11-21T13:30:00Z',
      zone: 'Europe/Berlin',
      refusal: 'not_on_the_hour',
    },
    {
      name: 'rejects a start with seconds',
      start: '2026-11-21T13:30:01Z',
      zone: 'Asia/Kolkata',
      refusal: 'not_on_the_hour',
    },
    {
      name: 'accepts the last hour of the seventh day',
      start: '2026-11-27T17:30:00Z',
      zone: 'Asia/Kolkata',
      refusal: null,
    },
    {
      name: 'rejects the eighth day',
      start: '2026-11-27T18:30:00Z',
      zone: 'Asia/Kolkata',
      refusal: 'too_far',
    },
  ])('$name', ({ start, zone, refusal }) => {
    expect(checkSlot(at(start), { now, zone, streamingStart: streams })).toBe(refusal);
  });

  test('rejects starts before the streaming start, including Now', () => {
    const refusal = (start: string) =>
      checkSlot(at(start), {
        now,
        zone: 'Asia/Kolkata',
        streamingStart: at('2026-11-22T00:00:00Z'),
      });
    expect(refusal('2026-11-21T13:30:00Z')).toBe('before_streaming');
    expect(refusal('2026-11-21T07:03:00Z')).toBe('before_streaming');
  });

  test('accepts every slot of the picker', () => {
    const moments = fc.date({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2027-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const property = fc.property(
      moments,
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: BOOKABLE_DAYS - 1 }),
      (moment, zone, day) => {
        const date = bookableDates(moment, zone)[day]!;
        const offered = slotsOn(date, { now: moment, zone, streamingStart: streams }).filter(
          ({ isBookable }) => isBookable,
        );
        expect(
          offered.map(({ start }) =>
            checkSlot(start, { now: moment, zone, streamingStart: streams }),
          ),
        ).toEqual(offered.map(() => null));
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});
