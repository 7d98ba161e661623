import { DOMESTIC, findCountries, unpackCountries } from '#domain/countries.ts';
import { filmLanguages, findLanguages } from '#domain/film-languages.ts';
import { foldDigits } from '#domain/fold.ts';
import { nativeLanguageName } from '#domain/languages.ts';
import { serverNow } from '../server-clock.ts';

const FIRST_YEAR = 1950;
const YEARS_AHEAD = 2;

/**
 * Suggestions for the fields of step 1. `packed`: see `packCountries`. Chosen: India is first,
 * because most makers live there.
 */
export function createSuggestions(packed: string) {
  const all = unpackCountries(packed);
  const isHome = ({ code }: { code: string }) => code === DOMESTIC.code;
  const countries = [...all.filter(isHome), ...all.filter((country) => !isHome(country))];
  const languages = filmLanguages();
  const lastYear = serverNow().getFullYear() + YEARS_AHEAD;
  const years = Array.from({ length: lastYear - FIRST_YEAR + 1 }, (_, offset) =>
    String(lastYear - offset),
  );
  return {
    country: (typed: string) =>
      findCountries(countries, typed).map(({ name }) => ({ value: name })),
    language: (typed: string) =>
      findLanguages(languages, typed).map((name) => ({
        value: name,
        note: nativeLanguageName(name),
      })),
    year: (typed: string) =>
      years
        .filter((year) => year.startsWith(foldDigits(typed).trim()))
        .map((year) => ({ value: year })),
  };
}
