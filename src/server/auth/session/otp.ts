import { randomInt } from 'node:crypto';
import { DAY, HOUR, MINUTE, OTP_DIGITS, OTP_RESEND_SECONDS, OTP_TRIES, OTP_VALID_MINUTES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { isSame, keyedHash } from '../../tokens.ts';
import { dropOtp, findOtp, markVerified, putOtp, takeTry } from './queries.ts';

const limit = (name: string, points: number, seconds: number): Limit => ({
  name,
  points,
  seconds,
  message: text.tooManyCodes,
});

// providers.md-level defaults against SMS pumping: per destination, per address, per dial code.
export const OTP_LIMITS = {
  perHour: limit('otp_destination_hour', 5, HOUR / 1000),
  perDay: limit('otp_destination_day', 10, DAY / 1000),
  perAddress: limit('otp_address_hour', 30, HOUR / 1000),
  perDialCode: limit('otp_dial_code_day', 5000, DAY / 1000),
};
export const GUESS_LIMIT: Limit = limit('otp_guess_address', 60, HOUR / 1000);

/** Counts a use from an address. Chosen: outside production this machine's own callers (people developing, tests) are not counted. */
export async function useFrom({ limits, config }: Deps, each: Limit, ip: string): Promise<void> {
  if (!config.isProduction && /^(127\.|::1$)/.test(ip)) return;
  await limits.use(each, ip);
}

/** The sentence that carries the code; its last line is what WebOTP reads. */
export const otpText = (code: string, host: string): string =>
  `${code} is your Matinee code. Valid ${OTP_VALID_MINUTES} minutes. Do not share it.\n\n@${host} #${code}`;

const hashOfCode = (deps: Deps, destination: string, code: string) =>
  keyedHash(deps.config.secrets.otpPepper, `signin|${destination}|${code}`);

/**
 * Makes a code for a destination (dial code and number, digits only) and sends it. The old code dies with it.
 * Throws `too_many` (at most one per 120 s, and the caps), `unavailable` when the messenger does not take it.
 */
export async function sendCode(
  deps: Deps,
  { dialCode, mobile, ip }: { dialCode: string; mobile: string; ip: string },
): Promise<void> {
  const { db, sms, limits } = deps;
  if (!sms) throw new AppError('unavailable', 'sms_not_set_up', text.resendFailed);
  const destination = dialCode + mobile;
  const now = deps.now();
  await refuseTooSoon(deps, destination, now);
  await useFrom(deps, OTP_LIMITS.perAddress, ip);
  await limits.use(OTP_LIMITS.perHour, destination);
  await limits.use(OTP_LIMITS.perDay, destination);
  await limits.use(OTP_LIMITS.perDialCode, dialCode);

  const code = String(randomInt(0, 10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const row = {
    destination,
    dialCode,
    codeHash: hashOfCode(deps, destination, code),
    sentAt: now,
    expiresAt: new Date(now.getTime() + OTP_VALID_MINUTES * MINUTE),
    triesLeft: OTP_TRIES,
  };
  if (!(await putOtp(db, row, new Date(now.getTime() - OTP_RESEND_SECONDS * 1000)))) throw tooSoon(OTP_RESEND_SECONDS);
  await deliver(deps, destination, code);
}

async function refuseTooSoon({ db }: Deps, destination: string, now: Date) {
  const last = await findOtp(db, destination);
  const secondsLeft = last ? OTP_RESEND_SECONDS - (now.getTime() - last.sentAt.getTime()) / 1000 : 0;
  if (secondsLeft > 0) throw tooSoon(secondsLeft);
}

const tooSoon = (seconds: number) =>
  new AppError('too_many', 'otp_too_soon', text.tooManyCodes, { retryAfter: Math.ceil(seconds) });

async function deliver({ db, sms, config, log }: Deps, destination: string, code: string) {
  try {
    await sms!.sendOtp({ to: destination, code, text: otpText(code, new URL(config.origin).hostname) });
  } catch (error) {
    log.error({ err: error }, 'the messenger did not take a code');
    await dropOtp(db, destination); // nobody has it, so the next try need not wait for it
    throw new AppError('unavailable', 'sms_failed', text.resendFailed);
  }
}

/** Whether a code is the living one of its destination. A wrong guess costs one of its five tries. */
export async function isRightCode(deps: Deps, destination: string, code: string): Promise<boolean> {
  const row = await takeTry(deps.db, destination, deps.now());
  if (!row || !isSame(row.codeHash, hashOfCode(deps, destination, code))) return false;
  await markVerified(deps.db, destination);
  return true;
}

export const codeHash = hashOfCode;
