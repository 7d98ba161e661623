import { fold, foldDigits } from './fold.ts';
import { DOMESTIC_DIAL_CODE, MOBILE_MAX_DIGITS } from './limits/session.ts';

export interface Country {
  name: string;
  /** Digits alone: `91`. */
  dial_code: string;
  /** ISO 3166: `IN`. */
  code: string;
  /** Longest mobile number. */
  digits: number;
}

/** Spec §1: codes go by SMS only to +91; viewers in other countries also give an e-mail address. */
export const isDomestic = ({ dial_code }: Pick<Country, 'dial_code'>): boolean =>
  dial_code === DOMESTIC_DIAL_CODE;

export const DOMESTIC: Country = {
  name: 'India',
  dial_code: DOMESTIC_DIAL_CODE,
  code: 'IN',
  digits: MOBILE_MAX_DIGITS,
};

/** Packs the list into a short text for the page's HTML: `DE49:11 Germany;IN91 India`. */
export const packCountries = (countries: readonly Country[]): string =>
  countries
    .map(({ code, dial_code, digits, name }) =>
      [code, dial_code, digits === MOBILE_MAX_DIGITS ? '' : `:${digits}`, ' ', name].join(''),
    )
    .join(';');

export const unpackCountries = (packed: string): Country[] =>
  packed.split(';').flatMap((entry) => {
    const [, code, dial_code, digits = MOBILE_MAX_DIGITS, name] =
      /^([A-Z]{2})(\d+)(?::(\d+))? (.+)$/.exec(entry) ?? [];
    return code && dial_code && name ? [{ name, dial_code, code, digits: Number(digits) }] : [];
  });

// Common names that are missing in `Intl.DisplayNames`.
const ALIASES: Record<string, string> = {
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

/**
 * Finds countries by name, dial code or ISO code, best match first. An empty search returns all.
 */
export function findCountries(countries: readonly Country[], search: string): Country[] {
  const query = normalizeText(search);
  const dialled = /^(?:\+|00)?\s*(\d[\d\s]*)$/
    .exec(foldDigits(search).trim())?.[1]
    ?.replace(/\s/g, '');
  if (!query && !dialled) return [...countries];
  const rank = dialled ? byDialCode(dialled) : byName(query);
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter((each) => each.rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ country }) => country);
}

const NO_MATCH = 9;
const normalizeText = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const byDialCode =
  (digits: string) =>
  ({ dial_code }: Country) =>
    dial_code === digits ? 0 : dial_code.startsWith(digits) ? 1 : NO_MATCH;

const byName = (query: string) => (country: Country) => {
  const name = normalizeText(country.name);
  if (country.code.toLowerCase() === query) return 0;
  if (name.startsWith(query)) return 1;
  if (` ${name} ${ALIASES[country.code] ?? ''}`.includes(` ${query}`)) return 2;
  return name.includes(query) ? 3 : NO_MATCH;
};
