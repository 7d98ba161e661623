import { eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

export const findUser = async (db: Db, userId: number) =>
  (await db.select().from(users).where(eq(users.userId, userId)))[0];

export const changeUser = async (db: Db, userId: number, change: Partial<UserRow>) =>
  (await db.update(users).set(change).where(eq(users.userId, userId)).returning())[0];
