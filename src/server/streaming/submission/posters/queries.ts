import { and, desc, eq, getTableColumns, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { submissionPosters, submissions } from '../../../db/schema/submission.ts';

type Poster = typeof submissionPosters.$inferSelect;
const { posterKey } = getTableColumns(submissionPosters);

export const insertPoster = (db: Db, poster: Poster) => db.insert(submissionPosters).values(poster);

export const isPosterOf = async (db: Db, userId: number, key: string): Promise<boolean> =>
  (await db.$count(submissionPosters, and(eq(posterKey, key), eq(submissionPosters.userId, userId)))) > 0;

const isUnused = (db: Db) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(submissions)
      .where(eq(submissions.posterKey, posterKey)),
  );

/** A maker's pictures that no film has, beyond the newest `kept`; gives the keys of those that it forgot. */
export async function dropUnusedBeyond(db: Db, userId: number, kept: number): Promise<string[]> {
  const beyond = await db
    .select({ posterKey })
    .from(submissionPosters)
    .where(and(eq(submissionPosters.userId, userId), isUnused(db)))
    .orderBy(desc(submissionPosters.uploadedAt), desc(posterKey))
    .offset(kept);
  const keys = beyond.map((each) => each.posterKey);
  return keys.length ? drop(db, inArray(posterKey, keys)) : [];
}

/** Pictures from before then that no film has; gives the keys of those that it forgot. */
export const dropUnusedBefore = (db: Db, before: Date): Promise<string[]> =>
  drop(db, lt(submissionPosters.uploadedAt, before));

const drop = async (db: Db, which: SQL): Promise<string[]> =>
  (
    await db
      .delete(submissionPosters)
      .where(and(which, isUnused(db)))
      .returning({ posterKey })
  ).map((each) => each.posterKey);

/** Those of the keys that are somebody's. */
export const knownKeys = async (db: Db, keys: string[]): Promise<Set<string>> =>
  new Set(
    keys.length
      ? (await db.select({ posterKey }).from(submissionPosters).where(inArray(posterKey, keys))).map(
          (each) => each.posterKey,
        )
      : [],
  );
