import { LANGUAGE } from './locale.ts';

type NameKind = 'region' | 'language';

const displayNames = new Map<string, Intl.DisplayNames>();

// Made when a name is needed: old browsers have no Intl.DisplayNames.
function namesIn(language: string, type: NameKind): Intl.DisplayNames {
  const key = `${language} ${type}`;
  const made =
    displayNames.get(key) ?? new Intl.DisplayNames([language], { type, fallback: 'none' });
  displayNames.set(key, made);
  return made;
}

/** `India` for `IN` and `in`. Returns unknown codes in capitals, and names unchanged. */
export const countryName = (country: string): string =>
  /^[A-Za-z]{2}$/.test(country)
    ? (namesIn(LANGUAGE, 'region').of(country.toUpperCase()) ?? country.toUpperCase())
    : country;

/** `Tamil` for `ta`; undefined for an unknown code. Throws RangeError for text that is no BCP 47 tag. */
export const displayLanguage = (code: string): string | undefined =>
  namesIn(LANGUAGE, 'language').of(code);

/** `தமிழ்` for `ta`; undefined for an unknown code. Throws RangeError for text that is no BCP 47 tag. */
export const displayNativeLanguage = (code: string): string | undefined =>
  namesIn(code, 'language').of(code);

/** For sorting names that are shown. */
export const compareNames = (one: string, two: string): number => one.localeCompare(two, LANGUAGE);

let numbered: Intl.Collator | undefined;

/** As compareNames, but `film-2` before `film-10`, and without regard to case. */
export function compareNumberedNames(one: string, two: string): number {
  numbered ??= new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });
  return numbered.compare(one, two);
}
