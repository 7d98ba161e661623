import { lockRatings, recalculateRatings } from '../../db/ratings.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { type KeysetPage, type KeysetQuery, readKeysetPage } from '../../keyset-page.ts';
import { changeReview, findReviewById, listNewestReviews, type ReviewRow } from './queries.ts';

/** Also hidden and withdrawn reviews. `after` is the id of a review. Throws review_not_found. */
export async function findNewestReviews(
  deps: Deps,
  { after, limit }: KeysetQuery,
): Promise<KeysetPage<ReviewRow>> {
  const last = after ? (await requireReview(deps, after)).review : undefined;
  return readKeysetPage(
    limit,
    (count) => listNewestReviews(deps.db, last, count),
    ({ review }) => review.reviewId,
  );
}

/** Throws review_not_found. */
export const requireReview = async ({ db }: Deps, reviewId: number): Promise<ReviewRow> =>
  (await findReviewById(db, reviewId)) ?? throwError(reviewNotFound());

/** The author can still read a hidden review, but cannot show it again. Throws review_not_found. */
export async function updateReviewVisibility(
  { db, now }: Deps,
  reviewId: number,
  isHidden: boolean,
): Promise<ReviewRow> {
  const { review } = (await findReviewById(db, reviewId)) ?? throwError(reviewNotFound());
  return db.transaction(async (tx) => {
    await lockRatings(tx, [review.movieId]);
    await changeReview(tx, reviewId, { hiddenAt: isHidden ? now() : null });
    await recalculateRatings(tx, [review.movieId]);
    return (await findReviewById(tx, reviewId)) ?? throwError(reviewNotFound());
  });
}

const reviewNotFound = () => new AppError('review_not_found');
