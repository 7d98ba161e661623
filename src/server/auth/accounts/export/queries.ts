import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { socialAccounts } from '../../../db/schema/accounts.ts';
import { deviceAuthorizations, sessions } from '../../../db/schema/session.ts';

export const socialAccountsOf = (db: Db, userId: number) =>
  db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
    .orderBy(socialAccounts.createdOn);

export const confirmedDevicesOf = (db: Db, userId: number) =>
  db
    .select({
      deviceName: deviceAuthorizations.deviceName,
      createdOn: deviceAuthorizations.createdOn,
    })
    .from(deviceAuthorizations)
    .where(eq(deviceAuthorizations.userId, userId))
    .orderBy(deviceAuthorizations.createdOn);

export const sessionsOf = (db: Db, userId: number) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.createdOn);
