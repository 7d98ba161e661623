import { randomInt } from 'node:crypto';
import { MINUTE } from '#domain/limits/durations.ts';
import {
  OTP_DIGITS,
  OTP_RESEND_SECONDS,
  OTP_TRIES,
  OTP_VALID_MINUTES,
} from '#domain/limits/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { isEqualConstantTime } from '../../is-equal-constant-time.ts';
import { hmacSha256Hex } from '../../tokens.ts';
import { countCodeRequest } from './count-code-request.ts';
import { findKnownDeviceId } from './known-device.ts';
import {
  consumeOtp,
  deleteOtp,
  findByIdentity,
  findOtp,
  markVerified,
  replaceOtp,
  consumeTry,
} from './queries.ts';
import { countSentCode, countVerifiedCode } from './verified-ratio.ts';
import type { Identity, ProvidedNumber } from './identity.ts';

export interface Requester {
  ip: string;
  deviceToken?: string | undefined;
}

const hashOfCode = (pepper: string, destination: string, code: string) =>
  hmacSha256Hex(pepper, `signin|${destination}|${code}`);

/**
 * Throws otp_too_soon, too_many_requests, and sms_failed or email_failed if no provider can send
 * the code.
 */
export async function sendCode(
  deps: Deps,
  identity: Identity,
  { ip, deviceToken, number }: Requester & { number?: ProvidedNumber },
): Promise<void> {
  const messenger = messengerFor(deps, identity);
  const { destination } = identity;
  const now = deps.now();
  await checkResendInterval(deps, destination, now);
  const hasAccount = (await findByIdentity(deps.db, identity)) !== undefined;
  const isKnownDevice = (await findKnownDeviceId(deps, deviceToken, identity)) !== null;
  const permit = await countCodeRequest(deps, identity, { ip, hasAccount, isKnownDevice });

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
  const sentBefore = new Date(now.getTime() - OTP_RESEND_SECONDS * 1000);
  if (!(await replaceOtp(deps.db, row, sentBefore))) throw tooSoonError(OTP_RESEND_SECONDS);
  await deliverCode(deps, identity, () =>
    messenger.sendOtp(buildCodeMessage(deps, identity, code), permit),
  );
  await countSentCode(deps, identity);
}

function messengerFor({ sms, email }: Deps, { kind }: Identity) {
  return kind === 'mobile'
    ? (sms ?? throwError(new AppError('sms_not_set_up')))
    : (email ?? throwError(new AppError('email_not_set_up')));
}

async function checkResendInterval({ db }: Deps, destination: string, now: Date) {
  const last = await findOtp(db, destination);
  const secondsLeft = last
    ? OTP_RESEND_SECONDS - (now.getTime() - last.sentAt.getTime()) / 1000
    : 0;
  if (secondsLeft > 0) throw tooSoonError(secondsLeft);
}

const tooSoonError = (seconds: number) =>
  new AppError('otp_too_soon', [], { retryAfter: Math.ceil(seconds) });

/** The last line of the SMS is for WebOTP. The mail has no link. */
function buildCodeMessage({ config }: Deps, { kind, destination: to }: Identity, code: string) {
  if (kind === 'email')
    return {
      to,
      code,
      subject: sessionRefusals.codeSubject(code),
      text: sessionRefusals.codeMessage(code, OTP_VALID_MINUTES),
    };
  return { to, code, text: smsWithCode(code, new URL(config.siteOrigins[0]).hostname) };
}

/**
 * The last line lets a phone fill in the code on this host only. Operators register this text:
 * docs/sms-india.md.
 */
export const smsWithCode = (code: string, hostname: string): string =>
  `${sessionRefusals.codeMessage(code, OTP_VALID_MINUTES)}\n\n@${hostname} #${code}`;

async function deliverCode(deps: Deps, identity: Identity, deliver: () => Promise<unknown>) {
  try {
    await deliver();
  } catch (error) {
    deps.log.error({ err: error }, 'a one-time code could not be sent');
    await deleteOtp(deps.db, identity.destination); // allows the next request at once
    throw new AppError(identity.kind === 'mobile' ? 'sms_failed' : 'email_failed');
  }
}

/**
 * Returns the mobile number from the request for the code; null if the code is wrong. A wrong guess
 * costs one of five tries.
 */
export async function checkCode(
  deps: Deps,
  identity: Identity,
  code: string,
): Promise<ProvidedNumber | null> {
  const row = await findRightCode(deps, identity, code);
  return row && { dialCode: row.dialCode, mobile: row.mobile ?? '' };
}

async function findRightCode(deps: Deps, identity: Identity, code: string) {
  const { destination } = identity;
  const row = await consumeTry(deps.db, destination, deps.now());
  if (!row) return null;
  const isHashedWith = (pepper: string) =>
    isEqualConstantTime(row.codeHash, hashOfCode(pepper, destination, code));
  if (!deps.config.secrets.acceptedOtpPeppers.some(isHashedWith)) return null;
  await markVerified(deps.db, destination);
  if (!row.verified) await countVerifiedCode(deps, identity);
  return row;
}

/**
 * Like `checkCode`, but the code then becomes invalid. Also null if a concurrent sign-in used the
 * code first.
 */
export async function consumeCode(
  deps: Deps,
  identity: Identity,
  code: string,
): Promise<ProvidedNumber | null> {
  const row = await findRightCode(deps, identity, code);
  if (!row || !(await consumeOtp(deps.db, identity.destination, row.codeHash))) return null;
  return { dialCode: row.dialCode, mobile: row.mobile ?? '' };
}
