import { LANGUAGE } from './locale.ts';

let names: Intl.DisplayNames | undefined;

/** `India` for `IN` and `in`. Returns unknown codes in capitals, and names unchanged. */
export function countryName(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country)) return country;
  // Made when a name is needed: old browsers have no Intl.DisplayNames.
  names ??= new Intl.DisplayNames([LANGUAGE], { type: 'region', fallback: 'code' });
  return names.of(country.toUpperCase()) ?? country;
}
