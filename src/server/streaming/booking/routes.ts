import * as booking from '#contract/booking.ts';
import type { Deps } from '../../deps.ts';
import { serve, withStatus } from '../../http.ts';
import { bookTicket, changeBooking, readMovieForViewer, readMovieOrders, readOrder, readOrders } from './actions.ts';
import { readBookingDay, readCalendar } from './calendar.ts';
import { tryCoupon } from './coupons.ts';
import { askReminder, dropReminder } from './reminders/actions.ts';
import { rescheduleTicket } from './reschedule.ts';

const answered = ({ isNew, order }: Awaited<ReturnType<typeof bookTicket>>) => withStatus(isNew ? 201 : 200, order);

// Never kept, not even the public one: the day of a film may be put off.
const calendarFile = ({ file, name }: { file: string; name: string }) =>
  new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=UTF-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });

export const bookingRoutes = (deps: Deps) => [
  serve(booking.memberMovie, ({ viewer, params }) => readMovieForViewer(deps, viewer, params.id)),
  serve(booking.createOrder, async ({ viewer, ip, params, body }) =>
    answered(await bookTicket(deps, viewer, ip, params.movieId, body)),
  ),
  serve(booking.createOrderFlat, async ({ viewer, ip, body }) =>
    answered(await bookTicket(deps, viewer, ip, body.movieId, body)),
  ),
  serve(booking.updateOrder, ({ viewer, ip, params, body }) => changeBooking(deps, viewer, ip, params.orderId, body)),
  serve(booking.listOrders, ({ viewer, query }) => readOrders(deps, viewer, query)),
  serve(booking.getOrder, ({ viewer, params }) => readOrder(deps, viewer, params.orderId)),
  serve(booking.myMovieOrders, ({ viewer, params }) => readMovieOrders(deps, viewer, params.movieId)),
  serve(booking.validateCoupon, ({ viewer, body }) => tryCoupon(deps, viewer, body)),
  serve(booking.rescheduleOrder, ({ viewer, params, body }) => rescheduleTicket(deps, viewer, params.orderId, body)),
  serve(booking.ticketCalendarFile, async ({ viewer, params }) =>
    calendarFile(await readCalendar(deps, viewer, params.orderId)),
  ),
  serve(booking.bookingCalendarFile, async ({ params }) => calendarFile(await readBookingDay(deps, params.id))),
  serve(booking.askBookingReminder, ({ viewer, params, body }) => askReminder(deps, viewer, params.id, body.timezone)),
  serve(booking.dropBookingReminder, ({ viewer, params }) => dropReminder(deps, viewer, params.id)),
];
