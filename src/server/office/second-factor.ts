import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { commonMessages } from '#messages/common.ts';
import { officeMessages as text } from '#messages/office.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { perHour } from '../rate-limits.ts';
import { sha256Hex } from '../tokens.ts';
import {
  consumeFactorStep,
  consumeRecoveryCode,
  listMembers,
  type MemberRow,
  replaceFactorSecret,
} from './queries.ts';

const PERIOD_SECONDS = 30;
/** Also accepts the previous and the next code, because clocks of phones differ. */
const WINDOW_STEPS = 1;
const RECOVERY_CODE_COUNT = 10;
/**
 * Per member. Three of a million codes are accepted, so ten guesses in an hour succeed once in
 * 33,000 hours.
 */
const CODE_LIMIT = perHour('office_codes', 10, text.tooManyTries);

const totpOf = (secret: string, name = '') =>
  new TOTP({
    issuer: commonMessages.brand,
    label: name,
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
  });

export const createFactorSecret = (): string => new Secret({ size: 20 }).base32;
export const otpauthUrl = (secret: string, name: string): string => totpOf(secret, name).toString();

export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => randomBytes(8).toString('hex'));
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    hashes: codes.map(sha256Hex),
  };
}

/**
 * `used`: correct, but accepted once before. A used recovery code is `wrong`, because it is
 * deleted.
 */
type Verdict = 'accepted' | 'used' | 'wrong';

/**
 * Verifies a code of the app or a recovery code, and invalidates it. Throws otp_invalid,
 * too_many_requests.
 */
export async function requireFactorCode(
  deps: Deps,
  member: MemberRow,
  code: string,
): Promise<void> {
  const verdict = await consumeFactorCode(deps, member, code);
  if (verdict !== 'accepted') throw new AppError('factor_code_invalid');
}

/** Throws too_many_requests. */
export async function consumeFactorCode(
  deps: Deps,
  member: MemberRow,
  code: string,
): Promise<Verdict> {
  await deps.limits.use(CODE_LIMIT, String(member.memberId));
  const verdict = /^\d{6}$/.test(code)
    ? await consumeAppCode(deps, member, code)
    : await consumeUnusedRecoveryCode(deps, member, code);
  // A double click sends a correct code twice: only a wrong code is a guess.
  if (verdict !== 'wrong') await deps.limits.undoUse(CODE_LIMIT, String(member.memberId));
  return verdict;
}

const consumeUnusedRecoveryCode = async (
  { db }: Deps,
  { memberId }: MemberRow,
  code: string,
): Promise<Verdict> =>
  (await consumeRecoveryCode(db, memberId, sha256Hex(code))) ? 'accepted' : 'wrong';

async function consumeAppCode(
  { db, config, now }: Deps,
  member: MemberRow,
  token: string,
): Promise<Verdict> {
  if (!member.factorSecret) return 'wrong';
  const timestamp = now().getTime();
  const secret = decryptFactorSecret(config.secrets.acceptedTokenSecrets, member.factorSecret);
  if (!secret) return 'wrong';
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW_STEPS });
  if (delta === null) return 'wrong';
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  return (await consumeFactorStep(db, member.memberId, step)) ? 'accepted' : 'used';
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const keyOf = (tokenSecret: string) =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', 'office second factor', 32));

/** Encrypts with AES-256-GCM, so that a copy of the database is not enough to generate codes. */
export function encryptFactorSecret(tokenSecret: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(tokenSecret), iv);
  return Buffer.concat([
    iv,
    cipher.update(secret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
}

/** Null if no accepted TOKEN_SECRET encrypted it. */
export function decryptFactorSecret(
  tokenSecrets: readonly string[],
  encrypted: string,
): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  for (const tokenSecret of tokenSecrets)
    try {
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(tokenSecret),
        bytes.subarray(0, IV_BYTES),
      );
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    } catch {
      // Encrypted with a different TOKEN_SECRET: the loop tries the next one.
    }
  return null;
}

/**
 * Call it at the start of a server: afterwards the previous TOKEN_SECRET is no longer needed
 * (docs/secrets.md).
 */
export async function reencryptFactorSecrets({
  db,
  config: { secrets },
  log,
}: Deps): Promise<void> {
  for (const { memberId, factorSecret } of await listMembers(db)) {
    if (!factorSecret || decryptFactorSecret([secrets.tokenSecret], factorSecret)) continue;
    const secret = decryptFactorSecret(secrets.acceptedTokenSecrets, factorSecret);
    if (secret)
      await replaceFactorSecret({
        db,
        memberId,
        previous: factorSecret,
        factorSecret: encryptFactorSecret(secrets.tokenSecret, secret),
      });
    else log.warn({ memberId }, 'a second factor cannot be decrypted: run `cinema office reset`');
  }
}

/** After a reset, wrong codes that somebody else tried must not block the invitation. */
export const resetCodeLimit = ({ limits }: Deps, memberId: number) =>
  limits.reset(CODE_LIMIT, String(memberId));
