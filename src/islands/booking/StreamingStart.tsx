import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { bookingDay } from '#domain/booking-opens.ts';
import { displayHour, local } from '#domain/dates.ts';
import { zoneAbbreviation } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { bookingCalendarAddress } from '#stores/booking-calendar.ts';
import { $bookingReminders, setBookingReminder } from '#stores/booking-reminders.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

interface StreamsFromProps {
  movieId: number;
  start: Date;
  zone: string;
  /** Whether booking is still to open; where a page is older than that day, its styles decide. */
  isAhead?: boolean;
  /** What a viewer can do besides. */
  children?: ReactNode;
}

/** When a film streams and when its booking opens. Both are true at any time; `opens` goes once booking is open. */
export const StreamsFrom = ({ movieId, start, zone, isAhead = true, children }: StreamsFromProps) => (
  <div className="streams">
    <p className="font-semibold">{text.streamsFrom(streamsAt(start, zone))}</p>
    {isAhead && (
      <div className="opens">
        <BookingOpens start={start} zone={zone} />
        <p>
          <a className="more" href={bookingCalendarAddress(movieId)} download>
            {text.calendarEntry}
          </a>
        </p>
        {children}
      </div>
    )}
  </div>
);

/** For a film that is announced without a date. */
export const NoDate = () => <p>{text.noDate}</p>;

export const BookingOpens = ({ start, zone }: Pick<StreamsFromProps, 'start' | 'zone'>) => (
  <p>{text.bookingOpens(local(new Date(`${bookingDay(start, zone)}T00:00:00Z`), 'UTC')!.format('ddd D MMM YYYY'))}</p>
);

const streamsAt = (start: Date, zone: string) =>
  `${local(start, zone)!.format('ddd D MMM YYYY')}, ${displayHour(start, zone)} ${zoneAbbreviation(start, zone)}`;

/** Asks for one mail on the day when booking opens, or takes that back. */
export function RemindMe({ movie: { movieId, hasReminder } }: { movie: MemberMovie }) {
  const isOn = useStore($bookingReminders)[movieId] ?? hasReminder;
  const { status, error } = useStore(setBookingReminder.$state);
  return (
    <div className="grid justify-items-start gap-2">
      <Button kind="line" small busy={status === 'process'} onClick={() => void setBookingReminder.run(movieId, !isOn)}>
        {isOn ? text.remindMeNot : text.remindMe}
      </Button>
      <p className="sm soft" role="status">
        {isOn && text.reminderNote}
      </p>
      <ErrorText error={error} />
    </div>
  );
}
