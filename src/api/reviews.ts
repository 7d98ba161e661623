import type { CallInput } from '#contract/endpoint.ts';
import {
  createReview,
  publicReviewsByMovie,
  reviewsByMovie,
  updateReview,
} from '#contract/reviews.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { call } from './http.ts';

const newestFirst = (page: number) => ({ page, size: PAGE_SIZES.reviews, sort: 'createdOn,desc' });

export const fetchPublicReviews = (movieId: number, page: number) =>
  call(publicReviewsByMovie, { params: { movieId }, query: newestFirst(page) });

/** Never cached, so it includes the viewer's own review immediately. */
export const fetchReviews = (movieId: number, page: number) =>
  call(reviewsByMovie, { params: { movieId }, query: newestFirst(page) });

export const postReview = (movieId: number, body: CallInput<typeof createReview>['body']) =>
  call(createReview, { params: { movieId }, body });

export const putReview = (reviewId: number, body: CallInput<typeof updateReview>['body']) =>
  call(updateReview, { params: { reviewId }, body });
