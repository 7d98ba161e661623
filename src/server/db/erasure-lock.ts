import { eq } from 'drizzle-orm';
import type { Db } from './database.ts';
import { users } from './schema/accounts.ts';

/**
 * Keeps a person from being erased until the transaction ends, or waits until that is over. Whoever writes a row that names the
 * person takes this first: the erasure takes the person before orders, films and all else, so that no two wait for each other.
 */
export const holdOffErasure = (tx: Pick<Db, 'select'>, userId: number) =>
  tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('key share');
