import * as reviews from '#contract/reviews.ts';
import type { Deps } from '../../deps.ts';
import { serve, withStatus } from '../../http.ts';
import { readAllReviews, readMyReview, readReviews, readReviewsBy } from './actions.ts';
import { addReview, editReview } from './writing.ts';

export const reviewRoutes = (deps: Deps) => [
  serve(reviews.publicReviewsByMovie, ({ params, query }) => readReviews(deps, params.movieId, query)),
  serve(reviews.reviewsByMovie, ({ params, query }) => readReviews(deps, params.movieId, query)),
  serve(reviews.allMovieReviews, ({ query }) => readAllReviews(deps, query)),
  serve(reviews.reviewsByUser, ({ viewer, params, query }) => readReviewsBy(deps, viewer, params.userId, query)),
  serve(reviews.myMovieReview, ({ viewer, params, query }) => readMyReview(deps, viewer, params.movieId, query)),
  serve(reviews.createReview, async ({ viewer, params, body }) => {
    const { review, isNew } = await addReview(deps, viewer, params.movieId, body);
    return withStatus(isNew ? 201 : 200, review);
  }),
  serve(reviews.updateReview, ({ viewer, params, body }) => editReview(deps, viewer, params.reviewId, body)),
];
