import parsePhoneNumber from 'libphonenumber-js/max';

/** Kinds of number that cost their caller, or that no person holds. Fixed lines stay: the tables lag behind the operators. */
const REFUSED = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOIP', 'PAGER', 'VOICEMAIL']);

const read = (dialCode: string, mobile: string) => {
  const number = parsePhoneNumber(`+${dialCode}${mobile}`);
  // A wrong national number can read as a right one of another country.
  return number?.countryCallingCode === dialCode ? number : undefined;
};

/** Whether a country has numbers of this length; enough for a number that nobody writes to. */
export const isPossibleNumber = (dialCode: string, mobile: string): boolean =>
  read(dialCode, mobile)?.isPossible() ?? false;

/** Whether an SMS to it can arrive at a person, and costs what an SMS costs. */
export function takesSms(dialCode: string, mobile: string): boolean {
  const number = read(dialCode, mobile);
  return number !== undefined && number.isValid() && !REFUSED.has(number.getType() ?? '');
}
