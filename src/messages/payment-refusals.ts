/** What the server answers about a payment, and the reasons of refunds. Not part of the pages. */
export const paymentRefusals = {
  proofMissing:
    'We couldn’t confirm the payment yet. If you were charged, your ticket opens by itself in a moment.',
  declined: 'PayPal couldn’t charge this card or account. Choose another one.',
  notRefundable: 'This ticket has no payment to refund',
  slotHadPassed: 'The time had passed when the payment arrived',
  filmWithdrawn: 'The film was withdrawn',
  tooManyPayments:
    'You tried to pay too many times. Nothing was charged. Wait a while and try again.',
} as const;
