/** A payer who says that the bank has taken the money. Loaded when it is needed. */
export const paymentCheckMessages = {
  providerSilent: 'The payment service is not responding. We ask it again and again until it does.',
  havePaid: 'I have paid',
  notReceived:
    'Your bank has not told us of a payment yet. We ask again and again. If it was charged, your ticket opens by itself.',
  tooManyChecks:
    'We have asked your bank many times. Wait a while: your ticket opens by itself if the money arrives.',
} as const;
