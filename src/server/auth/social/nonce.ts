import { createHash, randomBytes } from 'node:crypto';

/** Stays in an HttpOnly cookie of the browser. */
export const makeNonceSecret = (): string => randomBytes(32).toString('base64url');
export const isNonceSecret = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

export const nonceOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
