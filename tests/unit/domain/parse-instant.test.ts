import { describe, expect, test } from 'vitest';
import { parseDay, parseInstant } from '#domain/parse-instant.ts';

describe('a date with a time', () => {
  test.each([
    ['2026-11-23 18:30', '2026-11-23T13:00Z'],
    ['2026-11-23T18:30', '2026-11-23T13:00Z'],
    ['2026-11-23 18:30:15', '2026-11-23T13:00:15Z'],
    ['23/11/2026 18:30', '2026-11-23T13:00Z'],
    ['23-11-2026 18:30:00', '2026-11-23T13:00Z'],
    ['23.11.2026 9:05', '2026-11-23T03:35Z'],
    ['3/4/2026 12:30 AM', '2026-04-02T19:00Z'],
    ['23/11/2026 6:30 pm', '2026-11-23T13:00Z'],
    ['23-Nov-2026 18:30', '2026-11-23T13:00Z'],
    ['23-Nov-26 6:30 PM', '2026-11-23T13:00Z'],
    ['Nov 23, 2026 18:30', '2026-11-23T13:00Z'],
    ['46349.5', '2026-11-23T06:30Z'],
    ['46349.7708333333', '2026-11-23T13:00Z'],
  ])('%s is read in the cinema’s zone', (text, instant) =>
    expect(parseInstant(text)).toEqual(new Date(instant)),
  );

  test.each([
    ['2026-11-23T13:00:00Z', '2026-11-23T13:00Z'],
    ['2026-11-23T13:00:00.250Z', '2026-11-23T13:00:00.250Z'],
    ['2026-11-23T18:30+05:30', '2026-11-23T13:00Z'],
    ['2026-11-23 08:00:00 -0500', '2026-11-23T13:00Z'],
    ['23/11/2026 14:00+01:00', '2026-11-23T13:00Z'],
  ])('%s is read with its own offset', (text, instant) =>
    expect(parseInstant(text)).toEqual(new Date(instant)),
  );
});

test.each([
  ['29/03/2026 01:30', '2026-03-29T00:30Z'],
  ['29/03/2026 03:30', '2026-03-29T01:30Z'],
  ['25/10/2026 04:00', '2026-10-25T03:00Z'],
])('%s is read in a given zone, also near a clock change', (text, instant) =>
  expect(parseInstant(text, 'Europe/Berlin')).toEqual(new Date(instant)),
);

test.each([
  ['2026-03-08 02:30', 'America/New_York'],
  ['2026-03-08 02:00', 'America/New_York'],
  ['29/03/2026 02:59', 'Europe/Berlin'],
  ['2026-10-04 02:15', 'Australia/Lord_Howe'],
])('%s is refused in %s, whose clocks skip it', (text, zone) =>
  expect(parseInstant(text, zone)).toBeNull(),
);

test.each([
  ['2026-03-08 01:59', 'America/New_York', '2026-03-08T06:59Z'],
  ['2026-03-08 03:00', 'America/New_York', '2026-03-08T07:00Z'],
  // The clocks go from 00:00 to 01:00.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00Z'],
  ['2017-10-15', 'America/Sao_Paulo', '2017-10-15T03:00Z'],
])('%s exists in %s', (text, zone, instant) =>
  expect(parseInstant(text, zone)).toEqual(new Date(instant)),
);

describe('a day', () => {
  test.each([
    ['2026-11-05', '2026-11-05'],
    ['05/11/2026', '2026-11-05'],
    ['5-11-2026', '2026-11-05'],
    ['05.11.2026', '2026-11-05'],
    ['5 November 2026', '2026-11-05'],
    ['05-NOV-2026', '2026-11-05'],
    ['25-Sep-21', '2021-09-25'],
    ['1-Jan-29', '2029-01-01'],
    ['1-Jan-30', '1930-01-01'],
    ['Nov 05 2026', '2026-11-05'],
    ['November 5, 2026', '2026-11-05'],
    ['46331', '2026-11-05'],
    [' 05/11/2026 ', '2026-11-05'],
    ['29/02/2024', '2024-02-29'],
    ['03/05/1913', '1913-05-03'],
  ])('%s is read day first', (text, day) => expect(parseDay(text)).toBe(day));

  test('begins at midnight in the cinema’s zone', () =>
    expect(parseInstant('05/11/2026')).toEqual(new Date('2026-11-04T18:30Z')));
});

test.each([
  '13/14/2026',
  '11/23/2026',
  '31/02/2026',
  '2026-02-31 18:00',
  '29/02/2026',
  '23/11/26',
  '23/11-2026',
  '2026',
  '1917',
  '0',
  '5 Foo 2026',
  '23/11/2026 24:00',
  '23/11/2026 13:00 pm',
  '23/11/2026 18:60',
  'tomorrow',
  '',
])('"%s" is not a date', (text) => {
  expect(parseInstant(text)).toBeNull();
  expect(parseDay(text)).toBeNull();
});

test.each(['2026-11-05 18:00', '46331.5'])('"%s" is not a date without a time', (text) =>
  expect(parseDay(text)).toBeNull(),
);
