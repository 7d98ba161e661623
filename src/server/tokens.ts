import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Viewer } from './deps.ts';

export const USER_TOKEN_MINUTES = 15;
export const REFRESH_DAYS = 30;
const TEMP_MINUTES = 15;

type Audience =
  | 'user'
  | 'temp'
  | 'play'
  | 'packagePlay'
  | 'packagePlayRenewal'
  | 'backup'
  | 'evidence'
  | 'device';
const bytes = (secret: string) => new TextEncoder().encode(secret);
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = base64url({ alg: 'HS256' });

/**
 * Signs a token (RFC 7515, HS256). `audience` prevents the use of a temporary, play or device token
 * as a user token. Without jose, which signs in another thread: that took a fifth of the time of a
 * heartbeat.
 */
export function signToken(
  secret: string,
  audience: Audience,
  claims: { sub: string } & Record<string, unknown>,
  { now, minutes }: { now: Date; minutes: number },
): string {
  const iat = seconds(now);
  const payload = {
    ...claims,
    aud: audience,
    iat,
    exp: iat + Math.round(minutes * 60),
    jti: randomUUID(),
  };
  const unsigned = `${HEADER}.${base64url(payload)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

/**
 * Claims of tokens whose signature was checked, by secret, audience and token. A viewer sends the
 * same token many times.
 */
const verifiedClaims = new LRUCache<string, JWTPayload & { exp: number }>({ max: 5000 });

/**
 * Returns the claims of a token that one of the secrets signed; null if it is invalid, expired or
 * of another audience.
 */
export async function readToken({
  secrets,
  audience,
  token,
  now,
}: {
  secrets: readonly string[];
  audience: Audience;
  token: string;
  now: Date;
}): Promise<Record<string, unknown> | null> {
  for (const secret of secrets) {
    const key = `${secret} ${audience} ${token}`;
    const verified = verifiedClaims.get(key);
    if (verified && verified.exp > seconds(now)) return verified;
    try {
      const { payload } = await jwtVerify(token, bytes(secret), {
        audience,
        algorithms: ['HS256'],
        currentDate: now,
      });
      if (payload.exp) verifiedClaims.set(key, { ...payload, exp: payload.exp });
      return payload;
    } catch {}
  }
  return null;
}

/** Claims (api.md): `sub`, `roles`, `exp`, `iat`, `jti` and `sid`, the session id. */
export const signUserToken = (secret: string, { userId, roles, sessionId }: Viewer, now: Date) =>
  signToken(
    secret,
    'user',
    { sub: String(userId), roles, sid: sessionId || undefined },
    { now, minutes: USER_TOKEN_MINUTES },
  );

/**
 * Signs a token that only sets a password. It contains a fingerprint of the current password, so it
 * works once.
 */
export const signTempToken = (
  secret: string,
  { userId, passwordHash }: { userId: number; passwordHash: string | null },
  now: Date,
) =>
  signToken(
    secret,
    'temp',
    { sub: String(userId), pwd: passwordStamp(secret, userId, passwordHash) },
    { now, minutes: TEMP_MINUTES },
  );

/** Changes with the password, so that a temporary token sets a password only once. */
export const passwordStamp = (
  secret: string,
  userId: number,
  passwordHash: string | null,
): string => hmacSha256Hex(secret, `password|${userId}|${passwordHash ?? ''}`).slice(0, 32);

export async function readViewer({
  secrets,
  audience,
  token,
  now,
}: {
  secrets: readonly string[];
  audience: 'user' | 'temp';
  token: string;
  now: Date;
}): Promise<Viewer | null> {
  const claims = await readToken({ secrets, audience, token, now });
  const userId = Number(claims?.['sub']);
  if (!claims || !Number.isInteger(userId)) return null;
  const roles = Array.isArray(claims['roles'])
    ? claims['roles'].filter((role): role is string => typeof role === 'string')
    : [];
  return {
    userId,
    roles,
    sessionId: stringClaim(claims, 'sid'),
    passwordStamp: stringClaim(claims, 'pwd'),
  };
}

const stringClaim = (claims: Record<string, unknown>, name: string) =>
  typeof claims[name] === 'string' ? claims[name] : undefined;

export function makeOpaqueToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: sha256Hex(token) };
}

/**
 * Two tabs that rotate the same token get the same next token, so a family never branches and theft
 * is always detected.
 */
export const nextRefreshToken = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(`refresh|${token}`).digest('base64url');

export const sha256Hex = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');
export const hmacSha256Hex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
