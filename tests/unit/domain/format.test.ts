import { describe, expect, test } from 'vitest';
import { displayBytes, displaySpace } from '#domain/format/bytes.ts';
import {
  displayDayOfMonth,
  displayFullDate,
  displayMonthOfDay,
  displayWeekday,
} from '#domain/format/calendar-days.ts';
import { compareNames } from '#domain/format/compare-names.ts';
import { compareNumberedNames } from '#domain/format/compare-numbered-names.ts';
import { countryName } from '#domain/format/country-name.ts';
import * as dates from '#domain/format/dates.ts';
import * as durations from '#domain/format/durations.ts';
import * as reportMoney from '#domain/format/report-money.ts';
import * as signedNumbers from '#domain/format/signed-numbers.ts';
import * as plainDays from '#domain/format/plain-days.ts';
import * as moments from '#domain/format/moments.ts';
import * as taskDurations from '#domain/format/task-durations.ts';
import { displayLanguage, displayNativeLanguage } from '#domain/format/language-name.ts';
import * as numbers from '#domain/format/numbers.ts';

const MOMENT = new Date('2026-12-05T12:34:56Z');
const ZONE = 'Asia/Kolkata';

describe('formats', () => {
  test.each([
    [numbers.displayNumber(1234567.8), '12,34,567.8'],
    [numbers.displayNumber(1234.5, 2), '1,234.50'],
    [numbers.displayNumber(1234.5, 0), '1,235'],
    [signedNumbers.displaySigned(-13.41), '−13.41'],
    [signedNumbers.displaySpaced(-2, 0), '− 2'],
    [numbers.displayRupees(88), '₹88'],
    [numbers.displayRupees(123456.5), '₹1,23,456.50'],
    [numbers.displayExactRupees(149), '₹149.00'],
    [reportMoney.displayWholeRupees(1234.5), '₹1,235'],
    [reportMoney.displayCents(100, 'USD'), '$1.00'],
    [reportMoney.displayWholeAmount(-14900, 'INR'), '−₹149'],
    [reportMoney.displayWholeAmount(123450, 'USD'), '$1,235'],
    [reportMoney.displaySignedPaise(-1341), '−13.41'],
    [reportMoney.displayInvoicePaise(-123450), '− 1,234.50'],
    [displayBytes(3_210_000_000), '3.2 GB'],
    [displaySpace(6_100_000), '7 MB'],
  ])('a number: %s', (shown, expected) => expect(shown).toBe(expected));

  test.each([
    [moments.displayMinute(MOMENT, ZONE), '2026-12-05 18:04'],
    [moments.displayCinemaMoment(MOMENT), '2026-12-05 18:04 IST'],
    [dates.displayDate(MOMENT, ZONE), '05 DEC 2026'],
    [dates.displayWordDate(MOMENT, ZONE), '05 Dec 2026'],
    [moments.displayOrderDate(MOMENT, ZONE), '05-12-2026'],
    [dates.displayDayDigits(MOMENT, ZONE), '05'],
    [dates.displayShortMonth(MOMENT, ZONE), 'Dec'],
    [dates.displayMonth(MOMENT, ZONE), 'December 2026'],
    [dates.displayTime(MOMENT, ZONE), '6.04 PM'],
    [dates.displayDay(MOMENT, ZONE), 'Sat 5 Dec'],
    [dates.displayDayOfYear(MOMENT, ZONE), 'Sat 5 Dec 2026'],
    [dates.displayLongDay(MOMENT, ZONE), 'Saturday 5 December'],
    [dates.displayShortMoment(MOMENT, ZONE), '5 Dec - 6:04 pm'],
    [dates.displayFullMoment(MOMENT, ZONE), 'December 05 2026 06:04:56 PM'],
    [plainDays.displayPlainDay('2026-12-05'), '5 Dec'],
    [plainDays.displayPlainShortDate('2026-12-05'), '5 Dec 2026'],
    [dates.displayPlainDayOfYear('2026-12-05'), 'Sat 5 Dec 2026'],
    [plainDays.displayPlainDate('2026-12-05'), '5 December 2026'],
    [plainDays.displayPlainMonth('2026-12'), 'December 2026'],
    [displayFullDate(MOMENT), 'Saturday, 5 December 2026'],
    [displayWeekday('2026-12-05'), 'Sat'],
    [displayDayOfMonth('2026-12-05'), '5'],
    [displayMonthOfDay('2026-09-05'), 'Sept'],
  ])('a date: %s', (shown, expected) => expect(shown).toBe(expected));

  test.each([
    [durations.displayRunningTime(134), '02 h 14 m'],
    [durations.displaySeconds(3849), '1:04:09'],
    [taskDurations.displayFilmSeconds(0.84), '0.8 s'],
    [taskDurations.displayFilmSeconds(75.2), '75 s'],
    [taskDurations.displayDuration(7_500_000), '2 h 05 min'],
  ])('a duration: %s', (shown, expected) => expect(shown).toBe(expected));

  test.each([
    [countryName('in'), 'India'],
    [countryName('QQ'), 'QQ'],
    [countryName('Somewhere'), 'Somewhere'],
    [displayLanguage('ta'), 'Tamil'],
    [displayLanguage('xyz'), undefined],
    [displayNativeLanguage('ta'), 'தமிழ்'],
  ])('a name: %s', (shown, expected) => expect(shown).toBe(expected));

  test('names are sorted as people read them', () => {
    expect(['b', 'Á', 'c'].toSorted(compareNames)).toEqual(['Á', 'b', 'c']);
    expect(['film-10', 'Film-2'].toSorted(compareNumberedNames)).toEqual(['Film-2', 'film-10']);
  });
});
