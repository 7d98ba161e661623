import type { Db } from '../../db/database.ts';
import { markReviewedMoviesChanged } from '../../db/ratings.ts';
import { languages } from '../../db/schema/catalogue.ts';
import { changeUser, type UserRow } from '../session/queries.ts';

/**
 * Changes a first name, and marks the reviewed films for a rebuild, because their pages show the
 * name.
 */
export const renameUser = (db: Db, userId: number, change: Partial<UserRow>) =>
  db.transaction(async (tx) => {
    const row = await changeUser(tx, userId, change);
    if (row) await markReviewedMoviesChanged(tx, [userId]);
    return row;
  });

export const languageNames = async (db: Db) =>
  (await db.select({ name: languages.languageName }).from(languages)).map(({ name }) => name);
