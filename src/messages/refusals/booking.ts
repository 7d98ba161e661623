import { bookingRefusals } from '../booking-refusals.ts';
import { bookingMessages } from '../booking.ts';
import { giftRefusals } from '../gift-refusals.ts';
import { paymentRefusals } from '../payment-refusals.ts';
import { paymentMessages } from '../payments.ts';

/** The sentences of the refusals of bookings, gifts and invoices. */
export const bookingSentences = {
  address_missing: bookingRefusals.reminderNeedsAddress,
  already_booked: bookingMessages.alreadyBooked,
  booking_not_open: giftRefusals.notOpenYet,
  booking_open: bookingRefusals.bookingIsOpen,
  claimed_gift_kept: giftRefusals.claimedNotReturned,
  country_unknown: bookingMessages.countryUnknown,
  coupon_not_yet: bookingRefusals.couponNotYetValid,
  coupon_other_film: bookingRefusals.couponOtherFilm,
  coupon_over: bookingRefusals.couponExpired,
  coupon_unknown: bookingMessages.couponUnknown,
  coupon_used_by_viewer: (times: number) =>
    times === 1 ? bookingRefusals.couponUsedByYou : bookingRefusals.couponUsedByYouTimes(times),
  coupon_used_up: bookingRefusals.couponUsedUp,
  film_not_ready: bookingRefusals.filmNotReady,
  gift_already_booked: giftRefusals.alreadyHasTicket,
  gift_claimed: giftRefusals.alreadyClaimed,
  gift_film_withdrawn: giftRefusals.filmWithdrawn,
  gift_is_own: giftRefusals.isOwn,
  gift_lapsed: giftRefusals.hasLapsed,
  gift_not_found: giftRefusals.notFound,
  gift_returned: giftRefusals.wasReturned,
  gift_taken_back: giftRefusals.wasTakenBack,
  invoice_not_found: bookingRefusals.invoiceNotFound,
  invoice_of_other_seller: bookingRefusals.invoiceFromOtherSeller,
  not_returnable: paymentRefusals.notReturnable,
  nothing_to_pay: paymentMessages.nothingToPay,
  order_closed: bookingRefusals.orderClosed,
  order_paid: paymentRefusals.orderPaid,
  payment_held: paymentRefusals.paymentHeld,
  payment_pending: bookingRefusals.paymentPending,
  played_not_returned: paymentRefusals.playedNotReturned,
  price_changed: bookingMessages.priceChanged,
  slot_before_streaming: bookingRefusals.slotBeforeStreaming,
  slot_missing: bookingMessages.chooseDateAndTime,
  slot_not_on_the_hour: bookingRefusals.slotNotOnTheHour,
  slot_past: bookingRefusals.slotPast,
  slot_too_far: bookingRefusals.slotTooFar,
  state_required: bookingMessages.stateRequired,
  place_unknown: bookingMessages.stateUnknown,
  ticket_not_paid: bookingMessages.ticketNotPaid,
  ticket_over: bookingMessages.ticketOver,
  ticket_played: bookingMessages.ticketPlayed,
  zone_unknown: bookingRefusals.zoneUnknown,
} as const;
