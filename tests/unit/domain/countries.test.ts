import { describe, expect, test } from 'vitest';
import { allCountries } from '#domain/all-countries.ts';
import {
  DOMESTIC,
  findCountries,
  isDomestic,
  packCountries,
  unpackCountries,
} from '#domain/countries.ts';

const countries = allCountries();
const countryOf = (code: string) => countries.find((country) => country.code === code);
const codesFor = (search: string) => findCountries(countries, search).map(({ code }) => code);

describe('the list of countries', () => {
  test('has every country with a dial code, each once', () => {
    expect(countries.length).toBeGreaterThan(240);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  });

  test('is sorted by name', () => {
    const names = countries.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(names[1]).toBe('Åland Islands');
  });

  test('has the same India as DOMESTIC', () => expect(countryOf('IN')).toEqual(DOMESTIC));

  test.each([
    ['US', 'United States', '1', 10],
    ['GB', 'United Kingdom', '44', 10],
    ['AE', 'United Arab Emirates', '971', 10],
    ['CN', 'China', '86', 11],
    ['DE', 'Germany', '49', 11],
    ['AT', 'Austria', '43', 13],
    ['IS', 'Iceland', '354', 10],
  ])('%s: %s +%s', (code, name, dial_code, digits) =>
    expect(countryOf(code)).toEqual({ code, name, dial_code, digits }),
  );

  test('only India is domestic', () =>
    expect(countries.filter(isDomestic).map(({ code }) => code)).toEqual(['IN']));

  test('is unchanged after packing and unpacking', () => {
    const packed = packCountries(countries);
    expect(unpackCountries(packed)).toEqual(countries);
    expect(packed.length).toBeLessThan(4500);
  });

  test('skips invalid entries', () =>
    expect(unpackCountries('IN91 India;nonsense;;')).toEqual([DOMESTIC]));
});

describe('a search', () => {
  test.each([
    ['by the beginning of a name', 'ind', 'IN'],
    ['by a later word', 'kingdom', 'GB'],
    ['in any case', 'SRI LANKA', 'LK'],
    ['without its accents', 'cote d ivoire', 'CI'],
    ['with another apostrophe', "Cote d'Ivoire", 'CI'],
    ['by ISO code', 'in', 'IN'],
    ['by dial code', '91', 'IN'],
    ['by dial code with a plus', '+971', 'AE'],
    ['by dial code with two zeros', '00 44', 'GB'],
    ['by a common name: UK', 'UK', 'GB'],
    ['by a common name: USA', 'usa', 'US'],
    ['by a common name: Holland', 'holland', 'NL'],
  ])('%s', (_, search, code) => expect(codesFor(search).slice(0, 4)).toContain(code));

  test('ranks an ISO code before names that contain it', () =>
    expect(codesFor('us')[0]).toBe('US'));
  test('by the beginning of a dial code returns no other country', () =>
    expect(findCountries(countries, '9').every(({ dial_code }) => dial_code.startsWith('9'))).toBe(
      true,
    ));
  test('finds all countries that share a dial code', () =>
    expect(codesFor('+1').slice(0, 25)).toEqual(expect.arrayContaining(['US', 'CA', 'JM'])));
  test('returns all countries for an empty text', () =>
    expect(codesFor('  ')).toHaveLength(countries.length));
  test('returns no country for an unknown name', () => expect(codesFor('atlantis')).toEqual([]));
});
