import { randomInt } from 'node:crypto';
import { MINUTE, OTP_DIGITS, OTP_RESEND_SECONDS, OTP_TRIES, OTP_VALID_MINUTES } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { isSame, keyedHash } from '../../tokens.ts';
import { countCode } from './count-code.ts';
import { knownDevice } from './known-device.ts';
import { consumeOtp, dropOtp, findByIdentity, findOtp, markVerified, putOtp, takeTry } from './queries.ts';
import { countSent, countVerified } from './returns.ts';
import type { Identity } from './username.ts';

/** The number that somebody gives who asks for a code by e-mail; empty where none was given. */
export interface GivenNumber {
  dialCode: string;
  mobile: string;
}

/** Where a call comes from. */
export interface Asker {
  ip: string;
  /** What the browser keeps of an earlier sign-in. */
  deviceToken?: string | undefined;
}

const hashOfCode = (pepper: string, destination: string, code: string) =>
  keyedHash(pepper, `signin|${destination}|${code}`);

/**
 * Makes a code for a destination and sends it; the old code dies with it. Known and unknown are one path, until a cap is reached.
 * Throws `too_many` (at most one per 120 s, and the caps), `unavailable` when there is no way to send it.
 */
export async function sendCode(
  deps: Deps,
  identity: Identity,
  { ip, deviceToken, number }: Asker & { number?: GivenNumber },
): Promise<void> {
  const messenger = messengerFor(deps, identity);
  const { destination } = identity;
  const now = deps.now();
  await refuseTooSoon(deps, destination, now);
  const isKnown = (await findByIdentity(deps.db, identity)) !== undefined;
  const isKnownDevice = (await knownDevice(deps, deviceToken, identity)) !== null;
  await countCode(deps, identity, { ip, isKnown, isKnownDevice });

  const code = String(randomInt(0, 10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const row = {
    destination,
    dialCode: identity.kind === 'mobile' ? identity.dialCode : (number?.dialCode ?? ''),
    mobile: number?.mobile || null,
    codeHash: hashOfCode(deps.config.secrets.otpPepper, destination, code),
    sentAt: now,
    expiresAt: new Date(now.getTime() + OTP_VALID_MINUTES * MINUTE),
    triesLeft: OTP_TRIES,
  };
  const notSince = new Date(now.getTime() - OTP_RESEND_SECONDS * 1000);
  if (!(await putOtp(deps.db, row, notSince))) throw tooSoon(OTP_RESEND_SECONDS);
  await deliver(deps, messenger, identity, code);
  await countSent(deps, identity);
}

function messengerFor({ sms, email }: Deps, { kind }: Identity) {
  const off = (code: string) => raise(new AppError('unavailable', code, text.resendFailed));
  return kind === 'mobile' ? (sms ?? off('sms_not_set_up')) : (email ?? off('email_not_set_up'));
}

async function refuseTooSoon({ db }: Deps, destination: string, now: Date) {
  const last = await findOtp(db, destination);
  const secondsLeft = last ? OTP_RESEND_SECONDS - (now.getTime() - last.sentAt.getTime()) / 1000 : 0;
  if (secondsLeft > 0) throw tooSoon(secondsLeft);
}

const tooSoon = (seconds: number) =>
  new AppError('too_many', 'otp_too_soon', text.tooManyCodes, { retryAfter: Math.ceil(seconds) });

/** The sentence that carries the code; in an SMS its last line is what WebOTP reads, in an e-mail nothing is to be clicked. */
function messageOf({ config }: Deps, { kind, destination: to }: Identity, code: string) {
  const sentence = text.codeMessage(code, OTP_VALID_MINUTES);
  if (kind === 'email') return { to, code, subject: text.codeSubject(code), text: sentence };
  return { to, code, text: `${sentence}\n\n@${new URL(config.siteOrigins[0]).hostname} #${code}` };
}

async function deliver(
  deps: Deps,
  messenger: NonNullable<Deps['sms']>,
  identity: Identity,
  code: string,
): Promise<void> {
  try {
    await messenger.sendOtp(messageOf(deps, identity, code));
  } catch (error) {
    deps.log.error({ err: error }, 'the messenger did not take a code');
    await dropOtp(deps.db, identity.destination); // nobody has it, so the next try need not wait for it
    throw new AppError('unavailable', `${identity.kind === 'mobile' ? 'sms' : 'email'}_failed`, text.resendFailed);
  }
}

/** Whether a code is the living one of its destination, and what was said with it. A wrong guess costs one of its five tries. */
export async function checkCode(deps: Deps, identity: Identity, code: string): Promise<GivenNumber | null> {
  const row = await findRightCode(deps, identity, code);
  return row && { dialCode: row.dialCode, mobile: row.mobile ?? '' };
}

async function findRightCode(deps: Deps, identity: Identity, code: string) {
  const { destination } = identity;
  const row = await takeTry(deps.db, destination, deps.now());
  if (!row) return null;
  const isHashedWith = (pepper: string) => isSame(row.codeHash, hashOfCode(pepper, destination, code));
  if (!deps.config.secrets.acceptedOtpPeppers.some(isHashedWith)) return null;
  await markVerified(deps.db, destination);
  if (!row.verified) await countVerified(deps, identity);
  return row;
}

/** Checks a code and uses it up; null when it is wrong, or another sign-in was faster. */
export async function useCode(deps: Deps, identity: Identity, code: string): Promise<GivenNumber | null> {
  const row = await findRightCode(deps, identity, code);
  if (!row || !(await consumeOtp(deps.db, identity.destination, row.codeHash))) return null;
  return { dialCode: row.dialCode, mobile: row.mobile ?? '' };
}
