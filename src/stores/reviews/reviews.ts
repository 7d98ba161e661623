import { atom } from 'nanostores';
import { fetchReviews } from '#api/reviews.ts';
import type { MemberMovie } from '#contract/booking.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { commonMessages } from '#messages/common.ts';
import { createPagedList } from '../lib/list.ts';
import { notify } from '../notices/notices.ts';

export const reviews = createPagedList(fetchReviews);

/** Spec §6. */
export const canRate = ({ playStatus }: Pick<MemberMovie, 'playStatus'>): boolean =>
  playStatus === 'PAID';

export const writtenReview = ({ myReview }: Pick<MemberMovie, 'myReview'>): OwnReview | null =>
  myReview?.active === 'Y' ? myReview : null;

export const $reviewDialog = atom<'form' | 'list' | null>(null);

export const openReviewForm = () => $reviewDialog.set('form');
export const openReviewList = () => $reviewDialog.set('list');
export const closeReviewDialog = () => $reviewDialog.set(null);

export function reportReviewFormNotLoaded() {
  closeReviewDialog();
  notify('error', commonMessages.offline);
}
