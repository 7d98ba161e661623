import { DAY, HOUR, OTP_TRIES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { networksOf } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Limit, Uses } from '../../rate-limits.ts';

const perHour = (name: string, points: number, message: string): Limit => ({
  name,
  points,
  seconds: HOUR / 1000,
  message,
});
const perDay = (name: string, points: number, message: string): Limit => ({
  name,
  points,
  seconds: DAY / 1000,
  message,
});

/** A limit of which strangers may use a part; the rest is kept for those who are known. */
export interface Cap extends Limit {
  common: number;
}
const shared = (limit: Limit, common: number): Cap => ({ ...limit, common });

/** The most codes that one destination is sent, whoever asks for them. */
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 10;
/** Beyond these, for a device on which the account signed in before: strangers cannot use them up. */
const DEVICE_CODES_PER_HOUR = 2;
const DEVICE_CODES_PER_DAY = 5;
/** The most wrong guesses that one account is asked, by code or password, wherever they come from. A known device has as many of its own. */
export const GUESSES_PER_HOUR = 20;
export const GUESSES_PER_DAY = CODES_PER_DAY * OTP_TRIES;
/** Chosen: three times the usual, since Indian mobile networks put thousands of people behind one address. */
export const CODES_PER_ADDRESS = 30;
export const GUESSES_PER_ADDRESS = 60;
/** A block of ten thousand numbers (all but the last four digits). Pumped numbers are bought in blocks. */
export const CODES_PER_BLOCK = 20;
/** Beyond it, for numbers that have an account. */
const KNOWN_CODES_PER_BLOCK = 10;
/** The part of a country's hour, and of a day, that strangers may use. */
const COMMON_PART = 3 / 4;

export const CODES = {
  destinationHour: shared(
    perHour('otp_destination_hour', CODES_PER_HOUR + DEVICE_CODES_PER_HOUR, text.tooManyToYou),
    CODES_PER_HOUR,
  ),
  destinationDay: shared(
    perDay('otp_destination_day', CODES_PER_DAY + DEVICE_CODES_PER_DAY, text.tooManyToYou),
    CODES_PER_DAY,
  ),
  address: perHour('otp_address_hour', CODES_PER_ADDRESS, text.tooManyFromNetwork),
  block: shared(
    perHour('otp_block_hour', CODES_PER_BLOCK + KNOWN_CODES_PER_BLOCK, text.tooManyNearby),
    CODES_PER_BLOCK,
  ),
};
export const GUESSES = {
  destinationHour: perHour('guess_destination_hour', GUESSES_PER_HOUR, text.tooManyTries),
  destinationDay: perDay('guess_destination_day', GUESSES_PER_DAY, text.tooManyTries),
  deviceHour: perHour('guess_device_hour', GUESSES_PER_HOUR, text.tooManyTries),
  deviceDay: perDay('guess_device_day', GUESSES_PER_DAY, text.tooManyTries),
  address: perHour('otp_guess_address', GUESSES_PER_ADDRESS, text.tooManyTriesFromNetwork),
};
const commonOf = (limit: Limit) => shared(limit, Math.ceil(limit.points * COMMON_PART));
/** A country may use a quarter of the day's cap in an hour; one that is not ours, a tenth of it in a day. */
export const dialCodeHour = (cap: number) =>
  commonOf(perHour('otp_dial_code_hour', Math.ceil(cap / 4), text.tooManyInCountry));
export const foreignDay = (cap: number) =>
  commonOf(perDay('otp_dial_code_day', Math.ceil(cap / 10), text.tooManyInCountry));
/** Kept a day longer than they count, since their key names the day. */
export const daily = (cap: number) =>
  commonOf({ ...perDay('otp_daily', cap, text.resendFailed), seconds: (2 * DAY) / 1000 });

/** Chosen: outside production this machine's own callers (people developing, tests) are not counted. */
export const isOwnMachine = ({ config }: Deps, ip: string) => !config.isProduction && /^(127\.|::1$)/.test(ip);

/** The limit of each network that an address is part of: a wider one has twice the points of the one inside it. */
export const limitsFrom = (deps: Deps, each: Limit, ip: string) =>
  isOwnMachine(deps, ip)
    ? []
    : networksOf(ip).map((network, wider) => ({
        limit: wider ? { ...each, name: `${each.name}_${wider}`, points: each.points * 2 ** wider } : each,
        key: network,
      }));

/** Counts a use from an address. */
export async function useFrom(deps: Deps, each: Limit, ip: string): Promise<void> {
  for (const { limit, key } of limitsFrom(deps, each, ip)) await deps.limits.use(limit, key);
}

export const refusalOf = ({ message }: Limit, { secondsLeft }: Uses) =>
  new AppError('too_many', 'too_many_requests', message, { retryAfter: secondsLeft });
