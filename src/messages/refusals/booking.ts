import { bookingRefusals } from '../booking-refusals.ts';
import { bookingMessages } from '../booking.ts';
import { paymentMessages } from '../payments.ts';

/** The sentences of the refusals of bookings, gifts and invoices. */
export const bookingSentences = {
  address_missing: 'Your profile has no email address. Add one there, then try again.',
  already_booked: bookingMessages.alreadyBooked,
  booking_not_open: 'Booking for this film is not open yet. Come back later.',
  booking_open: 'You can book this film now. Choose a date and time.',
  claimed_gift_kept: 'This gift has been claimed, so it can no longer be taken back',
  country_unknown: bookingMessages.countryUnknown,
  coupon_not_yet: (day: string) => `This discount code is valid from ${day}`,
  coupon_other_film: 'This discount code is for another film',
  coupon_over: 'This discount code is no longer valid',
  coupon_unknown: bookingMessages.couponUnknown,
  // Sent as coupon_used_up.
  coupon_used_by_viewer: (times: number) =>
    times === 1
      ? 'You have already used this discount code'
      : `You have already used this discount code ${times} times`,
  coupon_used_up: 'This discount code has been used up',
  film_not_ready: 'You can’t book this film yet. Come back later.',
  gift_already_booked:
    'You already have a ticket for this film. You can claim the gift when that ticket has ended, or send the link on.',
  gift_claimed:
    'This gift has been claimed already. If you claimed it, your ticket is in your Booking History.',
  gift_film_withdrawn:
    'We no longer show this film. The person who gave it to you gets the money back.',
  gift_is_own:
    'This is your own gift. Send its link to the person it is for, or take it back in your Booking History.',
  gift_lapsed: 'This gift was not claimed in time. The person who gave it gets the money back.',
  gift_not_found:
    'We don’t know this gift. Check that the link is complete, or ask the person who sent it.',
  gift_returned:
    'This gift was refunded to the person who gave it, so it can no longer be claimed.',
  gift_taken_back: 'This gift was taken back by the person who gave it.',
  invoice_not_found: 'This ticket does not have this document',
  invoice_of_other_seller: 'Another seller sold this ticket. Ask them for the invoice.',
  not_returnable:
    'This ticket was paid in time, so it can’t be refunded here. Contact us if you need help.',
  nothing_to_pay: paymentMessages.nothingToPay,
  order_closed: 'This ticket can no longer be changed',
  order_paid: 'This ticket is already paid',
  payment_held: 'We are checking a payment for this film. Do not pay again.',
  payment_pending: 'Your bank is still confirming the payment for this ticket',
  played_not_returned: 'You have started this film, so its ticket can’t be refunded',
  price_changed: bookingMessages.priceChanged,
  slot_before_streaming: 'The film is not available yet at this time. Choose a later one.',
  slot_missing: bookingMessages.chooseDateAndTime,
  slot_not_on_the_hour: 'Choose a full hour, or Now',
  slot_past: 'This time has passed. Choose another.',
  slot_too_far: 'You can book up to seven days ahead',
  state_required: bookingMessages.stateRequired,
  place_unknown: bookingMessages.stateUnknown,
  ticket_not_paid: bookingMessages.ticketNotPaid,
  ticket_over: bookingMessages.ticketOver,
  ticket_played: bookingMessages.ticketPlayed,
  zone_unknown: bookingRefusals.zoneUnknown,
} as const;
