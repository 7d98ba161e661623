import type { OwnReview, Review } from '#contract/reviews.ts';
import { toWire } from '#domain/dates.ts';
import { reviewRefusals } from '#messages/review-refusals.ts';
import type { ReviewRow } from './queries.ts';

export const toReview = ({ review, firstName }: ReviewRow): Review => ({
  ...review,
  createdOn: toWire(review.createdOn),
  active: review.active,
  // Chosen: shows only the first name of a reviewer, to protect privacy.
  user: { firstName: firstName ?? reviewRefusals.anonymous, userImageName: null },
});

export const toOwnReview = (row: ReviewRow): OwnReview => ({
  ...toReview(row),
  isHidden: row.review.hiddenAt !== null,
});
