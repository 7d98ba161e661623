/** What the server answers about a payment, and the reasons of refunds. Not part of the pages. */
export const paymentRefusals = {
  providerUnavailable:
    'The payment service is not responding. Nothing was charged. Try again in a moment.',
  proofMissing:
    'We couldn’t confirm the payment yet. If you were charged, your ticket opens by itself in a moment.',
  paypalAbroadOnly: 'PayPal is for buyers outside India. Pay by card or UPI instead.',
  declined: 'PayPal couldn’t charge this card or account. Choose another one.',
  notRefundable: 'This ticket has no payment to refund',
  notReturnable:
    'This ticket was paid in time, so it can’t be refunded here. Contact us if you need help.',
  playedNotReturned: 'You have started this film, so its ticket can’t be refunded',
  slotHadPassed: 'The time had passed when the payment arrived',
  filmWithdrawn: 'The film was withdrawn',
  tooManyPayments:
    'You tried to pay too many times. Nothing was charged. Wait a while and try again.',
  orderPaid: 'This ticket is already paid',
  paymentHeld: 'We are checking a payment for this film. Do not pay again.',
} as const;
