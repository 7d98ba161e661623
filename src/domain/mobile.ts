import { MOBILE_MAX_DIGITS, MOBILE_MIN_DIGITS } from './limits.ts';

/** Spec §5: every non-digit is stripped. */
export const cleanMobile = (text: string): string => text.replace(/\D/g, '');

/**
 * What a number becomes while it is typed or pasted: digits only, 10 at most (spec §5).
 * Chosen: a dial code or trunk zero in front of a whole pasted number (+91 90000 00002) is taken off, not the number's own end.
 */
export function typedMobile(text: string): string {
  const digits = cleanMobile(text);
  const national = digits.length > MOBILE_MAX_DIGITS ? digits.replace(/^(?:0{0,2}91|0)(?=\d{10}$)/, '') : digits;
  return national.slice(0, MOBILE_MAX_DIGITS);
}

export const isMobile = (digits: string): boolean =>
  /^\d+$/.test(digits) && digits.length >= MOBILE_MIN_DIGITS && digits.length <= MOBILE_MAX_DIGITS;

/** Spec §5: word characters with optional dots or hyphens, an @, a domain, an ending of 2–3 letters. */
export const EMAIL = /^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.[a-zA-Z]{2,3})+$/;
