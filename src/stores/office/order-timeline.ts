import { disputeMessages } from '#messages/disputes.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import { formatValue, isInstant, isRow, isRowList, type Row } from './table-rows.ts';

export interface TimelineEntry {
  at: string | Date;
  title: string;
  details: string;
  /** An object with a page of its own, by the key of its identifier. */
  object?: { key: string; id: string };
}

const { timeline: text } = officeScreenMessages;

/** The lists of `order show` whose rows are entries of the timeline. */
export const TIMELINE_LISTS = [
  'payments',
  'events',
  'refunds',
  'partRefunds',
  'disputes',
  'taxDocuments',
  'mails',
  'plays',
] as const;
type OrderData = Row & Record<(typeof TIMELINE_LISTS)[number], Row[]>;

const isOrder = (data: unknown): data is OrderData =>
  isRow(data) &&
  isInstant(data['orderDate']) &&
  TIMELINE_LISTS.every((name) => isRowList(data[name]));

const isKnown = (value: unknown) => value !== null && value !== undefined && value !== '';

/** No entry if the time is unknown. */
const entry = (at: unknown, title: string, ...details: unknown[]): TimelineEntry[] =>
  isInstant(at)
    ? [{ at, title, details: details.filter(isKnown).map(formatValue).join(' · ') }]
    : [];

const moneyOf = ({ amount, currency }: Row) =>
  [amount, currency].filter(isKnown).map(formatValue).join(' ');
const wordOf = (words: Partial<Record<string, string>>, value: unknown) =>
  words[String(value)] ?? value;

/** Null if the result is not an order. Oldest first; entries of one instant keep their logical order. */
export function orderTimelineOf(data: unknown): TimelineEntry[] | null {
  if (!isOrder(data)) return null;
  const isUnclaimedGift = data['gift'] !== undefined && data['claimedAt'] === null;
  const hasWindow = data['paymentStatus'] === 'PAID' && !isUnclaimedGift;
  return [
    ...entry(
      data['orderDate'],
      text.started,
      moneyOf({ amount: data['total'], currency: data['currency'] }),
    ),
    ...data.payments.flatMap(paymentEntry),
    ...data.events.flatMap(eventEntry),
    ...entry(data['paidAt'], text.paid, data['paymentMode'], data['paymentTransactionNo']),
    ...data.taxDocuments.filter(isInvoice).flatMap(documentEntry),
    ...entry(data['claimedAt'], text.giftClaimed),
    ...entry(data['takenBackAt'], text.giftTakenBack),
    ...(hasWindow ? entry(data['bookingStartTime'], text.opens) : []),
    ...data.plays.flatMap(playEntries),
    ...(hasWindow ? entry(data['bookingEndTime'], text.closes) : []),
    ...data.refunds.flatMap(refundEntry),
    ...data.partRefunds.flatMap(partRefundEntry),
    ...data.disputes.flatMap(disputeEntries),
    ...entry(data['refundedAt'], text.refunded),
    ...data.taxDocuments.filter((document) => !isInvoice(document)).flatMap(documentEntry),
    ...data.mails.flatMap(mailEntry),
  ].toSorted((a, b) => Number(new Date(a.at)) - Number(new Date(b.at)));
}

const paymentEntry = (payment: Row) =>
  entry(
    payment['createdAt'],
    text.paymentStarted(formatValue(payment['provider'])),
    moneyOf(payment),
    wordOf(text.paymentStates, payment['state']),
    payment['heldReason'],
  );

const eventEntry = (event: Row) =>
  entry(
    event['receivedAt'],
    text.reported(formatValue(event['provider'])),
    wordOf(text.outcomes, event['outcome']),
    wordOf(text.sources, event['source']),
    event['providerPaymentId'],
  );

const isInvoice = ({ kind }: Row) => kind === 'invoice';
const documentEntry = (document: Row) =>
  entry(
    document['issuedAt'],
    isInvoice(document) ? text.invoice : text.creditNote,
    document['invoiceNo'],
  );

const playEntries = ({ playStartTime, playEndTime, deviceType }: Row) => [
  ...entry(playStartTime, text.playStarted, deviceType),
  ...entry(playEndTime, text.playEnded),
];

const refundEntry = (refund: Row) =>
  entry(
    refund['askedAt'],
    text.refundRequested,
    moneyOf(refund),
    wordOf(text.refundStates, refund['state']),
    refund['reason'],
  );

const partRefundEntry = (part: Row) =>
  entry(part['returnedAt'], text.partRefunded, moneyOf(part), part['reason']);

const disputeEntries = (dispute: Row) => [
  ...entry(dispute['openedAt'], text.disputeOpened, moneyOf(dispute), dispute['reasonText']).map(
    (opened) => ({
      ...opened,
      object: { key: 'disputeId', id: String(dispute['disputeId']) },
    }),
  ),
  ...entry(
    dispute['changedAt'],
    text.disputeChanged,
    wordOf(disputeMessages.states, dispute['state']),
  ),
];

function mailEntry({ kind, dueAt, sentAt, droppedAt }: Row) {
  const title = isInstant(sentAt)
    ? text.mailSent
    : isInstant(droppedAt)
      ? text.mailDropped
      : text.mailDue;
  return entry(sentAt ?? droppedAt ?? dueAt, title, wordOf(text.mails, kind));
}
