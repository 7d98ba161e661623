import { eq } from 'drizzle-orm';
import type { Db } from './database.ts';
import { users } from './schema/accounts.ts';

/**
 * Prevents the erasure of a person until the transaction ends, or waits for a running one. Take
 * this lock before any other, and before writing a row that names the person: the erasure locks in
 * the same order, so no deadlock occurs.
 */
export const lockAgainstErasure = (tx: Pick<Db, 'select'>, userId: number) =>
  tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('key share');
