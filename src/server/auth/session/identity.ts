import parsePhoneNumber from 'libphonenumber-js/max';
import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import { cleanMobile, parseTypedMobile } from '#domain/mobile.ts';

export type Identity =
  | { kind: 'mobile'; destination: string; dialCode: string; mobile: string }
  | { kind: 'email'; destination: string };

/**
 * Mobile number sent with a request for a code by e-mail. Without a number, `mobile` is empty;
 * `dialCode` may be set.
 */
export interface ProvidedNumber {
  dialCode: string;
  mobile: string;
}

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
 * Chosen: a foreign mobile number needs its plus sign and dial code.
 */
export function identityOf(username: string): Identity {
  if (username.includes('@')) return emailIdentity(username);
  const mobile = parseTypedMobile(username);
  const internationalNumber = mobile.startsWith('+') ? parsePhoneNumber(mobile) : undefined;
  if (internationalNumber)
    return mobileIdentity(
      internationalNumber.countryCallingCode,
      internationalNumber.nationalNumber,
    );
  return mobileIdentity(DOMESTIC_DIAL_CODE, cleanMobile(mobile));
}
