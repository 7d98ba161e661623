/** API errors for the submission fee (spec §5). */
export const submissionFeeMessages = {
  used: 'This fee was already used for another film',
  otherAmount: 'You paid a different amount. Enter the amount that you paid.',
  notFound: 'We couldn’t find this fee',
  unusedPaid: 'You have paid a fee that is not used yet. Use it first.',
  held: 'We have received a payment of the fee and are checking it. Do not pay again.',
  pending: 'Your bank is still confirming the payment of the fee',
  notProven:
    'We couldn’t confirm the payment yet. If you were charged, the fee is marked as paid in a moment.',
  notRefundable: 'This fee has no payment to refund',
  tooSmall: 'The smallest fee is one rupee',
  description: 'Film submission',
} as const;
