import type { OrderHistory } from '#contract/operation-result.ts';
import { disputeMessages } from '#messages/disputes.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';

export interface TimelineEntry {
  at: Date;
  title: string;
  details: string;
  /** An object with a page of its own, by the key of its identifier. */
  object?: { key: string; id: string };
}

const { timeline: text } = officeScreenMessages;

type Entries<List extends keyof OrderHistory> = OrderHistory[List] extends (infer Each)[]
  ? Each
  : never;
type Detail = string | null | undefined;

/** No entry if the time is unknown. */
const entry = (at: Date | null | undefined, title: string, ...details: Detail[]): TimelineEntry[] =>
  at ? [{ at, title, details: details.filter(Boolean).join(' · ') }] : [];

const moneyOf = ({ amount, currency }: { amount: number; currency: string }) =>
  `${amount} ${currency}`;
const wordOf = (words: Partial<Record<string, string>>, code: string | null): Detail =>
  code && (words[code] ?? code);

/** Oldest first; entries of one instant keep their logical order. */
export function orderTimelineOf(data: OrderHistory): TimelineEntry[] {
  const isUnclaimedGift = data.gift !== undefined && data.claimedAt === null;
  const hasWindow = data.paymentStatus === 'PAID' && !isUnclaimedGift;
  return [
    ...entry(
      data.orderDate,
      text.started,
      moneyOf({ amount: data.total, currency: data.currency }),
    ),
    ...data.payments.flatMap(paymentEntry),
    ...data.heldPayments.flatMap(heldEntries),
    ...data.events.flatMap(eventEntry),
    ...entry(data.paidAt, text.paid, data.paymentMode, data.paymentTransactionNo),
    ...data.taxDocuments.filter(isInvoice).flatMap(documentEntry),
    ...entry(data.claimedAt, text.giftClaimed),
    ...entry(data.takenBackAt, text.giftTakenBack),
    ...entry(hasWindow ? data.bookingStartTime : null, text.opens),
    ...data.plays.flatMap(playEntries),
    ...entry(hasWindow ? data.bookingEndTime : null, text.closes),
    ...data.refunds.flatMap(refundEntry),
    ...data.partRefunds.flatMap(partRefundEntry),
    ...data.disputes.flatMap(disputeEntries),
    ...entry(data.refundedAt, text.refunded),
    ...data.taxDocuments.filter((document) => !isInvoice(document)).flatMap(documentEntry),
    ...data.mails.flatMap(mailEntry),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const paymentEntry = (payment: Entries<'payments'>) =>
  entry(
    payment.createdAt,
    text.paymentStarted(payment.provider),
    moneyOf(payment),
    wordOf(text.paymentStates, payment.state),
  );

const heldEntries = ({ amount, currency, ...held }: Entries<'heldPayments'>) => [
  ...entry(
    held.heldAt,
    text.held,
    amount && currency ? moneyOf({ amount, currency }) : null,
    held.reason,
  ),
  ...entry(
    held.decidedAt,
    text.heldDecided,
    wordOf(text.heldDecisions, held.decision),
    held.decidedBy,
  ),
];

const eventEntry = (event: Entries<'events'>) =>
  entry(
    event.receivedAt,
    text.reported(event.provider),
    wordOf(text.outcomes, event.outcome),
    wordOf(text.sources, event.source),
    event.providerPaymentId,
  );

const isInvoice = ({ kind }: Entries<'taxDocuments'>) => kind === 'invoice';
const documentEntry = (document: Entries<'taxDocuments'>) =>
  entry(
    document.issuedAt,
    isInvoice(document) ? text.invoice : text.creditNote,
    document.invoiceNo,
  );

const playEntries = ({ playStartTime, playEndTime, deviceType }: Entries<'plays'>) => [
  ...entry(playStartTime, text.playStarted, deviceType),
  ...entry(playEndTime, text.playEnded),
];

const refundEntry = (refund: Entries<'refunds'>) =>
  entry(
    refund.askedAt,
    text.refundRequested,
    moneyOf(refund),
    wordOf(text.refundStates, refund.state),
    refund.reason,
  );

const partRefundEntry = (part: Entries<'partRefunds'>) =>
  entry(part.returnedAt, text.partRefunded, moneyOf(part), part.reason);

const disputeEntries = (dispute: Entries<'disputes'>) => [
  ...entry(dispute.openedAt, text.disputeOpened, moneyOf(dispute), dispute.reasonText).map(
    (opened) => ({
      ...opened,
      object: { key: 'disputeId', id: dispute.disputeId },
    }),
  ),
  ...entry(dispute.changedAt, text.disputeChanged, wordOf(disputeMessages.states, dispute.state)),
];

function mailEntry({ kind, dueAt, sentAt, droppedAt }: Entries<'mails'>) {
  const title = sentAt ? text.mailSent : droppedAt ? text.mailDropped : text.mailDue;
  return entry(sentAt ?? droppedAt ?? dueAt, title, wordOf(text.mails, kind));
}
