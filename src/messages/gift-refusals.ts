/** What the server says about gifts: refusals, and reasons of refunds. */
export const giftRefusals = {
  notOpenYet: 'Booking for this film is not open yet. Come back later.',
  notFound:
    'We don’t know this gift. Check that the link is complete, or ask the person who sent it.',
  alreadyClaimed:
    'This gift has been claimed already. If you claimed it, your ticket is in your Booking History.',
  wasTakenBack: 'This gift was taken back by the person who gave it.',
  hasLapsed: 'This gift was not claimed in time. The person who gave it gets the money back.',
  wasReturned: 'This gift was refunded to the person who gave it, so it can no longer be claimed.',
  filmWithdrawn: 'We no longer show this film. The person who gave it to you gets the money back.',
  isOwn:
    'This is your own gift. Send its link to the person it is for, or take it back in your Booking History.',
  alreadyHasTicket:
    'You already have a ticket for this film. You can claim the gift when that ticket has ended, or send the link on.',
  tooManyTries: 'Too many links were tried from your network. Wait a while and try again.',
  claimedNotReturned: 'This gift has been claimed, so it can no longer be taken back',

  // Reasons of refunds.
  takenBack: 'The gift was taken back',
  notClaimed: 'The gift was not claimed in time',
} as const;
