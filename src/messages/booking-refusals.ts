/** What the server answers about a booking. Not part of the pages, which show it as it comes. */
export const bookingRefusals = {
  tooManyCoupons: 'You tried too many codes. Wait a while and try again.',
  zoneUnknown: 'We don’t know this time zone. Check the time zone of your device.',
} as const;
