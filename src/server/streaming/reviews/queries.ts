import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { Sort } from '#contract/page.ts';
import type { Db } from '../../db/open.ts';
import { reviews, users } from '../../db/schema.ts';

const COLUMNS = { createdOn: reviews.createdOn, rating: reviews.rating };
export type ReviewField = keyof typeof COLUMNS;

const withAuthor = (db: Db) =>
  db
    .select({ review: reviews, firstName: users.firstName })
    .from(reviews)
    .innerJoin(users, eq(users.userId, reviews.userId));
export type ReviewRow = Awaited<ReturnType<typeof withAuthor>>[number];

export async function listReviews(
  db: Db,
  movieId: number,
  { sort, limit, offset }: { sort: Sort<ReviewField>; limit: number; offset: number },
) {
  const shown = and(eq(reviews.movieId, movieId), eq(reviews.active, 'Y'));
  const order = sort.descending ? desc(COLUMNS[sort.field]) : asc(COLUMNS[sort.field]);
  const rows = await withAuthor(db).where(shown).orderBy(order, desc(reviews.reviewId)).limit(limit).offset(offset);
  const [counted] = await db.select({ total: count() }).from(reviews).where(shown);
  return { rows, total: counted!.total };
}

export const findReview = async (db: Db, movieId: number, userId: number) =>
  (await withAuthor(db).where(and(eq(reviews.movieId, movieId), eq(reviews.userId, userId))))[0];
