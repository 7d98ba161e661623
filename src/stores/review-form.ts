import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { postReview, putReview } from '#api/reviews.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { ReviewDraft } from '#contract/reviews.ts';
import { isSameReview } from '#domain/review.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $details, renewDetails } from './details.ts';
import { persistedInTab } from './lib/persisted.ts';
import { createTask, refusal } from './lib/status.ts';
import { notify } from './notices.ts';
import { closeReviewWindow, reviews, writtenReview } from './reviews.ts';
import { $userId } from './session.ts';

// ---------- the draft ----------

const Words = z.object({ rating: z.number(), reviewComments: z.string(), hasSpoilers: z.boolean() });
export type ReviewWords = z.infer<typeof Words>;

/** What was typed and not sent yet outlives the window and the page, for whom and where it was typed. */
const kept = persistedInTab('reviewDraft', Words.extend({ userId: z.number().nullable(), movieId: z.number() }));
const BLANK: ReviewWords = { rating: 0, reviewComments: '', hasSpoilers: false };

const standing = (movie: MemberMovie): ReviewWords => writtenReview(movie) ?? BLANK;

/** What the form begins with: the draft that was kept, else what stands already. */
export function reviewDraft(movie: MemberMovie): { words: ReviewWords; isKept: boolean } {
  const draft = kept.get();
  const isKept = draft?.movieId === movie.movieId && draft.userId === $userId.get();
  const { rating, reviewComments, hasSpoilers } = isKept ? draft : standing(movie);
  return { words: { rating, reviewComments, hasSpoilers }, isKept };
}

export function keepDraft(movie: MemberMovie, words: ReviewWords) {
  const isNew = !isSameReview(words, standing(movie));
  kept.set(isNew ? { ...words, movieId: movie.movieId, userId: $userId.get() } : null);
}

// ---------- sending ----------

export const reviewResolver = zodResolver(ReviewDraft);

/** Sends the review, or its new words. What does not arrive stays in the form. */
export const submitReview = createTask(async (movie: MemberMovie, draft: ReviewDraft) => {
  const mine = writtenReview(movie);
  const myReview = await (mine ? putReview(mine.reviewId, draft) : postReview(movie.movieId, draft)).catch(reconsider);
  kept.set(null);
  closeReviewWindow();
  notify('success', mine ? text.updated : text.thankYou);
  $details.setKey('movie', { ...movie, myReview });
  void renewDetails();
  void reviews.reload();
});

/** Written in another tab, or the ticket has ended: the page learns how things stand, and the form says why it was refused. */
async function reconsider(error: unknown): Promise<never> {
  const isOutdated = ['already_reviewed', 'review_not_found', 'ticket_required'].some((code) => refusal(error, code));
  if (isOutdated) await renewDetails();
  throw error;
}
