import { foldDigits } from './fold.ts';
import { DOMESTIC_DIAL_CODE, MOBILE_MAX_DIGITS, MOBILE_MIN_DIGITS, OTP_DIGITS } from './limits.ts';

/** Spec §5: removes non-digits. Digits of every script count. */
export const cleanMobile = (text: string): string => foldDigits(text).replace(/\D/g, '');

export const parseTypedCode = (text: string): string => cleanMobile(text).slice(0, OTP_DIGITS);

/** Chosen: if a pasted number is too long, its dial code or trunk zero (+91 90000 00002) is removed, not its end. */
export function parseTypedMobile(text: string, dialCode = DOMESTIC_DIAL_CODE, maxDigits = MOBILE_MAX_DIGITS): string {
  const digits = cleanMobile(text);
  const isInternational = /^\s*(?:[+＋]|00)/.test(foldDigits(text));
  if (!isInternational && digits.length <= maxDigits) return digits;
  const minDigits = isInternational ? MOBILE_MIN_DIGITS : maxDigits;
  return digits
    .replace(new RegExp(`^(?:0{0,2}${dialCode}|0)(?=\\d{${minDigits},${maxDigits}}$)`), '')
    .slice(0, maxDigits);
}

export const isDomesticMobile = (digits: string): boolean =>
  /^\d+$/.test(digits) && digits.length >= MOBILE_MIN_DIGITS && digits.length <= MOBILE_MAX_DIGITS;
