import { fetchMemberMovie } from '#api/booking.ts';
import { fetchCalendarFile } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isWindowOpen } from '#domain/viewing.ts';
import { wallClock } from '#domain/zones.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { href } from '#routes.ts';
import { payForGift, ticketInfo, viewerZone } from '../booking/booking.ts';
import { serverNow } from '../server-clock.ts';
import { saveFile } from '../lib/download.ts';
import { consumeHash, goToPage } from '../lib/navigate.ts';
import { createTask } from '../lib/task.ts';
import { $player, startWatching } from '../playback/playback.ts';
import { refreshTicket } from './ticket.ts';

/** Same file name as the mail's attachment, so both are the same calendar entry. */
export const saveCalendar = createTask(async ({ movieOrderId, orderNo }: Order) =>
  saveFile(
    calendarMessages.ticketFileName(orderNo),
    'text/calendar',
    await fetchCalendarFile(movieOrderId),
  ),
);

export const watchTicket = createTask(async ({ movieId }: Order) =>
  startWatching(await fetchMemberMovie(movieId)),
);

const WATCH_HASH = 'watch';
export const watchHref = ({ movieOrderId }: Order): string =>
  `${href('purchasedOrder', { order_id: movieOrderId })}#${WATCH_HASH}`;

/** Opens the film of an open ticket if the URL is a `watchHref`. */
export function watchIfRequested(order: Order) {
  const isOpen = order.paymentStatus === 'PAID' && isWindowOpen(orderWindow(order), serverNow());
  if (consumeHash(WATCH_HASH) && isOpen) void watchTicket.run(order);
}

// A played ticket can no longer be rescheduled, so the page reloads it.
$player.listen((player) => {
  if (!player) void refreshTicket();
});

export function resumePayment(order: Order, now = serverNow()) {
  const { bookingStartTime: start } = orderWindow(order);
  const { movieId, bookingStartTime: startTime } = order;
  if (order.gift) return payForGift(order, order.gift);
  if (start <= now) return goToPage(href('ticketBooking', { movie_id: movieId }));
  const zone = viewerZone();
  ticketInfo.set({
    movieId,
    startTime,
    date: wallClock(start, zone).date,
    time: 'hour',
  });
  return goToPage(href('payment'));
}
