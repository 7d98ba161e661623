import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { markReviewedMoviesChanged } from '../../db/ratings.ts';
import { users } from '../../db/schema/accounts.ts';
import { languages } from '../../db/schema/catalogue.ts';

export type UserRow = typeof users.$inferSelect;

export const findUser = async (db: Db, userId: number) =>
  (await db.select().from(users).where(eq(users.userId, userId)))[0];

export const changeUser = async (db: Db, userId: number, change: Partial<UserRow>) =>
  (await db.update(users).set(change).where(eq(users.userId, userId)).returning())[0];

/** Changes a first name, and marks the reviewed films for a rebuild, because their pages show the name. */
export const renameUser = (db: Db, userId: number, change: Partial<UserRow>) =>
  db.transaction(async (tx) => {
    const row = await changeUser(tx, userId, change);
    if (row) await markReviewedMoviesChanged(tx, [userId]);
    return row;
  });

export const languageNames = async (db: Db) =>
  (await db.select({ name: languages.languageName }).from(languages)).map(({ name }) => name);
