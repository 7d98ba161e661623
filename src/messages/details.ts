/** The film page for a signed-in viewer (spec §2, §4, §8). */
export const detailMessages = {
  pageTitle: 'Movie',
  watchNow: 'Watch Now',
  booked: 'Booked',
  catalogueBusy: 'The catalogue is being written. Please ask again in a moment',
  loadFailed: 'Unable to load movie at this time please try again',
  invalidId: 'Something went wrong!!!',
  notFound: 'Movie not found',
  notFoundNote: 'The film may no longer be in our programme.',
  toTheFilms: 'Movies',
  bookHint: 'Choose a day and an hour. The film is yours for 24 hours from then.',
  watchHint: (closes: string) => `Your window is open until ${closes}.`,
  resumesAt: (place: string) => `The film goes on at ${place}.`,
  bookedHint: (wait: string) => `Your film opens in ${wait}.`,
  preflight: {
    fine: 'This device can play the film.',
    cannotPlay:
      'This browser cannot play the film. A newer Chrome, Firefox, Edge or Safari can: please look there before you pay.',
    slow: 'The connection is slow now: the film may stop on its way. A better one before you begin will do.',
    wrongClock:
      'The clock of this device is wrong. The hours on these pages follow the right time, not the clock of this device.',
  },
  toTheTicket: 'To the ticket',
  anotherHour: 'Another hour',
  ticketReturning: (orderNo: string) => `The money for your ticket No. ${orderNo} is on its way back.`,
  ticketReturned: (orderNo: string) => `Your ticket No. ${orderNo} was given back, and its money returned.`,
  freeTicketReturned: (orderNo: string) => `Your ticket No. ${orderNo} was given back.`,
  share: 'Share',
  shareOn: (network: string) => `Share on ${network}`,
  shareText: (name: string) => `${name} on Matinee`,
  networks: { facebook: 'Facebook', x: 'X', whatsapp: 'WhatsApp' },
} as const;
