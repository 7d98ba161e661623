import { DAY, OTP_TRIES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { televisionMessages } from '#messages/television.ts';
import { networksOf } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type Limit, perHour, type Usage } from '../../rate-limits.ts';

const perDay = (name: string, points: number, message: string, days = 1): Limit => ({
  ...perHour(name, points, message),
  seconds: (days * DAY) / 1000,
});

/** Strangers get only `strangerPoints`. A stranger has no known device (destination limits) or no account (all other limits). */
export interface SharedLimit extends Limit {
  strangerPoints: number;
}
const withStrangerPoints = (limit: Limit, strangerPoints: number): SharedLimit => ({ ...limit, strangerPoints });

export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 10;
/** Additional codes for a device of an earlier sign-in; strangers cannot use them up. */
const DEVICE_CODES_PER_HOUR = 2;
const DEVICE_CODES_PER_DAY = 5;
/** Wrong codes and passwords for one account from all callers. A known device has its own count of the same size. */
export const GUESSES_PER_HOUR = 20;
export const GUESSES_PER_DAY = CODES_PER_DAY * OTP_TRIES;
/** Per hour. Chosen: a high limit, since Indian mobile networks put thousands of people behind one address. */
export const CODES_PER_ADDRESS = 30;
export const GUESSES_PER_ADDRESS = 60;
/** Per hour, for a block of ten thousand numbers (all but the last four digits): SMS pumping uses blocks. */
export const CODES_PER_BLOCK = 20;
const ADDITIONAL_ACCOUNT_CODES_PER_BLOCK = 10;
const STRANGER_SHARE = 3 / 4;

export const CODE_LIMITS = {
  destinationHour: withStrangerPoints(
    perHour('otp_destination_hour', CODES_PER_HOUR + DEVICE_CODES_PER_HOUR, text.tooManyToYou),
    CODES_PER_HOUR,
  ),
  destinationDay: withStrangerPoints(
    perDay('otp_destination_day', CODES_PER_DAY + DEVICE_CODES_PER_DAY, text.tooManyToYou),
    CODES_PER_DAY,
  ),
  address: perHour('otp_address_hour', CODES_PER_ADDRESS, text.tooManyFromNetwork),
  block: withStrangerPoints(
    perHour('otp_block_hour', CODES_PER_BLOCK + ADDITIONAL_ACCOUNT_CODES_PER_BLOCK, text.tooManyNearby),
    CODES_PER_BLOCK,
  ),
};
export const GUESS_LIMITS = {
  destinationHour: perHour('guess_destination_hour', GUESSES_PER_HOUR, text.tooManyTries),
  destinationDay: perDay('guess_destination_day', GUESSES_PER_DAY, text.tooManyTries),
  deviceHour: perHour('guess_device_hour', GUESSES_PER_HOUR, text.tooManyTries),
  deviceDay: perDay('guess_device_day', GUESSES_PER_DAY, text.tooManyTries),
  address: perHour('otp_guess_address', GUESSES_PER_ADDRESS, text.tooManyTriesFromNetwork),
};
/** User codes of televisions, per hour. A correct code is not counted. */
export const USER_CODE_GUESSES = 10;
export const USER_CODE_GUESSES_PER_ADDRESS = 60;
/** Per hour. A television that nobody signs in asks for six. Chosen: high, because many homes can share an address. */
export const DEVICE_CODES_PER_ADDRESS = 120;
export const TELEVISION_LIMITS = {
  guessesOfAccount: perHour('user_code_guess_account', USER_CODE_GUESSES, text.tooManyTries),
  guessesOfAddress: perHour('user_code_guess_address', USER_CODE_GUESSES_PER_ADDRESS, text.tooManyTriesFromNetwork),
  codesOfAddress: perHour('device_code_address', DEVICE_CODES_PER_ADDRESS, televisionMessages.tooManyCodes),
};
const withStrangerShare = (limit: Limit) => withStrangerPoints(limit, Math.ceil(limit.points * STRANGER_SHARE));
/** A country may use a quarter of the daily cap in an hour, and a foreign one a tenth in a day. */
export const hourlyDialCodeLimit = (cap: number) =>
  withStrangerShare(perHour('otp_dial_code_hour', Math.ceil(cap / 4), text.tooManyInCountry));
export const dailyForeignLimit = (cap: number) =>
  withStrangerShare(perDay('otp_dial_code_day', Math.ceil(cap / 10), text.tooManyInCountry));
/** Lives two days, because its key names the day. */
export const dailyLimit = (cap: number) => withStrangerShare(perDay('otp_daily', cap, text.resendFailed, 2));

/** Chosen: outside production, callers on this machine (developers, tests) are not counted. */
export const isOwnMachine = ({ config }: Deps, ip: string) => !config.isProduction && /^(127\.|::1$)/.test(ip);

export const networkLimits = (deps: Deps, baseLimit: Limit, ip: string) =>
  isOwnMachine(deps, ip)
    ? []
    : networksOf(ip).map((network, index) => ({
        limit: index
          ? { ...baseLimit, name: `${baseLimit.name}_${index}`, points: baseLimit.points * 2 ** index }
          : baseLimit,
        key: network,
      }));

export async function useNetworkLimits(deps: Deps, baseLimit: Limit, ip: string): Promise<void> {
  for (const { limit, key } of networkLimits(deps, baseLimit, ip)) await deps.limits.use(limit, key);
}

export async function undoNetworkLimits(deps: Deps, baseLimit: Limit, ip: string): Promise<void> {
  for (const { limit, key } of networkLimits(deps, baseLimit, ip)) await deps.limits.undoUse(limit, key);
}

export const tooManyError = ({ message }: Limit, { secondsLeft }: Usage) =>
  new AppError('too_many', 'too_many_requests', message, { retryAfter: secondsLeft });
