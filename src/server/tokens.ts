import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Viewer } from './deps.ts';

export const ACCESS_MINUTES = 15;
export const REFRESH_DAYS = 30;
export const TEMP_MINUTES = 15;

type Audience = 'user' | 'temp' | 'play';
const bytes = (secret: string) => new TextEncoder().encode(secret);
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Signs a token of ours. `audience` keeps a temporary or a play token from passing as a user token. */
export function signToken(
  secret: string,
  audience: Audience,
  claims: { sub: string } & Record<string, unknown>,
  { now, minutes }: { now: Date; minutes: number },
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + Math.round(minutes * 60))
    .setJti(randomUUID())
    .sign(bytes(secret));
}

/** The claims of a token, or null when it is broken, of another kind, or expired. */
export async function readToken(
  secret: string,
  audience: Audience,
  token: string,
  now: Date,
): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtVerify(token, bytes(secret), { audience, algorithms: ['HS256'], currentDate: now });
    return payload;
  } catch {
    return null;
  }
}

/** Claims of a user token (api.md): `sub`, `roles`, `exp`, `iat`, `jti`. */
export const signUserToken = (secret: string, viewer: Viewer, now: Date) =>
  signToken(secret, 'user', { sub: String(viewer.userId), roles: viewer.roles }, { now, minutes: ACCESS_MINUTES });

export async function readViewer(
  secret: string,
  audience: 'user' | 'temp',
  token: string,
  now: Date,
): Promise<Viewer | null> {
  const claims = await readToken(secret, audience, token, now);
  const userId = Number(claims?.['sub']);
  if (!claims || !Number.isInteger(userId)) return null;
  const roles = Array.isArray(claims['roles'])
    ? claims['roles'].filter((role): role is string => typeof role === 'string')
    : [];
  return { userId, roles };
}

/** An opaque secret for the browser, and what of it is stored. */
export function makeRefreshToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
export const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Compares in constant time; texts of different length are unequal. */
export function isSame(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
