/** The calendar entries of a ticket and of the day on which a film's booking opens. */
export const calendarMessages = {
  ticketFileName: (orderNo: string) => `ticket-${orderNo}.ics`,
  bookingDayFileName: (movieId: number) => `booking-${movieId}.ics`,
  bookingOpens: (film: string) => `Booking opens: ${film}`,
  streamsAndBook: (when: string, address: string) => `The film streams from ${when}.\nBook here: ${address}`,
  company: 'Matinee',
  product: 'Tickets',
  description: (english: string | null, number: string) =>
    [
      ...(english ? [english] : []),
      `Ticket No. ${number}`,
      'The film is yours in these hours. Begin whenever you like.',
    ].join('\n'),
  latestStart: (when: string) => `To finish before the window closes, begin by ${when}.`,
  watchHere: (address: string) => `Watch here: ${address}`,
  opensInAnHour: 'Your film opens in one hour',
  opensInMinutes: (minutes: number) => `Your film opens in ${minutes} minutes`,
} as const;
