import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { socialAccounts, users } from '../../../db/schema/accounts.ts';
import { idempotencyKeys } from '../../../db/schema/server.ts';
import { otps, sessions } from '../../../db/schema/session.ts';

/** A concurrent booking waits for this lock. After the erasure it finds no user. */
export const lockUser = async (tx: Db, userId: number) =>
  (await tx.select().from(users).where(eq(users.userId, userId)).for('update'))[0];

export const deleteCodes = (tx: Db, destinations: string[]) =>
  destinations.length ? tx.delete(otps).where(inArray(otps.destination, destinations)) : undefined;

/** Stored replies contain orders. */
export const deleteIdempotencyKeys = (tx: Db, userId: number) =>
  tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${userId}`));

/**
 * Foreign keys also delete the user's sessions, social sign-ins, plays, reviews, booking reminders,
 * uploaded posters and channels, and set the owner of the user's films to null.
 */
export const deleteUser = (tx: Db, userId: number) =>
  tx.delete(users).where(eq(users.userId, userId));

export const countAccountRows = async (db: Db, userId: number) => ({
  account: 1,
  sessions: await db.$count(sessions, eq(sessions.userId, userId)),
  socialSignIns: await db.$count(socialAccounts, eq(socialAccounts.userId, userId)),
});
