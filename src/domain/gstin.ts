/** State, PAN, entity, Z, check digit. */
const REGULAR = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
/** State (99 for online services from abroad), year, country, number, NR or OS, check digit. */
const NON_RESIDENT = /^\d{4}[A-Z]{3}\d{5}(NR|OS)[\dA-Z]$/;

export const isGstin = (text: string): boolean => REGULAR.test(text) || NON_RESIDENT.test(text);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The last character that belongs to the first 14: every second one counts twice, in base 36. Null
 * for a non-resident seller, whose registrations use another rule that is not published.
 */
export function gstinCheckDigit(gstin: string): string | null {
  if (NON_RESIDENT.test(gstin)) return null;
  const sum = gstin
    .slice(0, 14)
    .split('')
    .reduce((total, character, at) => {
      const product = DIGITS.indexOf(character) * (at % 2 ? 2 : 1);
      return total + Math.floor(product / DIGITS.length) + (product % DIGITS.length);
    }, 0);
  return DIGITS[(DIGITS.length - (sum % DIGITS.length)) % DIGITS.length] ?? null;
}
