/** What the server says about gifts: refusals, and reasons of refunds. */
export const giftRefusals = {
  tooManyTries: 'Too many links were tried from your network. Wait a while and try again.',

  // Reasons of refunds.
  takenBack: 'The gift was taken back',
  notClaimed: 'The gift was not claimed in time',
} as const;
