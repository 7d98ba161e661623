import { foldDigits } from './fold.ts';
import {
  DOMESTIC_DIAL_CODE,
  FOREIGN_MOBILE_MAX_DIGITS,
  MOBILE_MAX_DIGITS,
  MOBILE_MIN_DIGITS,
  OTP_DIGITS,
} from './limits/session.ts';

/** Spec §5: removes non-digits. Digits of every script count. */
export const cleanMobile = (text: string): string => foldDigits(text).replace(/\D/g, '');

export const parseTypedCode = (text: string): string => cleanMobile(text).slice(0, OTP_DIGITS);

export const maxMobileDigits = (dialCode: string): number =>
  dialCode === DOMESTIC_DIAL_CODE ? MOBILE_MAX_DIGITS : FOREIGN_MOBILE_MAX_DIGITS;

/**
 * The national number in a field, without the dial code or trunk zero that was typed or pasted
 * before it. The result is the field's next value, so a beginning that the next digit may complete
 * stays: `+91 900` as `+91900`, `91900000077`. Chosen: one digit too many is ignored, as in a field
 * of limited length. A number that stays too long is kept and refused.
 */
export function parseTypedMobile(
  text: string,
  dialCode = DOMESTIC_DIAL_CODE,
  maxDigits = maxMobileDigits(dialCode),
): string {
  const digits = cleanMobile(text);
  const [, prefix] = /^\s*([+＋]|00)/.exec(foldDigits(text)) ?? [];
  if (prefix) return parseInternational(digits.slice(prefix === '00' ? 2 : 0), dialCode, maxDigits);
  if (digits.length <= maxDigits) return digits;
  const national = digits.replace(new RegExp(`^(?:0?${dialCode}0?|0)(?=\\d{${maxDigits}}$)`), '');
  if (national.length <= maxDigits) return national;
  const mayGetComplete = new RegExp(`^0?${dialCode}`).test(digits);
  return digits.length === maxDigits + 1 && !mayGetComplete
    ? digits.slice(0, maxDigits)
    : digits.slice(0, MAX_TYPED);
}

/** More than any number with a prefix. */
const MAX_TYPED = 20;

function parseInternational(digits: string, dialCode: string, maxDigits: number): string {
  const afterDialCode = digits.startsWith(dialCode) ? digits.slice(dialCode.length) : '';
  const national = afterDialCode.replace(new RegExp(`^0(?=\\d{${maxDigits}}$)`), '');
  const isComplete = national.length >= MOBILE_MIN_DIGITS && national.length <= maxDigits;
  return isComplete ? national : `+${digits.slice(0, MAX_TYPED)}`;
}

/**
 * False for what `parseTypedMobile` keeps of a number that is incomplete, too long, or of another
 * country.
 */
export const isNationalNumber = (mobile: string, maxDigits: number): boolean =>
  /^\d+$/.test(mobile) && mobile.length >= MOBILE_MIN_DIGITS && mobile.length <= maxDigits;

export const isDomesticMobile = (digits: string): boolean =>
  isNationalNumber(digits, MOBILE_MAX_DIGITS);
