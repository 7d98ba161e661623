import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/mobile';
import type { Country } from './countries.ts';
import { MOBILE_MAX_DIGITS } from './limits.ts';

/** Every country that telephones, by its English name. The metadata behind it is large: for builds and servers, never for a page. */
export function allCountries(): Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const metadata = new Metadata();
  return getCountries()
    .map((code) => {
      metadata.selectNumberingPlan(code);
      const digits = digitsFor(metadata.numberingPlan as unknown as Plan);
      return { name: names.of(code) ?? code, dial_code: getCountryCallingCode(code), code, digits };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** A part of the package that its types leave out. */
interface Plan {
  type: (kind: 'MOBILE') => { possibleLengths: () => number[] } | undefined;
}

// Chosen: ten digits (spec §2), and more only where a country's own mobile numbers are longer.
const digitsFor = (plan: Plan) => Math.max(MOBILE_MAX_DIGITS, ...(plan.type('MOBILE')?.possibleLengths() ?? []));
