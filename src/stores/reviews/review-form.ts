import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { postReview, putReview } from '#api/reviews.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { ReviewDraft } from '#contract/reviews.ts';
import { isSameReview } from '#domain/review.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $details, refreshDetails } from '../details/details.ts';
import { persistentTabAtom } from '../lib/persistent-atom.ts';
import { apiErrorWithCode } from '../lib/call-errors.ts';
import { createTask } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';
import { closeReviewDialog, reviews, writtenReview } from './reviews.ts';
import { $userId } from '../session/session.ts';

const ReviewFieldsShape = z.object({
  rating: z.number(),
  reviewComments: z.string(),
  hasSpoilers: z.boolean(),
});
type ReviewFields = z.infer<typeof ReviewFieldsShape>;

/** The unsent review of one viewer and film. */
const storedDraft = persistentTabAtom(
  'reviewDraft',
  ReviewFieldsShape.extend({ userId: z.number().nullable(), movieId: z.number() }),
);
const BLANK: ReviewFields = { rating: 0, reviewComments: '', hasSpoilers: false };

const existingReview = (movie: MemberMovie): ReviewFields => writtenReview(movie) ?? BLANK;

/** The stored draft, else the existing review. */
export function reviewDraft(movie: MemberMovie): {
  reviewFields: ReviewFields;
  isRestored: boolean;
} {
  const draft = storedDraft.get();
  const isRestored = draft?.movieId === movie.movieId && draft.userId === $userId.get();
  const { rating, reviewComments, hasSpoilers } = isRestored ? draft : existingReview(movie);
  return { reviewFields: { rating, reviewComments, hasSpoilers }, isRestored };
}

export function saveReviewDraft(movie: MemberMovie, reviewFields: ReviewFields) {
  const isChanged = !isSameReview(reviewFields, existingReview(movie));
  storedDraft.set(
    isChanged ? { ...reviewFields, movieId: movie.movieId, userId: $userId.get() } : null,
  );
}

export const reviewResolver = zodResolver(ReviewDraft);

export const submitReview = createTask(async (movie: MemberMovie, draft: ReviewDraft) => {
  const mine = writtenReview(movie);
  const myReview = await saveReview(movie.movieId, mine?.reviewId, draft).catch(refreshIfOutdated);
  storedDraft.set(null);
  closeReviewDialog();
  notify('success', mine ? text.updated : text.thankYou);
  $details.setKey('movie', { ...movie, myReview });
  void refreshDetails();
  void reviews.reload();
});

/** Spec §7 sends the person, and with a change also the film. */
function saveReview(movieId: number, reviewId: number | undefined, draft: ReviewDraft) {
  const userId = $userId.get();
  if (reviewId === undefined) return postReview(movieId, { userId, ...draft });
  return putReview(reviewId, { movieId, userId, ...draft, active: 'Y' });
}

/**
 * The review was written in another tab, or the ticket has ended: reloads the film. The form shows
 * the error.
 */
async function refreshIfOutdated(error: unknown): Promise<never> {
  if (apiErrorWithCode(error, 'already_reviewed', 'review_not_found', 'ticket_required'))
    await refreshDetails();
  throw error;
}
