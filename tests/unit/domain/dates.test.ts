/** @module-tag dates */
import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { fromWire, toWire } from '#domain/dates.ts';
import {
  displayDate,
  displayFullMoment,
  displayMonth,
  displayShortMoment,
  displayTime,
} from '#domain/format/dates.ts';
import { displayRunningTime } from '#domain/format/durations.ts';
import { HOUR } from '#domain/limits/durations.ts';

test('a wire date is in UTC, with seconds', () => {
  expect(toWire(new Date('2026-12-05T18:30:09Z'))).toBe('05-12-2026 18:30:09');
  expect(fromWire('05-12-2026 18:30:09')).toEqual(new Date('2026-12-05T18:30:09Z'));
});

test('a written date is read back unchanged', () => {
  const instants = fc.date({
    min: new Date('1950-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (date) => {
      expect(fromWire(toWire(date))?.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
    }),
  );
});

test.each(['31-02-2026 10:00:00', '2026-12-05 10:00:00', '05-12-2026', ''])(
  '“%s” is not a wire date',
  (text) => {
    expect(fromWire(text)).toBeNull();
  },
);

test.each([
  ['Asia/Kolkata', '06 DEC 2026', 'December 2026'],
  ['UTC', '05 DEC 2026', 'December 2026'],
  ['America/New_York', '05 DEC 2026', 'December 2026'],
])('in %s the evening of the fifth (UTC) is %s', (zone, date, month) => {
  expect(displayDate('05-12-2026 18:30:00', zone)).toBe(date);
  expect(displayMonth('05-12-2026 18:30:00', zone)).toBe(month);
});

test('a missing date is shown as -', () => {
  expect(displayDate(null)).toBe('-');
  expect(displayMonth(undefined)).toBe('-');
});

test('a moment is shown in the full and the short format', () => {
  expect(displayFullMoment('05-12-2026 13:30:09', 'Asia/Kolkata')).toBe(
    'December 05 2026 07:00:09 PM',
  );
  expect(displayShortMoment(new Date('2026-12-05T13:30:09Z'), 'Asia/Kolkata')).toBe(
    '5 Dec - 7:00 pm',
  );
});

test('an hour is shown as on a ticket', () => {
  expect(displayTime(new Date('2026-12-05T13:30:00Z'), 'Asia/Kolkata')).toBe('7.00 PM');
});

test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
  'an hour in another zone is correct on a machine in %s, also on days with a clock change',
  (machine) => {
    const initialZone = process.env['TZ'];
    process.env['TZ'] = machine;
    for (const day of [
      '2026-03-08',
      '2026-03-29',
      '2026-04-04',
      '2026-10-03',
      '2026-10-25',
      '2026-11-01',
    ]) {
      const hours = Array.from(
        { length: 24 },
        (_, hour) => new Date(Date.parse(`${day}T00:30:00Z`) + hour * HOUR),
      );
      expect(hours.map((each) => displayTime(each, 'Asia/Kolkata'))).toEqual(
        hours.map((_, hour) => `${(hour + 6) % 12 || 12}.00 ${(hour + 6) % 24 < 12 ? 'AM' : 'PM'}`),
      );
    }
    process.env['TZ'] = initialZone;
  },
);

test.each([
  [134, '02 h 14 m'],
  [7, '00 h 07 m'],
  [60, '01 h 00 m'],
  [0, ''],
  [null, ''],
])('%s minutes are shown as %s', (minutes, shown) => {
  expect(displayRunningTime(minutes)).toBe(shown);
});
