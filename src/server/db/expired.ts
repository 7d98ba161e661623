import { lt } from 'drizzle-orm';
import { DAY } from '#domain/limits.ts';
import { REFRESH_DAYS } from '../tokens.ts';
import type { Db } from './database.ts';
import { rateLimits } from './schema/house.ts';
import { otps, refreshTokens, sessions, usedSocialTokens } from './schema/session.ts';

/** Codes, tokens and counts that no longer say anything. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.delete(otps).where(lt(otps.expiresAt, now));
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
  // A session without a living refresh token cannot go on; its tokens go with it.
  await db.delete(sessions).where(lt(sessions.lastSeenOn, new Date(now.getTime() - REFRESH_DAYS * DAY)));
  await db.delete(usedSocialTokens).where(lt(usedSocialTokens.expiresAt, now));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
}
