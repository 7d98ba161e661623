import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/mobile';
import type { Country } from './countries.ts';
import { compareNames } from './format/compare-names.ts';
import { countryName } from './format/country-name.ts';
import { MOBILE_MAX_DIGITS } from './limits/session.ts';

/**
 * Every country with a dial code, sorted by English name. Not for pages: the phone metadata is too
 * large.
 */
export function allCountries(): Country[] {
  const metadata = new Metadata();
  return getCountries()
    .map((code) => {
      metadata.selectNumberingPlan(code);
      const digits = digitsFor(metadata.numberingPlan as unknown as NumberingPlan);
      return { name: countryName(code), dial_code: getCountryCallingCode(code), code, digits };
    })
    .toSorted((one, other) => compareNames(one.name, other.name));
}

interface NumberingPlan {
  type: (kind: 'MOBILE') => { possibleLengths: () => number[] } | undefined;
}

// Chosen: ten digits (spec §2), more only in countries with longer mobile numbers.
const digitsFor = (plan: NumberingPlan) =>
  Math.max(MOBILE_MAX_DIGITS, ...(plan.type('MOBILE')?.possibleLengths() ?? []));
