import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { sessions } from '../../db/schema/session.ts';
import type { Viewer } from '../../deps.ts';

/** Whether another session of the viewer is a television. */
export async function hasTelevision(db: Db, { userId, sessionId }: Viewer): Promise<boolean> {
  const isActive = and(eq(sessions.userId, userId), isNull(sessions.revokedAt));
  const isAnother = sessionId ? ne(sessions.sessionId, sessionId) : undefined;
  return (await db.$count(sessions, and(isActive, isNotNull(sessions.deviceName), isAnother))) > 0;
}
