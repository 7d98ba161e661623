import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { bookingOpeningDay } from '#domain/booking-opens.ts';
import { zoneAbbreviation } from '#domain/format/date-times.ts';
import { displayDayOfYear, displayPlainDayOfYear, displayTime } from '#domain/format/dates.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { bookingOpeningCalendarUrl } from '#stores/booking/booking-opening-calendar.ts';
import { $bookingReminders, setBookingReminder } from '#stores/booking/booking-reminders.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import type { Elements } from '#ui/elements.ts';

interface StreamingStartProps {
  movieId: number;
  start: Date;
  zone: string;
  /** Prebuilt pages use the default: layouts/guard.js and CSS decide by the current date. */
  isBookingNotOpen?: boolean;
  children?: Elements;
}

/** CSS hides `.booking-opening` once booking is open. */
export const StreamingStart = ({
  movieId,
  start,
  zone,
  isBookingNotOpen = true,
  children,
}: StreamingStartProps) => (
  <div className="streaming-start">
    <p className="font-semibold">{text.streamsFrom(streamingStartText(start, zone))}</p>
    {isBookingNotOpen && (
      <div className="booking-opening">
        <BookingOpeningDay start={start} zone={zone} />
        <p>
          <a className="action-link" href={bookingOpeningCalendarUrl(movieId)} download>
            {text.calendarEntry}
          </a>
        </p>
        {children}
      </div>
    )}
  </div>
);

export const NoStreamingDate = () => <p>{text.noDate}</p>;

export const BookingOpeningDay = ({ start, zone }: Pick<StreamingStartProps, 'start' | 'zone'>) => (
  <p>{text.bookingOpens(displayPlainDayOfYear(bookingOpeningDay(start, zone)))} </p>
);

const streamingStartText = (start: Date, zone: string) =>
  `${displayDayOfYear(start, zone)}, ${displayTime(start, zone)} ${zoneAbbreviation(start, zone)}`;

/** Requests or cancels the mail that is sent on the day when booking opens. */
export function ReminderButton({ movie: { movieId, hasReminder } }: { movie: MemberMovie }) {
  const isOn = useStore($bookingReminders)[movieId] ?? hasReminder;
  const { status, error } = useStore(setBookingReminder.$state);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        kind="secondary"
        small
        busy={status === 'process'}
        onClick={() => void setBookingReminder.run(movieId, !isOn)}
      >
        {isOn ? text.cancelReminder : text.remindMe}
      </Button>
      <p className="small text-soft" role="status">
        {isOn && text.reminderNote}
      </p>
      <ErrorText error={error} />
    </div>
  );
}
