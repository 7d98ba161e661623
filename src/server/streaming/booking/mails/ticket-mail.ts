import { CINEMA_ZONE } from '#domain/dates.ts';
import { bilingualName, distinctEnglishName } from '#domain/film.ts';
import { zoneAbbreviation } from '#domain/format/date-times.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { displayCents } from '#domain/format/report-money.ts';
import { nameOf } from '#domain/person.ts';
import { toRupees, type Paise } from '#domain/pricing.ts';
import { latestStart } from '#domain/viewing.ts';
import { zoneOffset } from '#domain/zones.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { historyMessages } from '#messages/history.ts';
import { mailMessages as text } from '#messages/mails.ts';
import { href } from '#routes.ts';
import type { Config } from '../../../config/config.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { organizerOf, ticketUrl, toTicketEvent } from '../calendar.ts';
import { ticketCalendar } from '../ics.ts';
import { qrPng } from '../qr-png.ts';
import type { BookedOrder } from '../queries.ts';
import { type MailContent, renderMail } from './render-mail.ts';
import { isReminder, type TicketMailKind } from '#domain/mail-kinds.ts';
import { PAYER_MAILS, type TicketMail } from './queries.ts';

interface Recipient {
  firstName: string | null;
  lastName: string | null;
  emailId: string;
  /**
   * Whether the account has proven the address. A stranger at an unproven one gets no free text of
   * the viewer.
   */
  isProven: boolean;
}

export async function composeTicketMail({
  config,
  mail,
  booked,
  recipient,
  now,
  refundReason = null,
}: {
  config: Config;
  mail: TicketMail;
  booked: BookedOrder;
  recipient: Recipient;
  now: Date;
  refundReason?: string | null;
}): Promise<Mail> {
  const kind = mail.kind;
  const { order, movie } = booked;
  const address = ticketUrl(config, order.movieOrderId);
  const hasQrCode = kind === 'ticket' || kind === 'rescheduled' || kind === 'extended';
  const qrCodeCid = hasQrCode ? `code-${order.orderNo}` : null;
  const content = toContent(config, kind, booked, { address, qrCodeCid, refundReason });
  const opens = `${displayDay(order.bookingStartTime, order.timezone)}, ${displayTime(order.bookingStartTime, order.timezone)}`;
  return {
    to: recipient.emailId,
    subject: text.subjects[kind](bilingualName(movie), opens),
    ...renderMail(content),
    messageId: `<ticket-${order.orderNo}-${kind}-${mail.calendarSequence}@${new URL(config.origin).hostname}>`,
    unsubscribe: isReminder(kind) ? pageAddress(config, 'profileSettings') : undefined,
    ...calendarOf(config, { kind, booked, recipient, now }),
    pictures: qrCodeCid
      ? [{ cid: qrCodeCid, filename: `${order.orderNo}.png`, content: await qrPng(address) }]
      : undefined,
  };
}

function toContent(
  config: Config,
  kind: TicketMailKind,
  { order, movie, gift, invoiceNo, charged, heldValue }: BookedOrder,
  {
    address,
    qrCodeCid,
    refundReason,
  }: { address: string; qrCodeCid: string | null; refundReason: string | null },
) {
  const isRefunded = kind === 'refunded';
  const documentLabel = isRefunded ? text.creditNote : text.invoice;
  const isToReceiver = gift !== null && !PAYER_MAILS.includes(kind);
  const hasWindow = !WITHOUT_WINDOW.includes(kind);
  const hasDocument =
    invoiceNo !== null && !isToReceiver && (!isRefunded || order.totalRoundedValue > 0);
  const lead =
    isRefunded && order.totalRoundedValue === 0 ? text.nothingToReturn : text.leads[kind];
  const moneyFacts = isRefunded
    ? refundFacts(order, charged, refundReason)
    : (kind === 'ticket' && !isToReceiver) || kind === 'gift'
      ? paymentFacts(order, charged)
      : kind === 'held'
        ? heldFacts(order, heldValue)
        : [];
  return {
    film: movie.movieName,
    englishName: distinctEnglishName(movie),
    lead,
    facts: [
      [text.number, order.orderNo],
      ...(hasWindow ? windowFacts(order, movie.runningTime) : []),
      ...(kind === 'gift' ? claimFacts(gift) : []),
      ...moneyFacts,
    ],
    links: [
      { label: kind === 'gift' ? text.yourGift : text.yourTicket, address },
      hasDocument && !isReminder(kind)
        ? { label: documentLabel, address: `${address}#invoice` }
        : null,
      isReminder(kind) ? null : { label: text.contact, address: pageAddress(config, 'contactUs') },
    ].filter((link) => link !== null),
    qrCodeCid,
    notes: [
      isReminder(kind) ? text.turnOffReminders : null,
      hasCalendar(kind, gift) ? text.calendar : null,
    ].filter((note) => note !== null),
  } satisfies MailContent;
}

