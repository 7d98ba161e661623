import { DOMESTIC_DIAL_CODE } from './limits.ts';

interface Name {
  firstName: string | null;
  lastName: string | null;
}
interface Reach {
  dialCode: string | null;
  mobile: string | null;
  emailId: string | null;
}

/** `Meena Krishnan`; empty when no name is known. */
export const nameOf = ({ firstName, lastName }: Name): string => [firstName, lastName].filter(Boolean).join(' ');

/** `+91 9000000002`; empty when no number is known. */
export const mobileOf = ({ dialCode, mobile }: Reach): string =>
  mobile ? [dialCode && `+${dialCode}`, mobile].filter(Boolean).join(' ') : '';

/** Whether the mobile number is what the person signs in with. */
export const signsInByMobile = ({ dialCode, mobile }: Reach): boolean =>
  dialCode === DOMESTIC_DIAL_CODE && Boolean(mobile);

/** The name by which the account signs in: the number for dial code 91, the e-mail address elsewhere. */
export const usernameOf = (person: Reach): string => (signsInByMobile(person) ? person.mobile : person.emailId) ?? '';
