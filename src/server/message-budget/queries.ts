import { desc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sessions } from '../db/schema/session.ts';

/** The address from which the account was last seen; null without a sign-in. */
export const findLastAddress = async (db: Db, userId: number): Promise<string | null> =>
  (
    await db
      .select({ ipAddress: sessions.ipAddress })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.lastSeenOn))
      .limit(1)
  )[0]?.ipAddress ?? null;
