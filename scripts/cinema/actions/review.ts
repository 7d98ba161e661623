import { AppError } from '#server/errors.ts';
import type { Deps } from '#server/deps.ts';
import { changeOf } from '#server/operator/change.ts';
import { findReview, newestReviews, setHidden } from '#server/streaming/reviews/moderation.ts';
import { CommandError } from '../../command-error.ts';

type Row = Awaited<ReturnType<typeof newestReviews>>[number];

const factsOf = ({ review, movieName, firstName }: Row) => ({
  reviewId: review.reviewId,
  state: review.hiddenAt ? 'hidden' : review.active === 'Y' ? 'shown' : 'taken back',
  rating: review.rating,
  movieName,
  by: firstName,
  createdOn: review.createdOn,
  comments: review.reviewComments,
});

export const listNewestReviews = async (deps: Deps, most: number) => (await newestReviews(deps, most)).map(factsOf);

export async function setReviewHidden(deps: Deps, reviewId: number, isHidden: boolean) {
  const before = await findReview(deps, reviewId).catch(withReviewId(reviewId));
  const after = await setHidden(deps, reviewId, isHidden);
  return changeOf(`review ${reviewId}`, { state: factsOf(before).state }, { state: factsOf(after).state });
}

const withReviewId = (reviewId: number) => (error: unknown) => {
  throw error instanceof AppError ? new CommandError(`There is no review ${reviewId}`) : error;
};
