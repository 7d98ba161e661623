import { createHash, randomBytes } from 'node:crypto';

/** The browser's half: it stays in an HttpOnly cookie. */
export const makeNonceSecret = (): string => randomBytes(32).toString('base64url');
export const isNonceSecret = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

/** The half that goes into the ID token: base64url(sha256(secret)). */
export const nonceOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
