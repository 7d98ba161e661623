import type { UserInfoPut } from '#contract/accounts.ts';
import { mobileIn } from '#contract/session.ts';
import { fold } from '#domain/fold.ts';
import { languageList } from '#domain/languages.ts';
import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import { isZone } from '#domain/zones.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { bookingRefusals } from '#messages/booking-refusals.ts';
import { sessionMessages } from '#messages/session.ts';
import type { UserRow } from '../session/queries.ts';

type UserChange = Partial<UserRow>;

export function parseProfileChange({
  current,
  put,
  ip,
  languageNames,
}: {
  current: UserRow;
  put: UserInfoPut;
  ip: string;
  languageNames: string[];
}) {
  const errors: { path: string; message: string }[] = [];
  const addError = (path: string, message: string): UserChange => {
    errors.push({ path, message });
    return {};
  };
  const change: UserChange = withoutUndefined({
    ...namesOf(current, put, addError),
    gender: put.gender ?? undefined,
    // A verified address is a sign-in name, so it cannot be changed here.
    emailId: current.emailVerifiedAt ? undefined : (put.emailId ?? undefined),
    ...mobileOf(current, put, addError),
    ...zoneOf(put, addError),
    // Chosen: the sent address is ignored; the server stores the one it sees.
    ipAddress: isPresent(put.ipAddress) ? ip : undefined,
    ...placeOf(current, put, addError),
    ...languagesOf(put, languageNames, addError),
    reminders: put.reminders ?? undefined,
  });
  return { change, errors };
}

type AddError = (path: string, message: string) => UserChange;

const isPresent = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined;

/** Leaves out an unchanged first name: a new one rebuilds the pages with the person's reviews. */
function namesOf(
  current: UserRow,
  { firstName, lastName }: UserInfoPut,
  addError: AddError,
): UserChange {
  if (firstName === '')
    return addError('firstName', isPresent(lastName) ? text.firstNameRequired : text.nameRequired);
  if (lastName === '') return addError('lastName', text.lastNameRequired);
  return {
    firstName: firstName === current.firstName ? undefined : (firstName ?? undefined),
    lastName: lastName ?? undefined,
  };
}

/**
 * Chosen: a verified number cannot be changed here, because the new one would need a code. An
 * unverified one can.
 */
function mobileOf(current: UserRow, { mobile }: UserInfoPut, addError: AddError): UserChange {
  if (!isPresent(mobile) || mobile === current.mobile) return {};
  const { data, error } = mobileIn(current.dialCode ?? DOMESTIC_DIAL_CODE).safeParse(mobile);
  const digits = mobile === '' ? null : data;
  if (current.mobileVerifiedAt)
    return digits === current.mobile ? {} : addError('mobile', text.mobileFixed);
  if (digits === undefined)
    return addError('mobile', error?.issues[0]?.message ?? sessionMessages.mobileInvalid);
  return { mobile: digits };
}

function zoneOf({ timezone }: UserInfoPut, addError: AddError): UserChange {
  if (!timezone) return {};
  return isZone(timezone) ? { timezone } : addError('timezone', bookingRefusals.zoneUnknown);
}

/** A place is a point and its name; null for either clears both. */
function placeOf(
  current: UserRow,
  { latitude, longitude, placeName }: UserInfoPut,
  addError: AddError,
): UserChange {
  if ([latitude, longitude, placeName].includes(null))
    return { latitude: null, longitude: null, placeName: null };
  if (latitude === undefined && longitude === undefined) return placeName ? { placeName } : {};
  if (!isPresent(latitude)) return addError('latitude', text.placeIncomplete);
  if (!isPresent(longitude)) return addError('longitude', text.placeIncomplete);
  // The old name does not fit a new point.
  const isSamePoint = latitude === current.latitude && longitude === current.longitude;
  return { latitude, longitude, placeName: placeName || (isSamePoint ? current.placeName : null) };
}

/**
 * Accepts languages of the catalogue and the six of spec §9, and corrects their spelling; null
 * clears all.
 */
function languagesOf(
  { languages }: UserInfoPut,
  languageNames: string[],
  addError: AddError,
): UserChange {
  if (languages === undefined) return {};
  const spelling = new Map(languageList(languageNames).map((name) => [fold(name), name]));
  const requested = (languages ?? []).map((name) => ({
    name,
    correctName: spelling.get(fold(name)),
  }));
  const unknown = requested.find(({ correctName }) => correctName === undefined);
  if (unknown) return addError('languages', text.languageUnknown(unknown.name));
  return { languages: [...new Set(requested.flatMap(({ correctName }) => correctName ?? []))] };
}
