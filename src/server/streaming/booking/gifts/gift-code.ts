import type { Config } from '../../../config/config.ts';
import { hmacSha256Hex, sha256Hex } from '../../../tokens.ts';
import type { GiftRow } from './queries.ts';

/** 128 bits in hexadecimal digits. */
const CODE_LENGTH = 32;

type Secrets = Pick<Config, 'secrets'>;

const codeWith = (secret: string, orderNo: string) =>
  hmacSha256Hex(secret, `gift|${orderNo}`).slice(0, CODE_LENGTH);

/**
 * Chosen: the code follows from TOKEN_SECRET, so that the database stores only its hash and the
 * giver can see the link again.
 */
export const giftCodeHash = ({ secrets }: Secrets, orderNo: string): string =>
  hashOfCode(codeWith(secrets.tokenSecret, orderNo));

export const hashOfCode = (code: string): string => sha256Hex(code);

/** Null if no accepted TOKEN_SECRET made the code. */
export const findGiftCode = (
  { secrets }: Secrets,
  orderNo: string,
  { codeHash }: Pick<GiftRow, 'codeHash'>,
): string | null =>
  secrets.acceptedTokenSecrets
    .map((secret) => codeWith(secret, orderNo))
    .find((code) => hashOfCode(code) === codeHash) ?? null;
