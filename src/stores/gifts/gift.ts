import { map } from 'nanostores';
import { z } from 'zod';
import { fetchMemberMovie } from '#api/booking.ts';
import { fetchGift, postClaim } from '#api/gifts.ts';
import { GIFT_ERRORS } from '#contract/error-groups.ts';
import type { Gift } from '#contract/gifts.ts';
import { toWire } from '#domain/dates.ts';
import { giftMessages as text } from '#messages/gifts.ts';
import { href } from '#routes.ts';
import { $booking, blankBooking, confirmChosenWindow, viewerZone } from '../booking/booking.ts';
import { apiErrorWithCode, errorText, isRejected } from '../lib/call-errors.ts';
import { goToPage, replacePage } from '../lib/navigate.ts';
import { persistentTabAtom } from '../lib/persistent-atom.ts';
import { signUpHref } from '../lib/return-path.ts';
import { createTask, type Status } from '../lib/task.ts';
import { notifyOnNextPage } from '../notices/notices.ts';
import { firstBookableDate } from '../booking/open-booking.ts';
import { $session } from '../session/session.ts';

/**
 * The opened link, in this tab: the sign-in leads away from its address, and no other address may
 * contain the code.
 */
const OpenedLink = z.object({ code: z.string(), isChoosing: z.boolean() });
const openedLink = persistentTabAtom('gift', OpenedLink);

interface GiftPage {
  status: Status;
  gift: Gift | null;
  /** Why nobody can claim the gift; empty if it can be claimed, or was not loaded. */
  refusal: string;
  /** The receiver chooses the hour, in `$booking`. */
  isChoosing: boolean;
  /** The ticket is the receiver's, and the next page is loading. */
  isClaimed: boolean;
}

const blankPage: GiftPage = {
  status: 'process',
  gift: null,
  refusal: '',
  isChoosing: false,
  isClaimed: false,
};
export const $gift = map<GiftPage>({ ...blankPage });

const codeInUrl = () => globalThis.location.hash.slice(1);

export async function openGift() {
  const opened = openedLink.get();
  const code = codeInUrl() || opened?.code;
  $gift.set({ ...blankPage, status: code ? 'process' : 'noData' });
  if (!code) return;
  const isChoosing = opened?.code === code && opened.isChoosing;
  openedLink.set({ code, isChoosing: false });
  try {
    $gift.set({ ...blankPage, status: 'success', gift: await fetchGift(code) });
  } catch (error) {
    return $gift.set({
      ...blankPage,
      status: 'error',
      refusal: isRejected(error) ? error.message : '',
    });
  }
  if (isChoosing && $session.get()) await chooseHour.run();
}

/** A visitor signs in first and comes back. */
export const chooseHour = createTask(async () => {
  const { gift } = $gift.get();
  const link = openedLink.get();
  if (!gift || !link) return;
  if (!$session.get()) {
    openedLink.set({ ...link, isChoosing: true });
    return goToPage(signUpHref(href('gift')));
  }
  const movie = await fetchMemberMovie(gift.movie.movieId);
  $booking.set({
    ...blankBooking,
    status: 'success',
    movie,
    isClaim: true,
    date: firstBookableDate(movie),
  });
  $gift.setKey('isChoosing', true);
});

export const leaveChoice = () => $gift.setKey('isChoosing', false);

export const claimGift = createTask(async () => {
  const window = confirmChosenWindow();
  const link = openedLink.get();
  if (!window || !link) return;
  const { code } = link;
  const order = await postClaim({
    code,
    bookingStartTime: toWire(window.bookingStartTime),
    timezone: viewerZone(),
  });
  openedLink.set(null);
  $gift.setKey('isClaimed', true);
  notifyOnNextPage('success', text.claimed);
  replacePage(href('purchasedOrder', { order_id: order.movieOrderId }));
}, explainClaimError);

/** A gift that nobody can claim any more closes the choice; another hour may still be chosen. */
function explainClaimError(error: unknown): string {
  const message = errorText(error);
  if (apiErrorWithCode(error, ...GIFT_ERRORS))
    $gift.set({ ...blankPage, status: 'error', refusal: message });
  else $booking.setKey('error', message);
  return message;
}
