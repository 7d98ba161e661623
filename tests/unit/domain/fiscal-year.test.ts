/** @module-tag dates */
import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  fiscalYear,
  cinemaDay,
  INVOICE_NUMBER_MAX_LENGTH,
  formatInvoiceNumber,
  invoiceSeriesAt,
} from '#domain/fiscal-year.ts';

describe('the financial year, in the cinema’s time zone', () => {
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

  test('an invoice has the date in the cinema’s zone', () => {
    expect(cinemaDay(new Date('2026-05-03T19:00:00Z'))).toBe('2026-05-04');
  });
});

describe('an invoice number', () => {
  test('contains its series and its count', () => {
    const day = new Date('2026-11-21T12:00:00Z');
    expect(formatInvoiceNumber(invoiceSeriesAt('T', day), 1)).toBe('T2627/0000001');
    expect(formatInvoiceNumber(invoiceSeriesAt('C', day), 123)).toBe('C2627/0000123');
  });

  test('can exceed seven digits, but not the legal maximum', () => {
    expect(formatInvoiceNumber('T2627', 10_000_000)).toBe('T2627/10000000');
    expect(() => formatInvoiceNumber('T2627', 99_999_999_999)).toThrow(RangeError);
  });

  test.each([0, -1, 1.5, Number.NaN])('is never formatted for %d', (count) => {
    expect(() => formatInvoiceNumber('T2627', count)).toThrow(RangeError);
  });

  test('is short, has only allowed characters, and is unique', () => {
    const counts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999_999 }), { minLength: 2 });
    fc.assert(
      fc.property(
        counts,
        fc.date({ noInvalidDate: true, min: new Date('2017-07-01') }),
        (counts, instant) => {
          const numbers = counts.map((count) =>
            formatInvoiceNumber(invoiceSeriesAt('T', instant), count),
          );
          expect(new Set(numbers).size).toBe(numbers.length);
          for (const number of numbers)
            expect(number).toMatch(
              new RegExp(`^(?=.{1,${INVOICE_NUMBER_MAX_LENGTH}}$)[A-Z\\d/-]+$`),
            );
        },
      ),
    );
  });
});
