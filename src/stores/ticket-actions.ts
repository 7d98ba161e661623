import { fetchMemberMovie } from '#api/booking.ts';
import { fetchCalendarFile } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { displayHour } from '#domain/dates.ts';
import { orderWindow } from '#domain/order-window.ts';
import { wallClock } from '#domain/zones.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { href } from '#routes.ts';
import { ticketInfo, viewerZone } from './booking.ts';
import { serverNow } from './clock.ts';
import { saveFile } from './lib/download.ts';
import { go } from './lib/navigate.ts';
import { createTask } from './lib/status.ts';
import { $showing, startWatching } from './playback.ts';
import { refreshTicket } from './ticket.ts';

/** Under the name that the file has in the mail too, so that one takes the other's place. */
export const saveCalendar = createTask(async ({ movieOrderId, orderNo }: Order) =>
  saveFile(calendarMessages.fileName(orderNo), 'text/calendar', await fetchCalendarFile(movieOrderId)),
);

/** Watch Now: the copyright warning, then the film, as on the film's own page. */
export const watchTicket = createTask(async ({ movieId }: Order) => startWatching(await fetchMemberMovie(movieId)));

// Once it was played, its hour stays.
$showing.listen((showing) => {
  if (!showing) void refreshTicket();
});

/** Back to the till with the hour that was chosen; one that has passed meanwhile is chosen anew. */
export function finishPaying(order: Order, now = serverNow()) {
  const { bookingStartTime: start } = orderWindow(order);
  const { movieId, bookingStartTime: startTime } = order;
  if (start <= now) return go(href('ticketBooking', { movie_id: movieId }));
  const zone = viewerZone();
  ticketInfo.set({ movieId, startTime, date: wallClock(start, zone).date, time: displayHour(start, zone) });
  return go(href('payment'));
}
