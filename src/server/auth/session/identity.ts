import parsePhoneNumber from 'libphonenumber-js/max';
import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { cleanMobile } from '#domain/mobile.ts';

/** Who wants to sign in: where codes go to (`destination`, one spelling for each), and what of it an account keeps. */
export type Identity =
  | { kind: 'mobile'; destination: string; dialCode: string; mobile: string }
  | { kind: 'email'; destination: string };

export const mobileIdentity = (dialCode: string, mobile: string): Identity => ({
  kind: 'mobile',
  destination: dialCode + mobile,
  dialCode,
  mobile,
});
export const emailIdentity = (address: string): Identity => ({
  kind: 'email',
  destination: address.trim().toLowerCase(),
});

/**
 * api.md: the username is the mobile number for +91 and the e-mail address elsewhere.
 * Chosen: where the house sends SMS to other countries too, their numbers are written whole, with a plus sign.
 */
export function identityOf(username: string): Identity {
  if (username.includes('@')) return emailIdentity(username);
  const whole = username.trim().startsWith('+') ? parsePhoneNumber(username) : undefined;
  if (whole) return mobileIdentity(whole.countryCallingCode, whole.nationalNumber);
  return mobileIdentity(DOMESTIC_DIAL_CODE, cleanMobile(username));
}
