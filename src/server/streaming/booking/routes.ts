import * as booking from '#contract/booking.ts';
import type { Deps } from '../../deps.ts';
import { serve, withStatus } from '../../http.ts';
import { bookTicket, changeBooking, readMovieForViewer, readMovieOrders, readOrder, readOrders } from './actions.ts';
import { readCalendar } from './calendar.ts';
import { tryCoupon } from './coupons.ts';
import { rescheduleTicket } from './reschedule.ts';

const answered = ({ isNew, order }: Awaited<ReturnType<typeof bookTicket>>) => withStatus(isNew ? 201 : 200, order);

export const bookingRoutes = (deps: Deps) => [
  serve(booking.memberMovie, ({ viewer, params }) => readMovieForViewer(deps, viewer, params.id)),
  serve(booking.createOrder, async ({ viewer, params, body }) =>
    answered(await bookTicket(deps, viewer, params.movieId, body)),
  ),
  serve(booking.createOrderFlat, async ({ viewer, body }) =>
    answered(await bookTicket(deps, viewer, body.movieId, body)),
  ),
  serve(booking.updateOrder, ({ viewer, params, body }) => changeBooking(deps, viewer, params.orderId, body)),
  serve(booking.listOrders, ({ viewer, query }) => readOrders(deps, viewer, query)),
  serve(booking.getOrder, ({ viewer, params }) => readOrder(deps, viewer, params.orderId)),
  serve(booking.myMovieOrders, ({ viewer, params }) => readMovieOrders(deps, viewer, params.movieId)),
  serve(booking.validateCoupon, ({ viewer, body }) => tryCoupon(deps, viewer, body)),
  serve(booking.rescheduleOrder, ({ viewer, params, body }) => rescheduleTicket(deps, viewer, params.orderId, body)),
  serve(booking.ticketCalendarFile, async ({ viewer, params }) => {
    const { file, name } = await readCalendar(deps, viewer, params.orderId);
    return new Response(file, {
      headers: {
        'Content-Type': 'text/calendar; charset=UTF-8; method=PUBLISH',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      },
    });
  }),
];
