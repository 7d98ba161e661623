import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { socialAccounts } from '../../../db/schema/accounts.ts';
import { sessions } from '../../../db/schema/session.ts';

export const socialAccountsOf = (db: Db, userId: number) =>
  db.select().from(socialAccounts).where(eq(socialAccounts.userId, userId)).orderBy(socialAccounts.createdOn);

export const sessionsOf = (db: Db, userId: number) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.createdOn);
