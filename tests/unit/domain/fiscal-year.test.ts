import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { fiscalYear, houseDay, LONGEST_NUMBER, numberInSeries, seriesAt } from '#domain/fiscal-year.ts';

describe('the financial year, by the clock of the house', () => {
  test.each([
    ['2026-04-01T00:00:00+05:30', '2627'],
    ['2026-03-31T23:59:59+05:30', '2526'],
    ['2027-03-31T18:29:59Z', '2627'],
    ['2027-03-31T18:30:00Z', '2728'],
    ['2026-12-31T23:59:59Z', '2627'],
    ['2027-01-01T00:00:00Z', '2627'],
    ['2099-06-01T00:00:00Z', '9900'],
  ])('%s is in %s', (instant, year) => {
    expect(fiscalYear(new Date(instant))).toBe(year);
  });

  test('a paper bears the day of the house', () => {
    expect(houseDay(new Date('2026-05-03T19:00:00Z'))).toBe('2026-05-04');
  });
});

describe('a number', () => {
  test('names its series and its place in it', () => {
    const day = new Date('2026-11-21T12:00:00Z');
    expect(numberInSeries(seriesAt('T', day), 1)).toBe('T2627/0000001');
    expect(numberInSeries(seriesAt('C', day), 123)).toBe('C2627/0000123');
  });

  test('grows past seven digits, and never past what the law allows', () => {
    expect(numberInSeries('T2627', 10_000_000)).toBe('T2627/10000000');
    expect(() => numberInSeries('T2627', 99_999_999_999)).toThrow(RangeError);
  });

  test.each([0, -1, 1.5, Number.NaN])('is never %d', (count) => {
    expect(() => numberInSeries('T2627', count)).toThrow(RangeError);
  });

  test('is short, of allowed signs, and no other’s', () => {
    const counts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999_999 }), { minLength: 2 });
    fc.assert(
      fc.property(counts, fc.date({ noInvalidDate: true, min: new Date('2017-07-01') }), (counts, instant) => {
        const numbers = counts.map((count) => numberInSeries(seriesAt('T', instant), count));
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const number of numbers) expect(number).toMatch(new RegExp(`^(?=.{1,${LONGEST_NUMBER}}$)[A-Z\\d/-]+$`));
      }),
    );
  });
});
