import { lt } from 'drizzle-orm';
import type { Db } from './open.ts';
import { otps, rateLimits, refreshTokens } from './schema.ts';

/** Codes, tokens and counts that no longer say anything. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.delete(otps).where(lt(otps.expiresAt, now));
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
}
