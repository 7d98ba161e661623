import { DOMESTIC_DIAL_CODE } from './limits/session.ts';

interface Name {
  firstName: string | null;
  lastName: string | null;
}
interface ContactInfo {
  dialCode: string | null;
  mobile: string | null;
  emailId: string | null;
}

export const nameOf = ({ firstName, lastName }: Name): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** `+91 9000000002`; empty without a number. */
export const mobileOf = ({ dialCode, mobile }: ContactInfo): string =>
  mobile ? [dialCode && `+${dialCode}`, mobile].filter(Boolean).join(' ') : '';

/**
 * The site signs these people in by mobile number; in the API, `SMS_COUNTRIES` adds other
 * countries.
 */
export const hasDomesticMobile = ({ dialCode, mobile }: ContactInfo): boolean =>
  dialCode === DOMESTIC_DIAL_CODE && Boolean(mobile);

/** The sign-in name: the number for dial code 91, otherwise the e-mail address. */
export const usernameOf = (person: ContactInfo): string =>
  (hasDomesticMobile(person) ? person.mobile : person.emailId) ?? '';
