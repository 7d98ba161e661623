// The numbers of spec §9 and of api.md.
export const DOMESTIC_DIAL_CODE = '91';
export const OTP_DIGITS = 6;
export const OTP_VALID_MINUTES = 10;
export const OTP_TRIES = 5;
export const OTP_RESEND_SECONDS = 120;
export const OTHER_BROWSER_MINUTES = 5;
export const MOBILE_MIN_DIGITS = 8;
export const MOBILE_MAX_DIGITS = 10;
/** E.164. */
export const FOREIGN_MOBILE_MAX_DIGITS = 15;
export const PASSWORD_MIN_LENGTH = 6;
