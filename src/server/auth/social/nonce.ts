import { createHash, randomBytes } from 'node:crypto';

/**
 * The nonce goes to Google, which returns it in its ID token. The secret stays in an HttpOnly
 * cookie, so that only this browser can use the ID token.
 */
export const makeNonceSecret = (): string => randomBytes(32).toString('base64url');
export const isNonceSecret = (text: string | undefined): text is string =>
  /^[\w-]{43}$/.test(text ?? '');

export const nonceOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
