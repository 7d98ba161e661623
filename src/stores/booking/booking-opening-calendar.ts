export { bookingOpeningCalendarUrl } from '#api/booking.ts';
