import { and, eq, isNull } from 'drizzle-orm';
import type { Viewer } from '../deps.ts';
import type { Db } from './database.ts';
import { sessions } from './schema/session.ts';

export async function isSessionActive(db: Db, { userId, sessionId }: Viewer): Promise<boolean> {
  if (!sessionId) return true;
  const live = and(eq(sessions.sessionId, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt));
  return (await db.select({ id: sessions.sessionId }).from(sessions).where(live)).length > 0;
}
