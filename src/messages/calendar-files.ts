/** The texts in calendar files. The server writes them. */
export const calendarFileMessages = {
  bookingOpeningFileName: (movieId: number) => `booking-${movieId}.ics`,
  bookingOpens: (film: string) => `Booking opens: ${film}`,
  streamsAndBook: (when: string, address: string) =>
    `The film streams from ${when}.\nBook here: ${address}`,
  company: 'Matinee',
  product: 'Tickets',
  description: (english: string | null, number: string) =>
    [
      english,
      `Ticket No. ${number}`,
      'You can watch during these hours. Start before your ticket closes and you can finish.',
    ]
      .filter(Boolean)
      .join('\n'),
  latestStart: (when: string) => `To finish before it closes, start by ${when}.`,
  watchHere: (address: string) => `Watch here: ${address}`,
  opensInAnHour: 'You can watch in one hour',
  opensInMinutes: (minutes: number) => `You can watch in ${minutes} minutes`,
} as const;
