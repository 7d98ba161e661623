import { describe, expect, test } from 'vitest';
import { allCountries } from '#domain/all-countries.ts';
import { DOMESTIC, findCountries, isDomestic, packCountries, unpackCountries } from '#domain/countries.ts';

const countries = allCountries();
const of = (code: string) => countries.find((country) => country.code === code);
const found = (search: string) => findCountries(countries, search).map(({ code }) => code);

describe('the list of countries', () => {
  test('has every country that telephones, each once', () => {
    expect(countries.length).toBeGreaterThan(240);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  });

  test('is in the order of the names', () => {
    const names = countries.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(names[1]).toBe('Åland Islands');
  });

  test('has India as the house knows it', () => expect(of('IN')).toEqual(DOMESTIC));

  test.each([
    ['US', 'United States', '1', 10],
    ['GB', 'United Kingdom', '44', 10],
    ['AE', 'United Arab Emirates', '971', 10],
    ['CN', 'China', '86', 11],
    ['DE', 'Germany', '49', 11],
    ['AT', 'Austria', '43', 13],
    ['IS', 'Iceland', '354', 10],
  ])('%s: %s +%s', (code, name, dial_code, digits) => expect(of(code)).toEqual({ code, name, dial_code, digits }));

  test('only India is domestic', () => expect(countries.filter(isDomestic).map(({ code }) => code)).toEqual(['IN']));

  test('comes out of its short text as it went in', () => {
    const packed = packCountries(countries);
    expect(unpackCountries(packed)).toEqual(countries);
    expect(packed.length).toBeLessThan(4500);
  });

  test('leaves out what it cannot read', () => expect(unpackCountries('IN91 India;nonsense;;')).toEqual([DOMESTIC]));
});

describe('a search', () => {
  test.each([
    ['by the beginning of a name', 'ind', 'IN'],
    ['by a later word', 'kingdom', 'GB'],
    ['in any case', 'SRI LANKA', 'LK'],
    ['without its accents', 'cote d ivoire', 'CI'],
    ['with other points', "Cote d'Ivoire", 'CI'],
    ['by ISO code', 'in', 'IN'],
    ['by dial code', '91', 'IN'],
    ['by dial code with a plus', '+971', 'AE'],
    ['by dial code with two zeros', '00 44', 'GB'],
    ['by what people say: UK', 'UK', 'GB'],
    ['by what people say: USA', 'usa', 'US'],
    ['by what people say: Holland', 'holland', 'NL'],
  ])('%s', (_, search, code) => expect(found(search).slice(0, 4)).toContain(code));

  test('gives an ISO code before the names that begin with it', () => expect(found('us')[0]).toBe('US'));
  test('gives a whole dial code before longer ones', () =>
    expect(findCountries(countries, '9').every(({ dial_code }) => dial_code.startsWith('9'))).toBe(true));
  test('gives a shared dial code to all that share it', () =>
    expect(found('+1').slice(0, 25)).toEqual(expect.arrayContaining(['US', 'CA', 'JM'])));
  test('for nothing gives all', () => expect(found('  ')).toHaveLength(countries.length));
  test('for nowhere gives none', () => expect(found('atlantis')).toEqual([]));
});
