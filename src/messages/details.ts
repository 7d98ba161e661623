import { changeHour, chooseHourHint } from './ticket-sentences.ts';

/** The film page for a signed-in viewer (spec §2, §4, §8). */
export const detailMessages = {
  pageTitle: 'Movie',
  watchNow: 'Watch Now',
  booked: 'Booked',
  loadFailed: 'Unable to load movie at this time please try again',
  invalidId: 'Something went wrong!!!',
  notFound: 'Movie not found',
  notFoundNote: 'We may no longer show this film.',
  toTheFilms: 'Movies',
  bookHint: chooseHourHint,
  /** No line ends between a time and AM or PM. */
  watchHint: (closes: string) => `You can watch until ${closes.replace(/ (?=[AP]M)/, '\u00a0')}.`,
  resumesAt: (position: string) => `The film continues at ${position}.`,
  bookedHint: (wait: string) => `You can watch in ${wait}.`,
  deviceCheck: {
    cannotPlay:
      'This browser can’t play the film. Before you pay, open this page in the latest Chrome, Firefox, Edge or Safari.',
    slow: 'Your connection is slow now, so the film may stop to load. Use a faster connection when you watch.',
    wrongClock: 'The clock of this device is wrong. The times on this site are right.',
  },
  toTheTicket: 'View ticket',
  anotherHour: changeHour,
  ticketReturning: (orderNo: string) => `The refund for your ticket No. ${orderNo} is on its way.`,
  ticketReturned: (orderNo: string) => `Your ticket No. ${orderNo} was returned and refunded.`,
  freeTicketReturned: (orderNo: string) => `Your ticket No. ${orderNo} was returned.`,
  share: 'Share',
  shareOn: (network: string) => `Share on ${network}`,
  shareText: (name: string) => `${name} on Matinee`,
  networks: { facebook: 'Facebook', x: 'X', whatsapp: 'WhatsApp' },
} as const;
