import { atom } from 'nanostores';
import { fetchReviews } from '#api/reviews.ts';
import type { MemberMovie } from '#contract/booking.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { commonMessages } from '#messages/common.ts';
import { createPagedList } from './lib/list.ts';
import { notify } from './notices.ts';

/** What everybody wrote about the film, newest first. */
export const reviews = createPagedList(fetchReviews);

/** Spec §6: the rate button shows only then. */
export const mayRate = ({ playStatus }: Pick<MemberMovie, 'playStatus'>): boolean => playStatus === 'PAID';

/** What this viewer wrote about the film and did not take back. */
export const writtenReview = ({ myReview }: Pick<MemberMovie, 'myReview'>): OwnReview | null =>
  myReview?.active === 'Y' ? myReview : null;

export const $reviewWindow = atom<'form' | 'list' | null>(null);

export const openReviewForm = () => $reviewWindow.set('form');
export const openReviewList = () => $reviewWindow.set('list');
export const closeReviewWindow = () => $reviewWindow.set(null);

/** The form's own code did not come. */
export function missReviewForm() {
  closeReviewWindow();
  notify('error', commonMessages.offline);
}
