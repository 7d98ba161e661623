import { fromWire } from './dates.ts';
import { viewingWindow, type ViewingWindow } from './viewing.ts';

/**
 * The window of an order as the API sends it. An unreadable end is replaced by start + 24 hours.
 */
export function orderWindow(order: {
  bookingStartTime: string;
  bookingEndTime: string;
}): ViewingWindow {
  const window = viewingWindow(fromWire(order.bookingStartTime) ?? new Date(0));
  return { ...window, bookingEndTime: fromWire(order.bookingEndTime) ?? window.bookingEndTime };
}
