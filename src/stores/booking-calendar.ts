export { bookingCalendarUrl } from '#api/booking.ts';
