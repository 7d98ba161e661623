import { useStore } from '@nanostores/react';
import { displayBoth } from '#domain/moments.ts';
import { orderWindow } from '#domain/order-window.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $booking, viewerZone } from '#stores/booking.ts';

/** Which ticket is moved, and the hours that it has. */
export function PresentHours() {
  const { ticket } = useStore($booking);
  if (!ticket) return null;
  const zone = viewerZone();
  const { bookingStartTime, bookingEndTime } = orderWindow(ticket);
  return (
    <div className="mt-4 grid max-w-[60ch] gap-1.5 lg:mt-0">
      {ticket.slotPassed && <p className="font-semibold">{text.slotPassedNote}</p>}
      <p aria-live="polite">
        {text.presentHours(displayBoth(bookingStartTime, zone), displayBoth(bookingEndTime, zone))}
      </p>
      <p className="soft">{text.moveNote}</p>
    </div>
  );
}
