import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Viewer } from '../deps.ts';
import { type Db, onceForDb } from './database.ts';
import { sessions } from './schema/session.ts';

/** Prepared, because every signed-in call needs it. */
const activeSessionQuery = onceForDb((db) =>
  db
    .select({ id: sessions.sessionId })
    .from(sessions)
    .where(
      and(
        eq(sessions.sessionId, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        isNull(sessions.revokedAt),
      ),
    )
    .prepare('active_session'),
);

export async function isSessionActive(db: Db, { userId, sessionId }: Viewer): Promise<boolean> {
  if (!sessionId) return true;
  return (await activeSessionQuery(db).execute({ sessionId, userId })).length > 0;
}
