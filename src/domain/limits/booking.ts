// The numbers of spec §9 and of api.md.
export const WINDOW_HOURS = 24;
export const BOOKABLE_DAYS = 7;
/** Allowed difference between a Now booking's start and the server's clock. */
export const NOW_SKEW_MINUTES = 5;
/**
 * Chosen: an unpaid order keeps its use of a coupon as long as a payment usually takes. Later money
 * takes a use that is left.
 */
export const COUPON_RESERVATION_MINUTES = 30;
/**
 * How long a page waits for the answer of a bank that was asked. UPI’s requests end within minutes.
 */
export const PAYMENT_MINUTES = 60;
/**
 * Chosen: the money of an unclaimed gift goes back after this time. PayPal and banks refuse refunds
 * after 180 days.
 */
export const GIFT_CLAIM_DAYS = 90;
export const GIFT_NAME_MAX_LETTERS = 60;
export const GIFT_MESSAGE_MAX_LETTERS = 300;
