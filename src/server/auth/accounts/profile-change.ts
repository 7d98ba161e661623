import type { UserInfoPut } from '#contract/accounts.ts';
import { fold } from '#domain/fold.ts';
import { languageList } from '#domain/languages.ts';
import { DOMESTIC_DIAL_CODE, FOREIGN_MOBILE_MAX_DIGITS, MOBILE_MIN_DIGITS } from '#domain/limits.ts';
import { typedMobile } from '#domain/mobile.ts';
import { isZone } from '#domain/zones.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { sessionMessages } from '#messages/session.ts';
import type { UserRow } from './queries.ts';

type Change = Partial<UserRow>;
interface Fault {
  path: string;
  message: string;
}
interface Circumstances {
  /** The caller's address as this server sees it. */
  ip: string;
  languageNames: string[];
}

/** What a PUT of the profile changes, and what of it cannot be taken. Only what was sent is touched. */
export function profileChange(known: UserRow, put: UserInfoPut, { ip, languageNames }: Circumstances) {
  const errors: Fault[] = [];
  const refuse = (path: string, message: string): Change => {
    errors.push({ path, message });
    return {};
  };
  const change: Change = {
    ...namesOf(known, put, refuse),
    ...(given(put.gender) && { gender: put.gender }),
    // A proved address signs in, so it is not changed here.
    ...(given(put.emailId) && !known.emailVerifiedAt && { emailId: put.emailId }),
    ...mobileOf(known, put, refuse),
    ...zoneOf(put, refuse),
    // Chosen: a browser cannot know its address better than we do; what it sends is a wish to have it noted.
    ...(given(put.ipAddress) && { ipAddress: ip }),
    ...placeOf(known, put, refuse),
    ...languagesOf(put, languageNames, refuse),
    ...(given(put.reminders) && { reminders: put.reminders }),
  };
  return { change, errors };
}

type Refuse = (path: string, message: string) => Change;

const given = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

/** The first name that somebody has already is none to save: the forms send it with everything, and pages are drawn anew for another. */
function namesOf(known: UserRow, { firstName, lastName }: UserInfoPut, refuse: Refuse): Change {
  if (firstName === '') return refuse('firstName', given(lastName) ? text.firstNameRequired : text.nameRequired);
  if (lastName === '') return refuse('lastName', text.lastNameRequired);
  return {
    ...(given(firstName) && firstName !== known.firstName && { firstName }),
    ...(given(lastName) && { lastName }),
  };
}

/** Chosen: a number that signs in is refused another value, which would need a code to the new number; any other is a note. */
function mobileOf(known: UserRow, { mobile }: UserInfoPut, refuse: Refuse): Change {
  if (!given(mobile) || mobile === known.mobile) return {};
  const digits = digitsOf(mobile, known.dialCode ?? DOMESTIC_DIAL_CODE);
  if (known.mobileVerifiedAt) return digits === known.mobile ? {} : refuse('mobile', text.mobileFixed);
  if (digits !== '' && digits.length < MOBILE_MIN_DIGITS) return refuse('mobile', sessionMessages.mobileTooShort);
  return { mobile: digits || null };
}

/** Elsewhere numbers may be longer than ours. */
const digitsOf = (mobile: string, dialCode: string) =>
  dialCode === DOMESTIC_DIAL_CODE ? typedMobile(mobile) : typedMobile(mobile, dialCode, FOREIGN_MOBILE_MAX_DIGITS);

function zoneOf({ timezone }: UserInfoPut, refuse: Refuse): Change {
  if (!timezone) return {};
  return isZone(timezone) ? { timezone } : refuse('timezone', bookingMessages.zoneUnknown);
}

/** A place is a point and its words; a null of either takes both away. */
function placeOf(known: UserRow, { latitude, longitude, placeName }: UserInfoPut, refuse: Refuse): Change {
  if ([latitude, longitude, placeName].includes(null)) return { latitude: null, longitude: null, placeName: null };
  if (latitude === undefined && longitude === undefined) return placeName ? { placeName } : {};
  if (!given(latitude)) return refuse('latitude', text.placeIncomplete);
  if (!given(longitude)) return refuse('longitude', text.placeIncomplete);
  // Another point's words would be wrong.
  const isSamePoint = latitude === known.latitude && longitude === known.longitude;
  return { latitude, longitude, placeName: placeName || (isSamePoint ? known.placeName : null) };
}

/** The languages of the house, and the six of spec §9, under their own spelling; null takes all away. */
function languagesOf({ languages }: UserInfoPut, languageNames: string[], refuse: Refuse): Change {
  if (languages === undefined) return {};
  const spelling = new Map(languageList(languageNames).map((name) => [fold(name), name]));
  const asked = (languages ?? []).map((name) => ({ name, known: spelling.get(fold(name)) }));
  const unknown = asked.find(({ known }) => known === undefined);
  if (unknown) return refuse('languages', text.languageUnknown(unknown.name));
  return { languages: [...new Set(asked.map(({ known }) => known!))] };
}
