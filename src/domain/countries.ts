import { fold, foldDigits } from './fold.ts';
import { DOMESTIC_DIAL_CODE, MOBILE_MAX_DIGITS } from './limits.ts';

/** An entry of the country list (spec §3). */
export interface Country {
  name: string;
  /** Digits alone: `91`. */
  dial_code: string;
  /** ISO 3166: `IN`. */
  code: string;
  /** How many digits the mobile field takes. */
  digits: number;
}

/** Spec §1: only numbers of +91 get their codes by SMS; other countries give an e-mail address too. */
export const isDomestic = ({ dial_code }: Pick<Country, 'dial_code'>): boolean => dial_code === DOMESTIC_DIAL_CODE;

export const DOMESTIC: Country = {
  name: 'India',
  dial_code: DOMESTIC_DIAL_CODE,
  code: 'IN',
  digits: MOBILE_MAX_DIGITS,
};

/** The list as one short text, for a page to carry: `DE49:11 Germany;IN91 India`. */
export const packCountries = (countries: readonly Country[]): string =>
  countries
    .map(({ code, dial_code, digits, name }) =>
      [code, dial_code, digits === MOBILE_MAX_DIGITS ? '' : `:${digits}`, ' ', name].join(''),
    )
    .join(';');

export const unpackCountries = (packed: string): Country[] =>
  packed.split(';').flatMap((entry) => {
    const [, code, dial_code, digits = MOBILE_MAX_DIGITS, name] = /^([A-Z]{2})(\d+)(?::(\d+))? (.+)$/.exec(entry) ?? [];
    return code && dial_code && name ? [{ name, dial_code, code, digits: Number(digits) }] : [];
  });

// Names that people call a country by, though no list does.
const ALSO: Record<string, string> = {
  AE: 'uae emirates',
  CD: 'drc zaire',
  CZ: 'czech republic',
  GB: 'uk england scotland wales great britain',
  KP: 'dprk',
  KR: 'korea',
  MK: 'macedonia',
  NL: 'holland',
  SZ: 'swaziland',
  TL: 'east timor',
  TR: 'turkey',
  US: 'usa america',
  VA: 'holy see',
};

/** The countries that a search means, by name, dial code or ISO code; the likeliest first, and all of them for none. */
export function findCountries(countries: readonly Country[], search: string): Country[] {
  const wish = plain(search);
  const dialled = /^(?:\+|00)?\s*(\d[\d\s]*)$/.exec(foldDigits(search).trim())?.[1]?.replace(/\s/g, '');
  if (!wish && !dialled) return [...countries];
  const rank = dialled ? byDialCode(dialled) : byName(wish);
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter((each) => each.rank < NO)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ country }) => country);
}

const NO = 9;
const plain = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const byDialCode =
  (digits: string) =>
  ({ dial_code }: Country) =>
    dial_code === digits ? 0 : dial_code.startsWith(digits) ? 1 : NO;

const byName = (wish: string) => (country: Country) => {
  const name = plain(country.name);
  if (country.code.toLowerCase() === wish) return 0;
  if (name.startsWith(wish)) return 1;
  if (` ${name} ${ALSO[country.code] ?? ''}`.includes(` ${wish}`)) return 2;
  return name.includes(wish) ? 3 : NO;
};
