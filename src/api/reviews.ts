import { publicReviewsByMovie } from '#contract/reviews.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { call } from './http.ts';

export const fetchPublicReviews = (movieId: number, page: number) =>
  call(publicReviewsByMovie, {
    params: { movieId },
    query: { page, size: PAGE_SIZES.reviews, sort: 'createdOn,desc' },
  });
