import { displayDay, displayHour, HOUSE_ZONE } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { displayCents, displayRupees, toRupees } from '#domain/pricing.ts';
import { latestStart } from '#domain/viewing.ts';
import { zoneAbbreviation, zoneOffset } from '#domain/zones.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { historyMessages } from '#messages/history.ts';
import { mailMessages as text } from '#messages/mails.ts';
import { href } from '#routes.ts';
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
  refundReason: string | null = null,
): Promise<Mail> {
  const kind = mail.kind as MailKind;
  const { order, movie } = booked;
  const address = ticketAddress(config, order.movieOrderId);
  const hasCode = kind === 'ticket' || kind === 'rescheduled' || kind === 'extended';
  const code = hasCode ? `code-${order.orderNo}` : null;
  const letter = letterOf(config, kind, booked, { address, code, refundReason });
  const opens = `${displayDay(order.bookingStartTime, order.timezone)}, ${displayHour(order.bookingStartTime, order.timezone)}`;
  return {
    to: reader.emailId,
    subject: text.subjects[kind](movie.movieName, opens),
    text: letterText(letter),
    html: letterHtml(letter),
    messageId: `<ticket-${order.orderNo}-${kind}-${mail.sequence}@${new URL(config.origin).hostname}>`,
    ...(kind.startsWith('reminder_') && { unsubscribe: pageAddress(config, 'profileSettings') }),
    ...calendarOf(config, kind, booked, reader, now),
    ...(code && { pictures: [{ cid: code, filename: `${order.orderNo}.png`, content: await qrPng(address) }] }),
  };
}

function letterOf(
  config: Config,
  kind: MailKind,
  { order, movie, invoiceNo, charged }: BookedOrder,
  { address, code, refundReason }: { address: string; code: string | null; refundReason: string | null },
) {
  const isOver = kind === 'refunded';
  const isReminder = kind.startsWith('reminder_');
  const paper = isOver ? text.creditNote : text.invoice;
  // A ticket that cost nothing was given back without a credit note.
  const hasPaper = invoiceNo !== null && (!isOver || order.totalRoundedValue > 0);
  const lead = isOver && order.totalRoundedValue === 0 ? text.nothingToReturn : text.leads[kind];
  const money = isOver
    ? refundFacts(order, charged, refundReason)
    : kind === 'ticket'
      ? paymentFacts(order, charged)
      : [];
  return {
    film: movie.movieName,
    otherName: secondName(movie),
    lead,
    facts: [[text.number, order.orderNo], ...(isOver ? [] : windowFacts(order, movie.runningTime)), ...money],
    links: [
      { label: text.yourTicket, address },
      ...(hasPaper && !isReminder ? [{ label: paper, address: `${address}#invoice` }] : []),
      ...(isReminder ? [] : [{ label: text.contact, address: pageAddress(config, 'contactUs') }]),
    ],
    code,
    notes: [...(isReminder ? [text.noReminders] : []), ...(code || isOver ? [text.calendar] : [])],
  } satisfies Letter;
}

type Order = BookedOrder['order'];

const pageAddress = ({ siteOrigins: [origin] }: Config, page: 'contactUs' | 'profileSettings') =>
  `${origin}${href(page)}`;

/** `₹176`, or what was charged in another currency beside it. */
const sumOf = ({ totalRoundedValue }: Order, charged: BookedOrder['charged']): string => {
  const sum = displayRupees(toRupees(totalRoundedValue));
  return charged ? historyMessages.chargedFor(displayCents(charged.amount, charged.currency), sum) : sum;
};

const modeOf = ({ paymentMode }: Order): string => historyMessages.modes[paymentMode ?? ''] ?? paymentMode ?? '-';

function paymentFacts(order: Order, charged: BookedOrder['charged']): Letter['facts'] {
  if (order.totalRoundedValue === 0)
    return [[text.paid, order.couponCode ? historyMessages.paidWithCode(order.couponCode) : text.nothingPaid]];
  return [
    [text.paid, sumOf(order, charged)],
    [text.tax, text.taxAt(displayRupees(toRupees(order.totalTaxValue)), order.taxPercentage)],
    [text.paidBy, modeOf(order)],
  ];
}

function refundFacts(order: Order, charged: BookedOrder['charged'], reason: string | null): Letter['facts'] {
  const why: Letter['facts'] = reason ? [[text.reason, reason]] : [];
  if (order.totalRoundedValue === 0) return why;
  return [
    [text.returned, sumOf(order, charged)],
    [text.returnedTo, text.sameWay(modeOf(order))],
    [text.arrives, text.arrivesIn],
    ...why,
  ];
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
