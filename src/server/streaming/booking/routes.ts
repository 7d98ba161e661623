import * as booking from '#contract/booking.ts';
import { checkPayment, reportPayment, startCheckout } from '#contract/payments.ts';
import * as gifts from '#contract/gifts.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint, withStatus } from '../../http/serve-endpoint.ts';
import { claimGift, readGift } from './gifts/claim-gift.ts';
import { bookTicket, changeBooking, readMovieOrders, readOrders } from './actions.ts';
import { readBookingOpeningCalendar, readTicketCalendar } from './calendar.ts';
import { checkTicketPayment, reportTicketPayment, startTicketPayment } from './checkout.ts';
import { validateCoupon } from './coupons.ts';
import { readOrder } from './own-order.ts';
import { requestReminder, cancelReminder } from './reminders/actions.ts';
import { rescheduleTicket } from './reschedule.ts';
import { returnTicket } from './return-ticket.ts';

const withHttpStatus = ({ isNew, order }: Awaited<ReturnType<typeof bookTicket>>) =>
  withStatus(isNew ? 201 : 200, order);

const calendarFile = ({ file, name }: { file: string; name: string }) =>
  new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=UTF-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });

export const bookingRoutes = (deps: Deps) => [
  serveEndpoint(booking.createOrder, async ({ viewer, ip, params, body }) =>
    withHttpStatus(await bookTicket(deps, viewer, ip, params.movieId, body)),
  ),
  serveEndpoint(booking.createOrderFlat, async ({ viewer, ip, body }) =>
    withHttpStatus(await bookTicket(deps, viewer, ip, body.movieId, body)),
  ),
  serveEndpoint(booking.updateOrder, ({ viewer, ip, params, body }) =>
    changeBooking({ deps, viewer, ip, orderId: params.orderId, put: body }),
  ),
  serveEndpoint(booking.listOrders, ({ viewer, query }) => readOrders(deps, viewer, query)),
  serveEndpoint(booking.getOrder, ({ viewer, params }) => readOrder(deps, viewer, params.orderId)),
  serveEndpoint(booking.myMovieOrders, ({ viewer, params }) =>
    readMovieOrders(deps, viewer, params.movieId),
  ),
  serveEndpoint(booking.validateCoupon, ({ viewer, body }) => validateCoupon(deps, viewer, body)),
  serveEndpoint(booking.rescheduleOrder, ({ viewer, params, body }) =>
    rescheduleTicket(deps, viewer, params.orderId, body),
  ),
  serveEndpoint(startCheckout, ({ viewer, params, body }) =>
    startTicketPayment({ deps, viewer, orderId: params.orderId, provider: body.provider }),
  ),
  serveEndpoint(reportPayment, ({ viewer, params, body }) =>
    reportTicketPayment({ deps, viewer, orderId: params.orderId, report: body }),
  ),
  serveEndpoint(checkPayment, ({ viewer, params }) =>
    checkTicketPayment(deps, viewer, params.orderId),
  ),
  serveEndpoint(booking.returnTicket, ({ viewer, params }) =>
    returnTicket(deps, viewer, params.orderId),
  ),
  serveEndpoint(gifts.findGift, ({ ip, body }) => readGift(deps, ip, body.code)),
  serveEndpoint(gifts.claimGift, ({ viewer, ip, body }) =>
    claimGift({ deps, viewer, ip, claim: body }),
  ),
  serveEndpoint(booking.ticketCalendarFile, async ({ viewer, params }) =>
    calendarFile(await readTicketCalendar(deps, viewer, params.orderId)),
  ),
  serveEndpoint(booking.bookingOpeningCalendarFile, async ({ params }) =>
    calendarFile(await readBookingOpeningCalendar(deps, params.id)),
  ),
  serveEndpoint(booking.requestBookingReminder, ({ viewer, params, body }) =>
    requestReminder(deps, { viewer, movieId: params.id, timezone: body.timezone }),
  ),
  serveEndpoint(booking.cancelBookingReminder, ({ viewer, params }) =>
    cancelReminder(deps, viewer, params.id),
  ),
];
