import { eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { lockRatings, recalculateRatings } from '../../../db/ratings.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { reviews } from '../../../db/schema/reviews.ts';

const { movieName } = movies;

const { importDigest: _, ...reviewColumns } = getTableColumns(reviews);
export const reviewsOf = (db: Db, userId: number) =>
  db
    .select({ ...reviewColumns, movieName })
    .from(reviews)
    .innerJoin(movies, eq(movies.movieId, reviews.movieId))
    .where(eq(reviews.userId, userId))
    .orderBy(reviews.reviewId);

export const countReviews = (db: Db, userId: number) =>
  db.$count(reviews, eq(reviews.userId, userId));

/** Requires the lock of the account, so that no new review is written meanwhile. */
export async function deleteReviews(tx: Db, userId: number): Promise<void> {
  const reviewedMovies = await tx
    .select({ movieId: reviews.movieId })
    .from(reviews)
    .where(eq(reviews.userId, userId));
  const movieIds = reviewedMovies.map(({ movieId }) => movieId);
  await lockRatings(tx, movieIds);
  await tx.delete(reviews).where(eq(reviews.userId, userId));
  await recalculateRatings(tx, movieIds);
}