type Order = BookedOrder['order'];

const WITHOUT_WINDOW: readonly TicketMailKind[] = ['gift', 'gift_ended', 'refunded', 'held'];

/** The calendar entry of a gift is the receiver's. */
const hasCalendar = (kind: TicketMailKind, gift: BookedOrder['gift']): boolean =>
  !isReminder(kind) && kind !== 'held' && (gift === null || !PAYER_MAILS.includes(kind));

const claimFacts = (gift: BookedOrder['gift']): MailContent['facts'] =>
  gift?.claimUntil ? [[text.claimUntil, displayDay(gift.claimUntil, CINEMA_ZONE)]] : [];

const pageAddress = ({ siteOrigins: [origin] }: Config, page: 'contactUs' | 'profileSettings') =>
  `${origin}${href(page)}`;

const heldFacts = ({ totalRoundedValue }: Order, heldValue: Paise | null): MailContent['facts'] => [
  [text.received, displayRupees(toRupees(heldValue ?? totalRoundedValue))],
  [text.price, displayRupees(toRupees(totalRoundedValue))],
];

/** `₹176`, with the amount charged in another currency. */
const sumOf = ({ totalRoundedValue }: Order, charged: BookedOrder['charged']): string => {
  const sum = displayRupees(toRupees(totalRoundedValue));
  return charged
    ? historyMessages.chargedFor(displayCents(charged.amount, charged.currency), sum)
    : sum;
};

const modeOf = ({ paymentMode }: Order): string =>
  historyMessages.modes[paymentMode ?? ''] ?? paymentMode ?? '-';

function paymentFacts(order: Order, charged: BookedOrder['charged']): MailContent['facts'] {
  if (order.totalRoundedValue === 0)
    return [
      [
        text.paid,
        order.couponCode ? historyMessages.paidWithCode(order.couponCode) : text.nothingPaid,
      ],
    ];
  return [
    [text.paid, sumOf(order, charged)],
    [text.tax, text.taxAt(displayRupees(toRupees(order.totalTaxValue)), order.taxPercentage)],
    [text.paidBy, modeOf(order)],
  ];
}

function refundFacts(
  order: Order,
  charged: BookedOrder['charged'],
  reason: string | null,
): MailContent['facts'] {
  const reasonFacts: MailContent['facts'] = reason ? [[text.reason, reason]] : [];
  if (order.totalRoundedValue === 0) return reasonFacts;
  const rest = order.totalRoundedValue - order.partRefundedValue;
  const returned =
    order.partRefundedValue > 0 ? displayRupees(toRupees(rest)) : sumOf(order, charged);
  return [
    [text.returned, returned],
    [text.returnedTo, text.sameWay(modeOf(order))],
    [text.arrives, text.arrivesIn],
    ...reasonFacts,
  ];
}

function windowFacts(order: Order, runningTime: number | null): MailContent['facts'] {
  const { bookingStartTime, bookingEndTime, timezone } = order;
  const formatInstant = (instant: Date, zone = timezone) =>
    text.at(displayDay(instant, zone), displayTime(instant, zone), zoneAbbreviation(instant, zone));
  const differs = [bookingStartTime, bookingEndTime].some(
    (instant) => zoneOffset(instant, timezone) !== zoneOffset(instant, CINEMA_ZONE),
  );
  const inIndia = (instant: Date) => formatInstant(instant, CINEMA_ZONE);
  const latest = latestStart(order, runningTime);
  const facts: MailContent['facts'] = [
    [text.opens, formatInstant(bookingStartTime)],
    [text.closes, formatInstant(bookingEndTime)],
  ];
  if (differs)
    facts.push([text.inIndia, text.fromTo(inIndia(bookingStartTime), inIndia(bookingEndTime))]);
  if (latest) facts.push([text.beginBy, formatInstant(latest)]);
  return facts;
}

function calendarOf(
  config: Config,
  {
    kind,
    booked,
    recipient: { firstName, lastName, emailId, isProven },
    now,
  }: { kind: TicketMailKind; booked: BookedOrder; recipient: Recipient; now: Date },
): Pick<Mail, 'calendar'> {
  if (!hasCalendar(kind, booked.gift)) return {};
  const method = kind === 'refunded' || kind === 'gift_ended' ? 'cancel' : 'request';
  const name = (isProven && nameOf({ firstName, lastName })) || emailId;
  const organizer = organizerOf(config);
  const content = ticketCalendar(toTicketEvent(config, booked), {
    method,
    now,
    organizer,
    attendee: { name, email: emailId },
  });
  return {
    calendar: { method, filename: calendarMessages.ticketFileName(booked.order.orderNo), content },
  };
}
