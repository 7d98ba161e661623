/** Texts of the ticket button on other sites (`/embed/book.js`). */
export const embedMessages = {
  bookNow: 'Book Now',
  seeFilm: 'See the film',
  tickets: 'Tickets',
  plusGst: '+ GST',
  free: 'Free',
  bookingOpens: (day: string) => `Booking opens on ${day}`,
  noDate: 'The date is not known yet',
  notOnShow: 'This film is not on show',
} as const;
