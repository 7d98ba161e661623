/** What the server answers about a booking. Not part of the pages, which show it as it comes. */
export const bookingRefusals = {
  tooManyCoupons: 'You tried too many codes. Wait a while and try again.',
  couponNotYetValid: (day: string) => `This discount code is valid from ${day}`,
  couponExpired: 'This discount code is no longer valid',
  couponOtherFilm: 'This discount code is for another film',
  couponUsedUp: 'This discount code has been used up',
  couponUsedByYou: 'You have already used this discount code',
  couponUsedByYouTimes: (times: number) =>
    `You have already used this discount code ${times} times`,
  invoiceNotFound: 'This ticket does not have this document',
  invoiceFromOtherSeller: 'Another seller sold this ticket. Ask them for the invoice.',
  zoneUnknown: 'We don’t know this time zone. Check the time zone of your device.',
  paymentPending: 'Your bank is still confirming the payment for this ticket',
  filmNotReady: 'You can’t book this film yet. Come back later.',
  slotPast: 'This time has passed. Choose another.',
  slotBeforeStreaming: 'The film is not available yet at this time. Choose a later one.',
  slotTooFar: 'You can book up to seven days ahead',
  slotNotOnTheHour: 'Choose a full hour, or Now',
  orderClosed: 'This ticket can no longer be changed',
  bookingIsOpen: 'You can book this film now. Choose a date and time.',
  reminderNeedsAddress: 'Your profile has no email address. Add one there, then try again.',
} as const;
