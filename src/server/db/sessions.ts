import { and, eq, isNull } from 'drizzle-orm';
import type { Viewer } from '../deps.ts';
import type { Db } from './database.ts';
import { sessions } from './schema/session.ts';

/** Whether the sign-in that a token belongs to goes on. One that is gone (its person was erased) does not. */
export async function isSessionLive(db: Db, { userId, sessionId }: Viewer): Promise<boolean> {
  if (!sessionId) return true;
  const live = and(eq(sessions.sessionId, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt));
  return (await db.select({ id: sessions.sessionId }).from(sessions).where(live)).length > 0;
}
