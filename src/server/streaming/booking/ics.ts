import ical, {
  type ICalAlarmData,
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { cleanLine } from '#domain/plain-text.ts';
import { latestStart } from '#domain/viewing.ts';
import { calendarFileMessages } from '#messages/calendar-files.ts';

export const REMINDER_MINUTES = [60, 10] as const;

export interface TicketEvent {
  orderNo: string;
  movieName: string;
  movieNameEn: string | null;
  runningTime: number | null;
  bookingStartTime: Date;
  bookingEndTime: Date;
  /** The time zone in which the viewer chose the hour. */
  timezone: string;
  /**
   * 0, plus 1 for each change of the window and for the cancellation. Calendars ignore entries that
   * are not newer.
   */
  sequence: number;
  /** The ticket's page: `https://cinema.example/purchasehistory/7`. Its host is part of the UID. */
  address: string;
}

interface Person {
  name: string;
  email: string;
}

export interface CalendarOptions {
  method: 'publish' | 'request' | 'cancel';
  now: Date;
  /**
   * Null if the server has no sender address; calendars may then not match an update to the entry.
   */
  organizer: Person | null;
  attendee?: Person | null;
}

const METHODS = {
  publish: ICalCalendarMethod.PUBLISH,
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
};

interface BookingOpening {
  movieKey: string;
  movieName: string;
  /** `YYYY-MM-DD` */
  day: string;
  streamingStart: Date;
  address: string;
  now: Date;
  organizer: Person | null;
}

/** The day on which booking opens, as an iCalendar file. A film always has the same UID. */
export function bookingOpeningCalendar(opening: BookingOpening): string {
  const { movieKey, movieName, day, streamingStart, address, now, organizer } = opening;
  // RFC 5546 §3.2.1: a published event needs an organizer.
  const calendar = newCalendar(organizer ? 'publish' : null);
  calendar.createEvent({
    id: `booking-${movieKey}@${new URL(address).hostname}`,
    stamp: now,
    start: new Date(`${day}T00:00:00Z`),
    timezone: 'UTC',
    allDay: true,
    summary: cleanLine(calendarFileMessages.bookingOpens(movieName)),
    description: calendarFileMessages.streamsAndBook(
      `${displayDay(streamingStart, CINEMA_ZONE)}, ${displayTime(streamingStart, CINEMA_ZONE)} IST`,
      address,
    ),
    url: address,
    transparency: ICalEventTransparency.TRANSPARENT,
    status: ICalEventStatus.CONFIRMED,
    organizer: organizer && withCleanName(organizer),
  });
  return `${calendar.toString()}\r\n`;
}

const newCalendar = (method: CalendarOptions['method'] | null) =>
  ical({
    method: method && METHODS[method],
    prodId: {
      company: calendarFileMessages.company,
      product: calendarFileMessages.product,
      language: 'EN',
    },
  });

/** A ticket's window as an iCalendar file (RFC 5545), in UTC. An order always has the same UID. */
export function ticketCalendar(
  ticket: TicketEvent,
  { method, now, organizer, attendee }: CalendarOptions,
): string {
  const calendar = newCalendar(method === 'publish' && !organizer ? null : method);
  calendar.createEvent({
    id: `ticket-${ticket.orderNo}@${new URL(ticket.address).hostname}`,
    sequence: ticket.sequence,
    stamp: now,
    start: ticket.bookingStartTime,
    end: ticket.bookingEndTime,
    summary: cleanLine(ticket.movieName),
    description: describeTicket(ticket),
    url: ticket.address,
    // Chosen: the 24-hour window does not mark the viewer as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    status: method === 'cancel' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: organizer && withCleanName(organizer),
    attendees: attendee
      ? [{ ...withCleanName(attendee), rsvp: false, status: ICalAttendeeStatus.ACCEPTED }]
      : [],
    alarms: method === 'cancel' ? [] : REMINDER_MINUTES.map(toAlarm),
  });
  return `${calendar.toString()}\r\n`;
}

const withCleanName = ({ name, email }: Person): Person => ({ name: cleanLine(name), email });

const toAlarm = (minutes: number): ICalAlarmData => ({
  type: ICalAlarmType.display,
  triggerBefore: minutes * 60,
  description:
    minutes === 60
      ? calendarFileMessages.opensInAnHour
      : calendarFileMessages.opensInMinutes(minutes),
});

function describeTicket({ timezone, ...ticket }: TicketEvent): string {
  const latest = latestStart(ticket, ticket.runningTime);
  return [
    cleanLine(calendarFileMessages.description(distinctEnglishName(ticket), ticket.orderNo)),
    ...(latest
      ? [
          calendarFileMessages.latestStart(
            `${displayDay(latest, timezone)}, ${displayTime(latest, timezone)}`,
          ),
        ]
      : []),
    calendarFileMessages.watchHere(ticket.address),
  ].join('\n');
}
