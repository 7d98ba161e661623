import { publicReviewsByMovie } from '#contract/reviews.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { readReviews } from './actions.ts';

export const reviewRoutes = (deps: Deps) => [
  serve(publicReviewsByMovie, ({ params, query }) => readReviews(deps, params.movieId, query)),
];
