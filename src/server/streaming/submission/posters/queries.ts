import { and, desc, eq, getTableColumns, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { submissionPosters, submissions } from '../../../db/schema/submission.ts';

type Poster = typeof submissionPosters.$inferSelect;
const { posterKey } = getTableColumns(submissionPosters);

export const insertPoster = (db: Db, poster: Poster) => db.insert(submissionPosters).values(poster);

export const isPosterOf = async (db: Db, userId: number, key: string): Promise<boolean> =>
  (await db.$count(
    submissionPosters,
    and(eq(posterKey, key), eq(submissionPosters.userId, userId)),
  )) > 0;

const isUnused = (db: Db) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(submissions)
      .where(eq(submissions.posterKey, posterKey)),
  );

/**
 * Deletes a maker's posters without a film, except the newest `keepCount`; returns the deleted
 * keys.
 */
export async function deleteUnusedBeyond(
  db: Db,
  userId: number,
  keepCount: number,
): Promise<string[]> {
  const excess = await db
    .select({ posterKey })
    .from(submissionPosters)
    .where(and(eq(submissionPosters.userId, userId), isUnused(db)))
    .orderBy(desc(submissionPosters.uploadedAt), desc(posterKey))
    .offset(keepCount);
  const keys = excess.map((each) => each.posterKey);
  return keys.length ? deleteUnused(db, inArray(posterKey, keys)) : [];
}

export const deleteUnusedBefore = (db: Db, before: Date): Promise<string[]> =>
  deleteUnused(db, lt(submissionPosters.uploadedAt, before));

const deleteUnused = async (db: Db, condition: SQL): Promise<string[]> =>
  (
    await db
      .delete(submissionPosters)
      .where(and(condition, isUnused(db)))
      .returning({ posterKey })
  ).map((each) => each.posterKey);

export const filterKnownKeys = async (db: Db, keys: string[]): Promise<Set<string>> =>
  new Set(
    keys.length
      ? (
          await db.select({ posterKey }).from(submissionPosters).where(inArray(posterKey, keys))
        ).map((each) => each.posterKey)
      : [],
  );
