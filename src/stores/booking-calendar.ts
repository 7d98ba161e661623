export { bookingCalendarAddress } from '#api/booking.ts';
