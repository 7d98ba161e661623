import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { parseRunningTime } from '#domain/running-time.ts';

test.each([
  ['96', 96],
  ['96 minutes', 96],
  ['96 Mins.', 96],
  ['96min', 96],
  ['96 m', 96],
  ['96’', null],
  ["96'", 96],
  ['1 hour', 60],
  ['2h', 120],
  ['1 h 36 m', 96],
  ['1h36', 96],
  ['1 hr 36 mins', 96],
  ['1 hour, 36 minutes', 96],
  ['2 hours and 5 minutes', 125],
  ['01:36', 96],
  ['1:36:20', 96],
  ['９６ minutes', 96],
  ['0', null],
  ['0 minutes', null],
  ['1h 72m', null],
  ['1441', null],
  ['1440', 1440],
  ['96-98 minutes', null],
  ['about an hour', null],
  ['96 pages', null],
  ['1.5 hours', null],
  ['1 hr. 36 min.', 96],
  ['-96', null],
  ['', null],
])('“%s” is %s minutes', (text, minutes) => {
  expect(parseRunningTime(text)).toBe(minutes);
});

test('returns at most one day, or null', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,5} ?(h|min|:)? ?\d{0,3} ?m?$/));
  fc.assert(
    fc.property(text, (each) => {
      const minutes = parseRunningTime(each);
      return minutes === null || (Number.isInteger(minutes) && minutes > 0 && minutes <= 1440);
    }),
  );
});
