import { useStore } from '@nanostores/react';
import { displayLocalAndCinemaTime } from '#domain/display-time.ts';
import { orderWindow } from '#domain/order-window.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $booking, viewerZone } from '#stores/booking.ts';

/** Lets a line break only before the time in brackets. */
const unbroken = (time: string) => time.replace(/ (?!\()/g, '\u00a0');

export function CurrentWindow() {
  const { ticket } = useStore($booking);
  if (!ticket) return null;
  const zone = viewerZone();
  const { bookingStartTime, bookingEndTime } = orderWindow(ticket);
  return (
    <div className="mt-4 grid max-w-[60ch] gap-1.5 lg:mt-0">
      {ticket.slotPassed && <p className="font-semibold">{text.slotPassedNote}</p>}
      <p aria-live="polite">
        {text.currentWindow(
          unbroken(displayLocalAndCinemaTime(bookingStartTime, zone)),
          unbroken(displayLocalAndCinemaTime(bookingEndTime, zone)),
        )}
      </p>
      <p className="text-soft">{text.rescheduleNote}</p>
    </div>
  );
}
