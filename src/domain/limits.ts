/** The numbers of spec §9 and of api.md. */
export const GST_PERCENT = 18;
export const CURRENCY = 'INR';
export const UNIT_OF_MEASURE = 'Nos';
export const DOMESTIC_DIAL_CODE = '91';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WINDOW_HOURS = 24;
export const BOOKABLE_DAYS = 7;
/** Allowed difference between a Now booking's start and the server's clock. */
export const NOW_SKEW_MINUTES = 5;
/** Chosen: an unpaid order keeps its use of a coupon as long as a payment usually takes. Later money takes a use that is left. */
export const COUPON_RESERVATION_MINUTES = 30;
/** How long a page waits for the answer of a bank that was asked. UPI’s requests end within minutes. */
export const PAYMENT_MINUTES = 60;

/** Chosen: the money of an unclaimed gift goes back after this time. PayPal and banks refuse refunds after 180 days. */
export const GIFT_CLAIM_DAYS = 90;
export const GIFT_NAME_MAX_LETTERS = 60;
export const GIFT_MESSAGE_MAX_LETTERS = 300;

export const OTP_DIGITS = 6;
export const OTP_VALID_MINUTES = 10;
export const OTP_TRIES = 5;
export const OTP_RESEND_SECONDS = 120;
/** RFC 8628: the codes that sign in a television. */
export const DEVICE_CODE_VALID_MINUTES = 10;
export const OTHER_BROWSER_MINUTES = 5;
export const DEVICE_POLL_SECONDS = 5;
export const DEVICE_SLOW_DOWN_SECONDS = 5;
/** How often an open television asks for the film that the viewer chose on the phone. */
export const TELEVISION_POLL_SECONDS = 5;
/** A television that asked within this time is open. A chosen film is forgotten after it. */
export const TELEVISION_OPEN_SECONDS = 15;
export const DEVICE_NAME_MAX_LETTERS = 60;
export const USER_CODE_LENGTH = 8;
export const MOBILE_MIN_DIGITS = 8;
export const MOBILE_MAX_DIGITS = 10;
/** E.164. */
export const FOREIGN_MOBILE_MAX_DIGITS = 15;
export const PASSWORD_MIN_LENGTH = 6;

export const PAGE_SIZES = {
  search: 10,
  homeStreaming: 12,
  upcoming: 10,
  publicUpcoming: 12,
  popular: 5,
  homeShortFilms: 9,
  shortFilms: 12,
  movies: 12,
  reviews: 10,
  orders: 100,
  producer: 30,
  /** The size that a browser sends for an export (spec §7). The export itself has no limit: the server streams all orders. */
  csvExport: 100_000,
  /** Largest JSON page of producer orders; the server holds a whole page in memory. */
  producerJsonMax: 1000,
} as const;
export const MAX_PAGE_SIZE = 100;
/** Days of the figures of all films: at least two weeks, because the last week is compared with the week before. */
export const PRODUCER_SALES_DAYS = 28;
export const SALES_DAYS_MAX = 366;

/** Rupees. */
export const SUBMISSION_FEE_MAX = 1_000_000;
/** Spec §9: a fee paid by the international wallet is always one dollar. */
export const SUBMISSION_FEE_DOLLARS = 1;
/** Films of one account, without a paid fee, that wait for a decision. */
export const WAITING_FILMS_MAX = 20;

export const SYNOPSIS_MAX_LETTERS = 290;
export const SEARCH_MAX_LETTERS = 100;
export const RATING_SCALE = 5;
/**
 * Of a film on the viewer's device. Chosen: longer than a tunnel, a lift, or the restart of a router; a copied memory holds a
 * small part of a film.
 */
export const KEYS_AHEAD_MINUTES = 5;
export const WATERMARK_INTERVAL_SECONDS = 5;
export const PLAYHEAD_COOKIE_DAYS = 7;
export const BANNER_INTERVAL_MS = 2000;
export const BANNER_FADE_MS = 600;
/** Chosen: the time to read one letter of a slide. Each slide stays twice as long after the first round. */
export const BANNER_LETTER_MS = 40;
export const BANNER_SLOWDOWN = 2;
export const RETRY_AFTER_REFRESH_MS = 500;
export const TOAST_MS = 2000;
export const TOASTS_AT_ONCE = 3;
export const TOASTS_AT_ONCE_ON_PHONES = 2;
export const MAP_ZOOM = 11;

/**
 * Rows that the back office loads of a list. Chosen: more than the default of 50, so that filtering in the browser covers most
 * lists. The statements of 500 channels take 300 ms.
 */
export const OFFICE_LIST_ROWS = 300;
