import { AppError } from '#server/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { KeysetQuery } from '#server/keyset-page.ts';
import { changeOf } from '#server/operator/change.ts';
import {
  requireReview,
  findNewestReviews,
  updateReviewVisibility,
} from '#server/streaming/reviews/moderation.ts';
import { CommandError } from '../../command-error.ts';

type Row = Awaited<ReturnType<typeof findNewestReviews>>['rows'][number];

const factsOf = ({ review, movieName, firstName }: Row) => ({
  reviewId: review.reviewId,
  state: review.hiddenAt ? 'hidden' : review.active === 'Y' ? 'shown' : 'taken back',
  rating: review.rating,
  movieName,
  by: firstName,
  createdOn: review.createdOn,
  comments: review.reviewComments,
});

export async function listNewestReviews(deps: Deps, query: KeysetQuery) {
  const { rows, next } = await findNewestReviews(deps, query);
  return { rows: rows.map(factsOf), next };
}

export async function hideOrShowReview(deps: Deps, reviewId: number, isHidden: boolean) {
  const before = await requireReview(deps, reviewId).catch(withReviewId(reviewId));
  const after = await updateReviewVisibility(deps, reviewId, isHidden);
  return changeOf(
    `review ${reviewId}`,
    { state: factsOf(before).state },
    { state: factsOf(after).state },
  );
}

const withReviewId = (reviewId: number) => (error: unknown) => {
  throw error instanceof AppError ? new CommandError(`There is no review ${reviewId}`) : error;
};
