const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** `India` for `IN`; a name, or a code that is nobody's, stays as it is. */
export const countryName = (country: string): string =>
  /^[A-Za-z]{2}$/.test(country) ? (names.of(country.toUpperCase()) ?? country) : country;
