/** API errors for the submission fee (spec §5). */
export const submissionFeeMessages = {
  used: 'This fee was used for another film already',
  otherAmount: 'Another amount was paid than is entered now. Please enter the amount that was paid',
  notFound: 'This fee was not found',
  unusedPaid: 'You have paid a fee that waits for its film. Please use it first',
  pending: 'Your bank is still confirming the payment of the fee',
  notProven: 'The payment is not proven. If money was taken, the fee is marked as paid by itself in a moment',
  notRefundable: 'There is no payment of this fee that could be returned',
  tooSmall: 'A fee is one rupee at least',
  description: 'Film submission',
} as const;
