import { DAY, DOMESTIC_DIAL_CODE, HOUR, OTP_TRIES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { networkOf } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import type { Identity } from './username.ts';

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

/** The most codes that one destination is sent, whoever asks for them. */
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 10;
/** The most wrong guesses that one account is asked, by code or password, wherever they come from. */
export const GUESSES_PER_HOUR = 20;
export const GUESSES_PER_DAY = CODES_PER_DAY * OTP_TRIES;
/** Chosen: three times the usual, since Indian mobile networks put thousands of people behind one address. */
export const CODES_PER_ADDRESS = 30;
export const GUESSES_PER_ADDRESS = 60;
/** A block of ten thousand numbers (all but the last four digits). Pumped numbers are bought in blocks. */
export const CODES_PER_BLOCK = 20;

const CODES = {
  destinationHour: perHour('otp_destination_hour', CODES_PER_HOUR, text.tooManyCodes),
  destinationDay: perDay('otp_destination_day', CODES_PER_DAY, text.tooManyCodes),
  address: perHour('otp_address_hour', CODES_PER_ADDRESS, text.tooManyCodes),
  block: perHour('otp_block_hour', CODES_PER_BLOCK, text.tooManyCodes),
};
const GUESSES = {
  destinationHour: perHour('guess_destination_hour', GUESSES_PER_HOUR, text.tooManyTries),
  destinationDay: perDay('guess_destination_day', GUESSES_PER_DAY, text.tooManyTries),
  address: perHour('otp_guess_address', GUESSES_PER_ADDRESS, text.tooManyTries),
};
/** A country may use a quarter of the day's cap in an hour; one that is not ours, a tenth of it in a day. */
const dialCodeHour = (cap: number) => perHour('otp_dial_code_hour', Math.ceil(cap / 4), text.tooManyCodes);
const foreignDay = (cap: number) => perDay('otp_dial_code_day', Math.ceil(cap / 10), text.tooManyCodes);
/** Kept a day longer than they count, since their key names the day. */
const daily = (cap: number): Limit => ({ ...perDay('otp_daily', cap, text.resendFailed), seconds: (2 * DAY) / 1000 });

/** Chosen: outside production this machine's own callers (people developing, tests) are not counted. */
const isOwnMachine = ({ config }: Deps, ip: string) => !config.isProduction && /^(127\.|::1$)/.test(ip);

/** Counts a use from an address. */
export async function useFrom(deps: Deps, each: Limit, ip: string): Promise<void> {
  if (!isOwnMachine(deps, ip)) await deps.limits.use(each, networkOf(ip));
}

/** Counts a code that is about to be sent, from the narrowest cap to the widest; throws `too_many`, `unavailable` for the day's cap. */
export async function countCode(deps: Deps, identity: Identity, ip: string): Promise<void> {
  const { limits, config } = deps;
  const { destination } = identity;
  await useFrom(deps, CODES.address, ip);
  if (identity.kind === 'mobile' && !isOwnMachine(deps, ip)) await limits.use(CODES.block, destination.slice(0, -4));
  await limits.use(CODES.destinationHour, destination);
  await limits.use(CODES.destinationDay, destination);
  if (identity.kind === 'mobile') {
    await limits.use(dialCodeHour(config.otp.dailyCap), identity.dialCode);
    if (identity.dialCode !== DOMESTIC_DIAL_CODE) await limits.use(foreignDay(config.otp.dailyCap), identity.dialCode);
  }
  await countDay(deps, identity);
}

/** The breaker: past the day's cap nothing is sent that way until the day (UTC) is over. */
async function countDay({ limits, config, log, now }: Deps, { kind }: Identity) {
  const day = now().toISOString().slice(0, 10);
  const cap = config.otp.dailyCap;
  const { count, isOver } = await limits.count(daily(cap), `${kind}|${day}`);
  if (!isOver) return;
  if (count === cap + 1)
    log.error({ alert: 'otp_daily_cap', kind, day, cap }, 'the day’s cap of codes is reached; no more are sent today');
  const retryAfter = Math.ceil((Date.parse(day) + DAY - now().getTime()) / 1000);
  throw new AppError('unavailable', 'otp_paused', text.resendFailed, { retryAfter });
}

/** Counts a guess of a code or a password before it is judged, so that a thousand at once are as many as one after another. */
export async function countGuess(deps: Deps, { destination }: Identity, ip: string): Promise<void> {
  await useFrom(deps, GUESSES.address, ip);
  await deps.limits.use(GUESSES.destinationHour, destination);
  await deps.limits.use(GUESSES.destinationDay, destination);
}

/** A right one shows that the account's person is here: the count of the wrong ones begins anew. */
export async function forgiveGuesses({ limits }: Deps, { destination }: Identity): Promise<void> {
  await limits.forgive(GUESSES.destinationHour, destination);
  await limits.forgive(GUESSES.destinationDay, destination);
}
