import { fromWire } from './dates.ts';
import { viewingWindow, type Window } from './viewing.ts';

/** The window that an order carries; an end that cannot be read follows from the start. */
export function orderWindow({
  bookingStartTime,
  bookingEndTime,
}: {
  bookingStartTime: string;
  bookingEndTime: string;
}): Window {
  const window = viewingWindow(fromWire(bookingStartTime) ?? new Date(0));
  return { ...window, bookingEndTime: fromWire(bookingEndTime) ?? window.bookingEndTime };
}
