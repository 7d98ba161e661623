import { displayDay, displayHour, HOUSE_ZONE } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { latestStart } from '#domain/viewing.ts';
import { zoneAbbreviation, zoneOffset } from '#domain/zones.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { mailMessages as text } from '#messages/mails.ts';
import type { Config } from '../../../config/config.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { organizerOf, ticketAddress, toEvent } from '../calendar.ts';
import { ticketCalendar } from '../ics.ts';
import { qrPng } from '../qr-png.ts';
import type { BookedOrder } from '../queries.ts';
import { letterHtml, letterText } from './letter-forms.ts';
import type { MailKind, TicketMail } from './queries.ts';

export interface Reader {
  firstName: string | null;
  lastName: string | null;
  emailId: string;
}

/** What a letter says, in its order; its text and its HTML are two ways to write this. */
export interface Letter {
  film: string;
  otherName: string | null;
  lead: string;
  facts: [label: string, value: string][];
  links: { label: string; address: string }[];
  /** The picture with the code, by its `cid`. */
  code: string | null;
  notes: string[];
}

export async function writeLetter(
  config: Config,
  mail: TicketMail,
  booked: BookedOrder,
  reader: Reader,
  now: Date,
): Promise<Mail> {
  const kind = mail.kind as MailKind;
  const { order, movie } = booked;
  const address = ticketAddress(config, order.movieOrderId);
  const hasCode = kind === 'ticket' || kind === 'rescheduled' || kind === 'extended';
  const code = hasCode ? `code-${order.orderNo}` : null;
  const letter = letterOf(kind, booked, address, code);
  const opens = `${displayDay(order.bookingStartTime, order.timezone)}, ${displayHour(order.bookingStartTime, order.timezone)}`;
  return {
    to: reader.emailId,
    subject: text.subjects[kind](movie.movieName, opens),
    text: letterText(letter),
    html: letterHtml(letter),
    messageId: `<ticket-${order.orderNo}-${kind}-${mail.sequence}@${new URL(config.origin).hostname}>`,
    ...calendarOf(config, kind, booked, reader, now),
    ...(code && { pictures: [{ cid: code, filename: `${order.orderNo}.png`, content: await qrPng(address) }] }),
  };
}

function letterOf(kind: MailKind, { order, movie, invoiceNo }: BookedOrder, address: string, code: string | null) {
  const isOver = kind === 'refunded';
  const paper = isOver ? text.creditNote : text.invoice;
  // A ticket that cost nothing was given back without a credit note.
  const hasPaper = invoiceNo !== null && (!isOver || order.totalRoundedValue > 0);
  return {
    film: movie.movieName,
    otherName: secondName(movie),
    lead: text.leads[kind],
    facts: [[text.number, order.orderNo], ...(isOver ? [] : windowFacts(order, movie.runningTime))],
    links: [
      { label: text.yourTicket, address },
      ...(hasPaper && !kind.startsWith('reminder_') ? [{ label: paper, address: `${address}#invoice` }] : []),
    ],
    code,
    notes: [...(kind.startsWith('reminder_') ? [text.noReminders] : []), ...(code || isOver ? [text.calendar] : [])],
  } satisfies Letter;
}

/** The window by the clock that its hour was chosen in, and by India's beside it where the two differ. */
function windowFacts(order: BookedOrder['order'], runningTime: number | null): Letter['facts'] {
  const { bookingStartTime, bookingEndTime, timezone } = order;
  const at = (instant: Date, zone = timezone) =>
    text.at(displayDay(instant, zone), displayHour(instant, zone), zoneAbbreviation(instant, zone));
  const differs = [bookingStartTime, bookingEndTime].some(
    (instant) => zoneOffset(instant, timezone) !== zoneOffset(instant, HOUSE_ZONE),
  );
  const latest = latestStart(order, runningTime);
  return [
    [text.opens, at(bookingStartTime)],
    [text.closes, at(bookingEndTime)],
    ...(differs
      ? [
          [text.inIndia, text.fromTo(at(bookingStartTime, HOUSE_ZONE), at(bookingEndTime, HOUSE_ZONE))] as [
            string,
            string,
          ],
        ]
      : []),
    ...(latest ? [[text.beginBy, at(latest)] as [string, string]] : []),
  ];
}

function calendarOf(
  config: Config,
  kind: MailKind,
  booked: BookedOrder,
  { firstName, lastName, emailId }: Reader,
  now: Date,
): Pick<Mail, 'calendar'> {
  if (kind.startsWith('reminder_')) return {};
  const method = kind === 'refunded' ? 'cancel' : 'request';
  const name = [firstName, lastName].filter(Boolean).join(' ') || emailId;
  const organizer = organizerOf(config);
  const content = ticketCalendar(toEvent(config, booked), {
    method,
    now,
    organizer,
    attendee: { name, email: emailId },
  });
  return { calendar: { method, filename: calendarMessages.fileName(booked.order.orderNo), content } };
}
