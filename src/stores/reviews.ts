import { atom } from 'nanostores';
import { fetchReviews } from '#api/reviews.ts';
import type { MemberMovie } from '#contract/booking.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { commonMessages } from '#messages/common.ts';
import { createPagedList } from './lib/list.ts';
import { notify } from './notices.ts';

export const reviews = createPagedList(fetchReviews);

/** Spec §6. */
export const canRate = ({ playStatus }: Pick<MemberMovie, 'playStatus'>): boolean => playStatus === 'PAID';

export const writtenReview = ({ myReview }: Pick<MemberMovie, 'myReview'>): OwnReview | null =>
  myReview?.active === 'Y' ? myReview : null;

export const $reviewWindow = atom<'form' | 'list' | null>(null);

export const openReviewForm = () => $reviewWindow.set('form');
export const openReviewList = () => $reviewWindow.set('list');
export const closeReviewWindow = () => $reviewWindow.set(null);

export function reportReviewFormMissing() {
  closeReviewWindow();
  notify('error', commonMessages.offline);
}
