import { expect, test } from 'vitest';
import { parseRunningTime } from '#domain/running-time.ts';
import { findCountries } from '#domain/countries.ts';
import { allCountries } from '#domain/all-countries.ts';
import { compactCode, foldCode, foldDigits } from '#domain/fold.ts';
import { cleanMobile, parseTypedCode, parseTypedMobile } from '#domain/mobile.ts';

/** Intl’s numbering systems, each with 0123456789 in its digits. */
const systems = Intl.supportedValuesOf('numberingSystem').map((name) => {
  const format = new Intl.NumberFormat(`en-u-nu-${name}`, {
    useGrouping: false,
    minimumIntegerDigits: 10,
  });
  return { name, digits: format.format(123_456_789) };
});
const decimal = systems.filter(
  ({ name, digits }) => name !== 'latn' && /^\p{Nd}{10}$/u.test(digits),
);

test('Node knows the numbering systems of India', () => {
  const names = decimal.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'deva',
      'beng',
      'tamldec',
      'telu',
      'knda',
      'mlym',
      'gujr',
      'guru',
      'orya',
    ]),
  );
  expect(names.length).toBeGreaterThan(50);
});

test.each(decimal)('the digits of $name ($digits) count as 0 to 9', ({ digits }) =>
  expect(foldDigits(`+${digits}.`)).toBe('+0123456789.'),
);

test('every decimal digit becomes one of 0 to 9', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const digits = all
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /^\p{Nd}$/u.test(letter));
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.filter((digit) => !/^[0-9]$/.test(foldDigits(digit)))).toEqual([]);
});

test.each([
  ['Devanagari', '९०००० ००००२', '9000000002'],
  ['Bengali', '৯০০০০০০০০২', '9000000002'],
  ['Tamil', '௯௦௦௦௦௦௦௦௦௨', '9000000002'],
  ['Arabic-Indic', '٩٠٠٠٠٠٠٠٠٢', '9000000002'],
  ['Urdu', '۹۰۰۰۰۰۰۰۰۲', '9000000002'],
  ['Devanagari, with the dial code', '+९१ ९०००० ००००२', '9000000002'],
  ['wide, with the dial code', '＋９１ ９００００ ００００２', '9000000002'],
])('a mobile number in %s digits is accepted', (_, typed, mobile) =>
  expect(parseTypedMobile(typed)).toBe(mobile),
);

test.each([
  ['\u200bFIRST\u00ad50\u200e', 'FIRST50'],
  ['\u2068ＦＩＲＳＴ\u2011५०\u2069', 'FIRST-50'],
  [' m26 – ०००१२३\n', 'm26 - 000123'],
  ['4️⃣1️⃣7️⃣', '417'],
])('the code %j is read as %j', (typed, code) => expect(foldCode(typed)).toBe(code));

test.each(['४१७ २९३', '417-293', '\u200e417\u00a0293', '４１７２９３', '\ufeff417\u200b293\n'])(
  'the code %j is 417293',
  (typed) => expect(compactCode(typed)).toBe('417293'),
);

test('numbers, codes and running times are read in the digits of any script', () => {
  expect(cleanMobile('௯௮-७६')).toBe('9876');
  expect(parseTypedCode('४१७ २९३ ५')).toBe('417293');
  expect(parseRunningTime('९६ minutes')).toBe(96);
});

test('a country is found by a dial code in the digits of any script', () =>
  expect(findCountries(allCountries(), '+४९').map(({ code }) => code)[0]).toBe('DE'));
