import { eq, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { users } from './schema/accounts.ts';

/**
 * Prevents the erasure of a person until the transaction ends, or waits for a running one. Take this lock before any other, and
 * before writing a row that names the person: the erasure locks in the same order, so no deadlock occurs.
 */
export const lockAgainstErasure = (tx: Pick<Db, 'select'>, userId: number) =>
  tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('key share');

/**
 * Also locks a pair of numbers, in one statement. The lock of the person comes first, because the row of the count is needed for the
 * other lock.
 */
export const lockAgainstErasureAndPair = (tx: Pick<Db, 'execute'>, userId: number, other: number) =>
  tx.execute(sql`
    with person as (select from ${users} where ${users.userId} = ${userId} for key share)
    select pg_advisory_xact_lock(${userId}::int, ${other}::int) from (select count(*) from person) as locked`);
