import { z } from 'zod';
import { PAGE_SIZES, RATING_SCALE } from '#domain/limits.ts';
import { cleanComments, COMMENTS_MAX } from '#domain/review.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { Id, WireDate } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

export const Review = z.object({
  reviewId: z.number(),
  rating: z.number().min(1).max(RATING_SCALE),
  reviewComments: z.string(),
  createdOn: WireDate,
  active: z.enum(['Y', 'N']),
  /** Its author says that it tells the story: lists show it folded. */
  hasSpoilers: z.boolean(),
  userId: z.number(),
  movieId: z.number(),
  user: z.object({ firstName: z.string(), userImageName: z.string().nullable() }),
});
export type Review = z.infer<typeof Review>;

/** To its author: also what the house hid, or the author took back (`active` N). */
export const OwnReview = Review.extend({ isHidden: z.boolean() });
export type OwnReview = z.infer<typeof OwnReview>;

/** What is written; the rules and texts of spec §5. */
export const ReviewDraft = z.object({
  rating: z
    .number(text.selectRatings)
    .int(text.selectRatings)
    .min(1, text.selectRatings)
    .max(RATING_SCALE, text.selectRatings),
  reviewComments: z
    .string(text.enterComments)
    .transform(cleanComments)
    .pipe(z.string().min(1, text.enterComments).max(COMMENTS_MAX, text.tooLong(COMMENTS_MAX))),
  hasSpoilers: z.boolean().default(false),
});
export type ReviewDraft = z.infer<typeof ReviewDraft>;

/** `active` N takes the review back; for that nothing else is needed. Spec §7 sends film and person too: the review knows them. */
const ReviewPut = z.discriminatedUnion('active', [
  z.object({ active: z.literal('N') }),
  ReviewDraft.extend({ active: z.literal('Y').optional() }),
]);
export type ReviewPut = z.infer<typeof ReviewPut>;

const ofMovie = z.object({ movieId: Id });
const query = pageQuery({ base: 1, size: PAGE_SIZES.reviews, sortable: ['createdOn', 'rating'] });
const list = { service: 'ott', method: 'GET', query, status: 200 } as const;

export const publicReviewsByMovie = endpoint({
  ...list,
  auth: 'none',
  path: '/public/moviereviewsbymovie/:movieId',
  summary: 'Reviews of a film, newest first',
  params: ofMovie,
  reply: pageOf(Review),
  cache: { maxAge: 30, sMaxAge: 60, staleWhileRevalidate: 600 },
});
export const allMovieReviews = endpoint({
  ...list,
  auth: 'token',
  path: '/getallmoviereviews',
  summary: 'Reviews of all films, newest first',
  reply: pageOf(Review),
});
export const reviewsByMovie = endpoint({
  ...list,
  auth: 'token',
  path: '/moviereviewsbymovie/:movieId',
  summary: 'Reviews of a film, newest first',
  params: ofMovie,
  reply: pageOf(Review),
});
export const reviewsByUser = endpoint({
  ...list,
  auth: 'token',
  path: '/moviereviewsbyuser/:userId',
  summary: 'What this viewer wrote; another person is 404',
  params: z.object({ userId: Id }),
  reply: pageOf(OwnReview),
});
export const myMovieReview = endpoint({
  ...list,
  auth: 'token',
  path: '/mymoviereview/:movieId',
  summary: 'What this viewer wrote about a film: a list of one, or of none',
  params: ofMovie,
  reply: pageOf(OwnReview),
});

export const createReview = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/movies/:movieId/moviereviews',
  summary: 'Review a film while one’s ticket for it is open; 409 when one has written already',
  params: ofMovie,
  body: ReviewDraft,
  status: 201,
  // The very same review again, as by a double click or after a lost answer.
  also: [200],
  reply: OwnReview,
  idempotent: true,
});
export const updateReview = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'PUT',
  path: '/moviereviews/:reviewId',
  summary: 'Edit the own review while the ticket is open, or take it back at any time (`active` N)',
  params: z.object({ reviewId: Id }),
  body: ReviewPut,
  status: 200,
  reply: OwnReview,
});
