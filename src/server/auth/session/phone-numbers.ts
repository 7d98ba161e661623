import parsePhoneNumber from 'libphonenumber-js/max';

/**
 * Premium numbers and numbers without a person. Fixed lines are accepted, because the library's
 * tables are often outdated.
 */
const REFUSED_TYPES = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'VOIP',
  'PAGER',
  'VOICEMAIL',
]);

const parseNumber = (dialCode: string, mobile: string) => {
  const number = parsePhoneNumber(`+${dialCode}${mobile}`);
  // An invalid national number may parse as a valid one of another country.
  return number?.countryCallingCode === dialCode ? number : undefined;
};

/** Checks only the length: enough for a number that gets no messages. */
export const isPossibleNumber = (dialCode: string, mobile: string): boolean =>
  parseNumber(dialCode, mobile)?.isPossible() ?? false;

export function canReceiveSms(dialCode: string, mobile: string): boolean {
  const number = parseNumber(dialCode, mobile);
  return number !== undefined && number.isValid() && !REFUSED_TYPES.has(number.getType() ?? '');
}
