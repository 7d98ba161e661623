import { reviewMessages as text } from '#messages/reviews.ts';
import { holdRatings, rateMovies } from '../../db/ratings.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { changeReview, everyone, findReviewById, listReviews, type ReviewRow } from './queries.ts';

/** The newest reviews of all films, shown or not, for the operator. */
export const newestReviews = async ({ db }: Deps, limit: number): Promise<ReviewRow[]> =>
  (await listReviews(db, everyone, { sort: { field: 'createdOn', descending: true }, limit, offset: 0 })).rows;

/** Any review, for the operator. Throws review_not_found. */
export const findReview = async ({ db }: Deps, reviewId: number): Promise<ReviewRow> =>
  (await findReviewById(db, reviewId)) ?? raise(notFound());

/**
 * Takes a review out of the lists and the average, or puts it back. Its author still reads it, and cannot undo this.
 * Throws review_not_found.
 */
export async function setHidden({ db, now }: Deps, reviewId: number, isHidden: boolean): Promise<ReviewRow> {
  const { review } = (await findReviewById(db, reviewId)) ?? raise(notFound());
  return db.transaction(async (tx) => {
    await holdRatings(tx, [review.movieId]);
    await changeReview(tx, reviewId, { hiddenAt: isHidden ? now() : null });
    await rateMovies(tx, [review.movieId]);
    return (await findReviewById(tx, reviewId)) ?? raise(notFound());
  });
}

const notFound = () => new AppError('not_found', 'review_not_found', text.notFound);
