import type { ErrorCode } from './error-codes.ts';

/** The coupon cannot be used for the order. */
export const COUPON_ERRORS = [
  'coupon_not_yet',
  'coupon_other_film',
  'coupon_over',
  'coupon_unknown',
  'coupon_used_up',
] as const satisfies ErrorCode[];

/** The film cannot be booked for this instant. */
export const SLOT_ERRORS = [
  'slot_before_streaming',
  'slot_not_on_the_hour',
  'slot_past',
  'slot_too_far',
] as const satisfies ErrorCode[];

/** The viewer cannot claim the gift, whatever the hour. */
export const GIFT_ERRORS = [
  'gift_claimed',
  'gift_film_withdrawn',
  'gift_is_own',
  'gift_lapsed',
  'gift_not_found',
  'gift_returned',
  'gift_taken_back',
] as const satisfies ErrorCode[];

/** The order cannot be made. */
export const BOOKING_ERRORS = [
  ...COUPON_ERRORS,
  ...SLOT_ERRORS,
  'already_booked',
  'booking_not_open',
  'film_not_ready',
  'movie_not_found',
  'payment_held',
  'payment_pending',
  'place_unknown',
  'price_changed',
  'too_many_requests',
  'zone_unknown',
] as const satisfies ErrorCode[];

/** The order cannot be paid. */
export const UNPAYABLE_ERRORS = [
  ...COUPON_ERRORS,
  'already_booked',
  'film_not_ready',
  'movie_not_found',
  'order_closed',
  'order_not_found',
  'order_paid',
  'payment_held',
  'payment_pending',
  'price_changed',
  'slot_past',
] as const satisfies ErrorCode[];
