import ical, {
  type ICalAlarmData,
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { displayDay, displayHour, HOUSE_ZONE } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { latestStart } from '#domain/viewing.ts';
import { calendarMessages as text } from '#messages/calendar.ts';

/** How long before a window opens its viewer is reminded. */
export const REMINDER_MINUTES = [60, 10] as const;

export interface TicketEvent {
  orderNo: string;
  movieName: string;
  movieNameEn: string | null;
  runningTime: number | null;
  bookingStartTime: Date;
  bookingEndTime: Date;
  /** The zone that the hour was chosen in. */
  timezone: string;
  /** 0, and one more for every new hour and for the cancellation. Calendars ignore what is not newer. */
  sequence: number;
  /** The ticket's page, whole: `https://house.example/purchasehistory/7`. Its host makes the UID one of ours. */
  address: string;
}

interface Person {
  name: string;
  email: string;
}

export interface CalendarFile {
  /** `publish`: a file that somebody takes. `request`: one that is sent by mail, and put in their calendar. `cancel`: takes it out. */
  method: 'publish' | 'request' | 'cancel';
  now: Date;
  /** Without the house's address, as where no mail is set up, calendars may not match an update to what they hold. */
  organizer: Person | null;
  /** Whom it is mailed to. */
  attendee?: Person | null;
}

const METHODS = {
  publish: ICalCalendarMethod.PUBLISH,
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
};

interface BookingDay {
  movieKey: string;
  movieName: string;
  /** `YYYY-MM-DD` */
  day: string;
  streamingStart: Date;
  /** The film's page, whole. */
  address: string;
  now: Date;
}

/** The day when the booking of a film opens as an iCalendar file; the same film always has the same UID. */
export function bookingDayCalendar({ movieKey, movieName, day, streamingStart, address, now }: BookingDay): string {
  const calendar = newCalendar('publish');
  calendar.createEvent({
    id: `booking-${movieKey}@${new URL(address).hostname}`,
    stamp: now,
    start: new Date(`${day}T00:00:00Z`),
    timezone: 'UTC',
    allDay: true,
    summary: text.bookingOpens(movieName),
    description: text.streamsAndBook(
      `${displayDay(streamingStart, HOUSE_ZONE)}, ${displayHour(streamingStart, HOUSE_ZONE)} IST`,
      address,
    ),
    url: address,
    transparency: ICalEventTransparency.TRANSPARENT,
    status: ICalEventStatus.CONFIRMED,
  });
  return `${calendar.toString()}\r\n`;
}

const newCalendar = (method: CalendarFile['method']) =>
  ical({ method: METHODS[method], prodId: { company: text.company, product: text.product, language: 'EN' } });

/** A ticket's window as an iCalendar file (RFC 5545), in UTC. The same order always has the same UID. */
export function ticketCalendar(ticket: TicketEvent, { method, now, organizer, attendee }: CalendarFile): string {
  const calendar = newCalendar(method);
  calendar.createEvent({
    id: `ticket-${ticket.orderNo}@${new URL(ticket.address).hostname}`,
    sequence: ticket.sequence,
    stamp: now,
    start: ticket.bookingStartTime,
    end: ticket.bookingEndTime,
    summary: ticket.movieName,
    description: describe(ticket),
    url: ticket.address,
    // Chosen: the 24 hours stand in the calendar and leave the day free; nobody is busy for all of them.
    transparency: ICalEventTransparency.TRANSPARENT,
    status: method === 'cancel' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer,
    attendees: attendee ? [{ ...attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }] : [],
    alarms: method === 'cancel' ? [] : REMINDER_MINUTES.map(alarm),
  });
  return `${calendar.toString()}\r\n`;
}

const alarm = (minutes: number): ICalAlarmData => ({
  type: ICalAlarmType.display,
  triggerBefore: minutes * 60,
  description: minutes === 60 ? text.opensInAnHour : text.opensInMinutes(minutes),
});

function describe({ timezone, ...ticket }: TicketEvent): string {
  const latest = latestStart(ticket, ticket.runningTime);
  return [
    text.described(secondName(ticket), ticket.orderNo),
    ...(latest ? [text.latestStart(`${displayDay(latest, timezone)}, ${displayHour(latest, timezone)}`)] : []),
    text.watchHere(ticket.address),
  ].join('\n');
}
