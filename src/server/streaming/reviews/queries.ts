import { and, asc, count, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isVisibleReview } from '../../db/ratings.ts';
import { users } from '../../db/schema/accounts.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { reviews } from '../../db/schema/reviews.ts';
import type { Listing } from '../listing.ts';
import { one } from '../../db/one.ts';

const COLUMNS = { createdOn: reviews.createdOn, rating: reviews.rating };
export type ReviewField = keyof typeof COLUMNS;
type NewReview = typeof reviews.$inferInsert;

const { importDigest: _, ...columns } = getTableColumns(reviews);
const withAuthor = (db: Db) =>
  db
    .select({ review: columns, firstName: users.firstName, movieName: movies.movieName })
    .from(reviews)
    .innerJoin(users, eq(users.userId, reviews.userId))
    .innerJoin(movies, eq(movies.movieId, reviews.movieId));
export type ReviewRow = Awaited<ReturnType<typeof withAuthor>>[number];

export const isPublic = (): SQL => and(isVisibleReview, eq(movies.active, 'Y'))!;
export const isPublicForMovie = (movieId: number): SQL =>
  and(isPublic(), eq(reviews.movieId, movieId))!;
export const isByUser = (userId: number): SQL => eq(reviews.userId, userId);
export const isByUserForMovie = (userId: number, movieId: number): SQL =>
  and(isByUser(userId), eq(reviews.movieId, movieId))!;

export async function listReviews(
  db: Db,
  where: SQL | undefined,
  { sort, limit, offset }: Listing<ReviewField>,
) {
  const order = sort.descending ? desc(COLUMNS[sort.field]) : asc(COLUMNS[sort.field]);
  const rows = await withAuthor(db)
    .where(where)
    .orderBy(order, desc(reviews.reviewId))
    .limit(limit)
    .offset(offset);
  const counted = one(
    await db
      .select({ total: count() })
      .from(reviews)
      .innerJoin(movies, eq(movies.movieId, reviews.movieId))
      .where(where),
  );
  return { rows, total: counted.total };
}

/** By the time of the review, descending. */
export const listNewestReviews = (db: Db, after: ReviewRow['review'] | undefined, count: number) =>
  withAuthor(db)
    .where(
      after &&
        sql`(${reviews.createdOn}, ${reviews.reviewId}) < (${after.createdOn.toISOString()}::timestamptz, ${after.reviewId}::int)`,
    )
    .orderBy(desc(reviews.createdOn), desc(reviews.reviewId))
    .limit(count);

export const findReview = async (db: Db, movieId: number, userId: number) =>
  (await withAuthor(db).where(isByUserForMovie(userId, movieId)))[0];

export const findReviewById = async (db: Db, reviewId: number) =>
  (await withAuthor(db).where(eq(reviews.reviewId, reviewId)))[0];

export const insertReview = (tx: Db, review: NewReview) => tx.insert(reviews).values(review);

export const changeReview = (tx: Db, reviewId: number, change: Partial<NewReview>) =>
  tx.update(reviews).set(change).where(eq(reviews.reviewId, reviewId));
