import { foldDigits } from './fold.ts';
import { DOMESTIC_DIAL_CODE, MOBILE_MAX_DIGITS, MOBILE_MIN_DIGITS, OTP_DIGITS } from './limits.ts';

/** Spec §5: every non-digit is stripped. Digits of every script count. */
export const cleanMobile = (text: string): string => foldDigits(text).replace(/\D/g, '');

/** What a one-time code becomes while it is typed or pasted. */
export const typedCode = (text: string): string => cleanMobile(text).slice(0, OTP_DIGITS);

/**
 * What a number becomes while it is typed or pasted: digits only, 10 at most (spec §5; more where a country's numbers need it).
 * Chosen: a dial code or trunk zero in front of a whole pasted number (+91 90000 00002) is taken off, not the number's own end.
 */
export function typedMobile(text: string, dialCode = DOMESTIC_DIAL_CODE, maxDigits = MOBILE_MAX_DIGITS): string {
  const digits = cleanMobile(text);
  const isInternational = /^\s*(?:[+＋]|00)/.test(foldDigits(text));
  if (!isInternational && digits.length <= maxDigits) return digits;
  const least = isInternational ? MOBILE_MIN_DIGITS : maxDigits;
  return digits.replace(new RegExp(`^(?:0{0,2}${dialCode}|0)(?=\\d{${least},${maxDigits}}$)`), '').slice(0, maxDigits);
}

export const isMobile = (digits: string): boolean =>
  /^\d+$/.test(digits) && digits.length >= MOBILE_MIN_DIGITS && digits.length <= MOBILE_MAX_DIGITS;

/**
 * Spec §5: word characters with optional dots or hyphens, an @, a domain, an ending of 2–3 letters. Each character can be read in
 * one way only: the time that it takes grows with the length, not with its power, whatever is sent.
 */
export const EMAIL = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[a-zA-Z]{2,3}$/;
