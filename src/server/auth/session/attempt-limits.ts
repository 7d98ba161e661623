import { OTP_TRIES } from '#domain/limits/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import { televisionRefusals } from '#messages/television-refusals.ts';
import { CODES_PER_DAY } from '../../message-budget/limits.ts';
import { perDay, perHour } from '../../rate-limits.ts';

/**
 * Wrong codes and passwords for one account from all callers. A known device has its own count of
 * the same size.
 */
export const GUESSES_PER_HOUR = 20;
export const GUESSES_PER_DAY = CODES_PER_DAY * OTP_TRIES;
/**
 * Per hour. Chosen: a high limit, since Indian mobile networks put thousands of people behind one
 * address.
 */
export const GUESSES_PER_ADDRESS = 60;

export const GUESS_LIMITS = {
  destinationHour: perHour(
    'guess_destination_hour',
    GUESSES_PER_HOUR,
    sessionRefusals.tooManyTries,
  ),
  destinationDay: perDay({
    name: 'guess_destination_day',
    points: GUESSES_PER_DAY,
    message: sessionRefusals.tooManyTries,
  }),
  deviceHour: perHour('guess_device_hour', GUESSES_PER_HOUR, sessionRefusals.tooManyTries),
  deviceDay: perDay({
    name: 'guess_device_day',
    points: GUESSES_PER_DAY,
    message: sessionRefusals.tooManyTries,
  }),
  address: perHour(
    'otp_guess_address',
    GUESSES_PER_ADDRESS,
    sessionRefusals.tooManyTriesFromNetwork,
  ),
};
/** User codes of televisions, per hour. A correct code is not counted. */
export const USER_CODE_GUESSES = 10;
export const USER_CODE_GUESSES_PER_ADDRESS = 60;
/**
 * Per hour. A television that nobody signs in asks for six. Chosen: high, because many homes can
 * share an address.
 */
export const DEVICE_CODES_PER_ADDRESS = 120;
const OTHER_BROWSERS_PER_ACCOUNT = 20;
export const TELEVISION_LIMITS = {
  guessesOfAccount: perHour(
    'user_code_guess_account',
    USER_CODE_GUESSES,
    sessionRefusals.tooManyTries,
  ),
  guessesOfAddress: perHour(
    'user_code_guess_address',
    USER_CODE_GUESSES_PER_ADDRESS,
    sessionRefusals.tooManyTriesFromNetwork,
  ),
  linksOfAccount: perHour(
    'other_browser_account',
    OTHER_BROWSERS_PER_ACCOUNT,
    sessionRefusals.tooManyTries,
  ),
  codesOfAddress: perHour(
    'device_code_address',
    DEVICE_CODES_PER_ADDRESS,
    televisionRefusals.tooManyCodes,
  ),
};
