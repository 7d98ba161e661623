import { eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { languages, users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

export const findUser = async (db: Db, userId: number) =>
  (await db.select().from(users).where(eq(users.userId, userId)))[0];

export const changeUser = async (db: Db, userId: number, change: Partial<UserRow>) =>
  (await db.update(users).set(change).where(eq(users.userId, userId)).returning())[0];

export const languageNames = async (db: Db) =>
  (await db.select({ name: languages.languageName }).from(languages)).map(({ name }) => name);
