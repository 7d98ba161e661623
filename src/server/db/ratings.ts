import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { NEXT_CHANGE } from './columns.ts';
import type { Db } from './database.ts';
import { users } from './schema/accounts.ts';
import { movies } from './schema/catalogue.ts';
import { reviews } from './schema/reviews.ts';

/**
 * A review that the public sees and that counts: neither withdrawn by its author nor hidden by the
 * operator.
 */
export const isVisibleReview = and(eq(reviews.active, 'Y'), isNull(reviews.hiddenAt));

/**
 * Locks the ratings of films until the transaction ends. Take this lock before writing reviews; the
 * order of the ids prevents deadlocks. `no key update` does not block foreign keys to the film.
 */
export const lockRatings = (tx: Db, movieIds: Iterable<number>) =>
  tx
    .select({ movieId: movies.movieId })
    .from(movies)
    .where(inArray(movies.movieId, [...new Set(movieIds)]))
    .orderBy(movies.movieId)
    .for('no key update');

/**
 * Recalculates average and count of the reviews, and marks the films for the next rebuild. Requires
 * `lockRatings`.
 */
export async function recalculateRatings(tx: Db, movieIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(movieIds)];
  if (!ids.length) return;
  const ofMovie = sql`from ${reviews} where ${reviews.movieId} = ${movies.movieId} and ${isVisibleReview}`;
  await tx
    .update(movies)
    .set({
      avgRating: sql`(select avg(${reviews.rating})::float8 ${ofMovie})`,
      overallRank: sql`(select count(*)::int ${ofMovie})`,
      changeNo: NEXT_CHANGE,
    })
    .where(inArray(movies.movieId, ids));
}

/**
 * Marks the films that renamed users have reviewed for the next rebuild, because film pages show
 * the reviewers' names. Locks the users first, so that no review is written under the old name.
 * Includes hidden reviews, which may become visible right now.
 */
export async function markReviewedMoviesChanged(tx: Db, userIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(userIds)];
  const isAmongUsers = inArray(users.userId, ids);
  await tx
    .select({ userId: users.userId })
    .from(users)
    .where(isAmongUsers)
    .orderBy(users.userId)
    .for('update');
  const reviewedMovies = await tx
    .selectDistinct({ movieId: reviews.movieId })
    .from(reviews)
    .where(inArray(reviews.userId, ids));
  if (!reviewedMovies.length) return;
  const movieIds = reviewedMovies.map(({ movieId }) => movieId);
  await lockRatings(tx, movieIds);
  await tx.update(movies).set({ changeNo: NEXT_CHANGE }).where(inArray(movies.movieId, movieIds));
}
