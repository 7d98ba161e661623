const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** `India` for `IN`. Returns names and unknown codes unchanged. */
export const countryName = (country: string): string =>
  /^[A-Za-z]{2}$/.test(country) ? (names.of(country.toUpperCase()) ?? country) : country;
