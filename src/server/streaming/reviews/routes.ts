import * as reviews from '#contract/reviews.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint, withStatus } from '../../http/serve-endpoint.ts';
import { readAllReviews, readMyReview, readReviews, readReviewsBy } from './actions.ts';
import { addReview, editReview } from './writing.ts';

export const reviewRoutes = (deps: Deps) => [
  serveEndpoint(reviews.publicReviewsByMovie, ({ params, query }) =>
    readReviews(deps, params.movieId, query),
  ),
  serveEndpoint(reviews.reviewsByMovie, ({ params, query }) =>
    readReviews(deps, params.movieId, query),
  ),
  serveEndpoint(reviews.allMovieReviews, ({ query }) => readAllReviews(deps, query)),
  serveEndpoint(reviews.reviewsByUser, ({ viewer, params, query }) =>
    readReviewsBy({ deps, viewer, userId: params.userId, query }),
  ),
  serveEndpoint(reviews.myMovieReview, ({ viewer, params, query }) =>
    readMyReview(deps, { viewer, movieId: params.movieId, query }),
  ),
  serveEndpoint(reviews.createReview, async ({ viewer, params, body }) => {
    const { review, isNew } = await addReview({
      deps,
      viewer,
      movieId: params.movieId,
      draft: body,
    });
    return withStatus(isNew ? 201 : 200, review);
  }),
  serveEndpoint(reviews.updateReview, ({ viewer, params, body }) =>
    editReview(deps, { viewer, reviewId: params.reviewId, reviewPut: body }),
  ),
];
