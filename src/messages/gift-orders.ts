/**
 * Gifts in booking and in the booking history: of the giver, and of the receiver after the claim.
 */
export const giftOrderMessages = {
  // Booking page.
  giverName: 'Your name (optional)',
  receiverName: 'Name of the receiver (optional)',
  message: 'Your message (optional)',
  linkAfterPayment: 'After the payment you get a link to send. It works once.',

  // The giver's order.
  states: {
    unpaid: 'Not paid yet',
    waiting: 'Not claimed yet',
    claimed: 'Claimed',
    taken_back: 'You took it back',
    lapsed: 'Nobody claimed it in time',
    returned: 'Refunded',
  },
  titles: {
    waiting: 'Your gift is ready',
    claimed: 'Your gift was claimed',
    lapsed: 'Nobody claimed this gift in time',
  },
  giftFor: (name: string) => `A gift for ${name}`,
  gift: 'A gift',
  claimedAt: (when: string) => `Claimed on ${when}`,
  claimUntil: (when: string) => `Can be claimed until ${when}`,
  waitingNote: (until: string) =>
    `Send this link to one person: the first who claims it gets the ticket and chooses the hour. If nobody claims it before ${until}, you get your money back.`,
  waitingFreeNote: (until: string) =>
    `Send this link to one person: the first who claims it gets the ticket and chooses the hour. Nobody can claim it after ${until}.`,
  claimedNote: (when: string) =>
    `It was claimed on ${when}. The ticket belongs to the person who claimed it.`,
  lapsedNote: 'The link no longer works. You get your money back.',
  lapsedFreeNote: 'The link no longer works. Nothing was charged for this gift.',
  link: 'Link to the gift',
  copyLink: 'Copy the link',
  copied: 'Copied',
  copyFailed: 'The browser did not copy. Select the link and copy it.',
  share: 'Share',
  shareText: (film: string) => `A ticket for ${film}, for you`,
  linkNotShown: 'This link can no longer be shown. The link that you sent still works.',
  yourMessage: 'Your message',
  takeBack: 'Take back',
  takeBackNote: (total: string) =>
    `The link stops working at once. We return ${total} to the card or account you paid with. Banks take up to seven working days.`,
  takeBackFreeNote: 'The link stops working at once. Nothing was charged for this gift.',
  keep: 'Keep the gift',
  takingBack: 'One moment',
  giveAnother: 'Give to another person',
  giveThisFilm: 'Give this film to somebody',
  help: 'Until somebody claims the gift, you can take it back. After that, only the receiver can change its hour.',

  // The receiver's ticket.
  receivedEnded: 'The ticket has ended',
  receivedEndedNote: 'The money of this gift went back to the person who gave it.',
  receivedHelp: (closes: string) =>
    `You can change the date or time until ${closes}, if you have not started the film.`,
} as const;
