import type { OwnReview, Review } from '#contract/reviews.ts';
import { toWire } from '#domain/dates.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import type { ReviewRow } from './queries.ts';

export const toReview = ({ review, firstName }: ReviewRow): Review => ({
  ...review,
  createdOn: toWire(review.createdOn),
  active: review.active === 'Y' ? 'Y' : 'N',
  // Chosen: shows only the first name of a reviewer, to protect privacy.
  user: { firstName: firstName ?? text.anonymous, userImageName: null },
});

export const toOwnReview = (row: ReviewRow): OwnReview => ({
  ...toReview(row),
  isHidden: row.review.hiddenAt !== null,
});
