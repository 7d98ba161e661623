import { computed } from 'nanostores';
import { $booking, type GiftDraft } from '../booking/booking.ts';

export const blankGift: GiftDraft = { giverName: null, receiverName: null, message: null };

/** The ticket costs nothing more, and opens at its hour. */
export const $isPaid = computed($booking, ({ ticket, isClaim }) => ticket !== null || isClaim);

/** The draft of a gift stays while its check box is off. */
let uncheckedGift = blankGift;

export function setGift(isGift: boolean) {
  const { gift } = $booking.get();
  uncheckedGift = gift ?? uncheckedGift;
  $booking.set({ ...$booking.get(), gift: isGift ? uncheckedGift : null, error: '' });
}

export const typeGift = (change: Partial<GiftDraft>) =>
  $booking.setKey('gift', { ...($booking.get().gift ?? blankGift), ...change });
