import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { RATING_SCALE } from '#domain/limits/catalogue.ts';
import { ACTIVE } from '#domain/active.ts';
import { cleanComments, COMMENTS_MAX_LENGTH } from '#domain/review.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { Id, WireDate } from './catalogue.ts';
import {
  endpoint,
  PUBLIC_GET,
  SHORT_CACHE,
  VIEWER_GET,
  VIEWER_POST,
  VIEWER_PUT,
} from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

export const Review = z.object({
  reviewId: z.number(),
  rating: z.number().min(1).max(RATING_SCALE),
  reviewComments: z.string(),
  createdOn: WireDate,
  active: z.enum(ACTIVE),
  /** Set by the author. Lists hide the text until the reader unfolds it. */
  hasSpoilers: z.boolean(),
  userId: z.number(),
  movieId: z.number(),
  user: z.object({ firstName: z.string(), userImageName: z.string().nullable() }),
});
export type Review = z.infer<typeof Review>;

/** The author also sees a hidden or withdrawn (`active` N) review. */
export const OwnReview = Review.extend({ isHidden: z.boolean() });
export type OwnReview = z.infer<typeof OwnReview>;

/** Rules and texts of spec §5. */
export const ReviewDraft = z.object({
  rating: z
    .number(text.selectRatings)
    .int(text.selectRatings)
    .min(1, text.selectRatings)
    .max(RATING_SCALE, text.selectRatings),
  reviewComments: z
    .string(text.enterComments)
    .overwrite(cleanComments)
    .min(1, text.enterComments)
    .max(COMMENTS_MAX_LENGTH, text.tooLong(COMMENTS_MAX_LENGTH)),
  hasSpoilers: z.boolean().default(false),
});
export type ReviewDraft = z.infer<typeof ReviewDraft>;

const ignored = z.unknown().optional();

/** Spec §7 sends the person: the server takes the owner of the token. */
const ReviewPost = ReviewDraft.extend({ userId: ignored });

/** `active` N withdraws the review. The server ignores film and person, which spec §7 sends. */
const ReviewPut = z.discriminatedUnion('active', [
  z.object({ active: z.literal('N'), movieId: ignored, userId: ignored }),
  ReviewPost.extend({ active: z.literal('Y').optional(), movieId: ignored }),
]);
export type ReviewPut = z.infer<typeof ReviewPut>;

const MovieParams = z.object({ movieId: Id });
const query = pageQuery({ base: 1, size: PAGE_SIZES.reviews, sortable: ['createdOn', 'rating'] });

export const publicReviewsByMovie = endpoint(PUBLIC_GET, '/public/moviereviewsbymovie/:movieId', {
  summary: 'List the reviews of a film, newest first',
  params: MovieParams,
  query,
  reply: pageOf(Review),
  cache: SHORT_CACHE,
});
export const allMovieReviews = endpoint(VIEWER_GET, '/getallmoviereviews', {
  summary: 'List the reviews of all films, newest first',
  query,
  reply: pageOf(Review),
});
export const reviewsByMovie = endpoint(VIEWER_GET, '/moviereviewsbymovie/:movieId', {
  summary: 'List the reviews of a film, newest first',
  params: MovieParams,
  query,
  reply: pageOf(Review),
});
export const reviewsByUser = endpoint(VIEWER_GET, '/moviereviewsbyuser/:userId', {
  summary: 'List the viewer’s reviews; 404 for another person',
  errors: ['user_not_found'],
  params: z.object({ userId: Id }),
  query,
  reply: pageOf(OwnReview),
});
export const myMovieReview = endpoint(VIEWER_GET, '/mymoviereview/:movieId', {
  summary: 'List the viewer’s review of a film: one or none',
  params: MovieParams,
  query,
  reply: pageOf(OwnReview),
});

export const createReview = endpoint(VIEWER_POST, '/movies/:movieId/moviereviews', {
  summary: 'Review a film while the viewer’s ticket is open; 409 if a review exists',
  errors: [
    'already_reviewed',
    'movie_not_found',
    'review_not_found',
    'ticket_required',
    'too_many_requests',
  ],
  params: MovieParams,
  body: ReviewPost,
  // The same review again, as after a double click or a lost response.
  otherStatuses: [200],
  reply: OwnReview,
  idempotent: true,
});
export const updateReview = endpoint(VIEWER_PUT, '/moviereviews/:reviewId', {
  summary: 'Edit a review while the ticket is open, or withdraw it at any time (`active` N)',
  errors: ['review_not_found', 'ticket_required', 'too_many_requests'],
  params: z.object({ reviewId: Id }),
  body: ReviewPut,
  reply: OwnReview,
});
