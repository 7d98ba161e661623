import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { users } from './schema/accounts.ts';
import { movies } from './schema/catalogue.ts';
import { reviews } from './schema/reviews.ts';

/** A review that everybody may read, and that counts: not taken back, and not hidden by the operator. */
export const isShown = and(eq(reviews.active, 'Y'), isNull(reviews.hiddenAt));

/**
 * Holds the ratings of films until the transaction ends. Whoever writes reviews takes this first, in the order of the ids, so
 * that no two wait for each other; a foreign key to the film does not wait for it.
 */
export const holdRatings = (tx: Db, movieIds: Iterable<number>) =>
  tx
    .select({ movieId: movies.movieId })
    .from(movies)
    .where(inArray(movies.movieId, [...new Set(movieIds)]))
    .orderBy(movies.movieId)
    .for('no key update');

/** Works out average and number of the reviews anew, under `holdRatings`, and tells the next rebuild. */
export async function rateMovies(tx: Db, movieIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(movieIds)];
  if (!ids.length) return;
  const ofMovie = sql`from ${reviews} where ${reviews.movieId} = ${movies.movieId} and ${isShown}`;
  await tx
    .update(movies)
    .set({
      avgRating: sql`(select avg(${reviews.rating})::float8 ${ofMovie})`,
      overallRank: sql`(select count(*)::int ${ofMovie})`,
      changeNo: sql`nextval('catalogue_change')`,
    })
    .where(inArray(movies.movieId, ids));
}

/**
 * Tells the next rebuild that these people are called otherwise, in the transaction that names them: films' pages name who
 * reviewed them. The people are held, so that no review of theirs is written meanwhile under the old name; then the films, and
 * also those where the review is hidden, since it may be shown again at this moment.
 */
export async function touchReviewed(tx: Db, userIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(userIds)];
  const who = inArray(users.userId, ids);
  await tx.select({ userId: users.userId }).from(users).where(who).orderBy(users.userId).for('update');
  const theirs = await tx
    .selectDistinct({ movieId: reviews.movieId })
    .from(reviews)
    .where(inArray(reviews.userId, ids));
  if (!theirs.length) return;
  const movieIds = theirs.map(({ movieId }) => movieId);
  await holdRatings(tx, movieIds);
  await tx
    .update(movies)
    .set({ changeNo: sql`nextval('catalogue_change')` })
    .where(inArray(movies.movieId, movieIds));
}
