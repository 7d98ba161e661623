import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { isReminder } from '#domain/mail-kinds.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { Deps } from '../../../deps.ts';
import { isProvenAddress } from '../../../message-budget/mail-address.ts';
import type { MessageKind } from '../../../message-budget/message-kinds.ts';
import { findTicketRefund } from '../../invoices/queries.ts';
import { type OutgoingMail, sendOutbox } from '../../outbox.ts';
import { giftStateOf, isGiftOrder } from '../gifts/wire.ts';
import {
  type BookedOrder,
  findExistingOrder,
  findProfile,
  holderOf,
  type OrderRow,
} from '../queries.ts';
import { composeTicketMail } from './ticket-mail.ts';
import { PAYER_MAILS, ticketMailQueue, type TicketMail } from './queries.ts';

export const sendTicketMails = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  sendOutbox(
    deps,
    {
      ...ticketMailQueue,
      compose: (mail, now) => compose(deps, mail, now),
      logFields: ({ ticketMailId, kind, movieOrderId }) => ({
        mail: ticketMailId,
        kind,
        order: movieOrderId,
      }),
    },
    signal,
  );

async function compose(
  { db, config }: Deps,
  mail: TicketMail,
  now: Date,
): Promise<OutgoingMail | null> {
  const booked = await findExistingOrder(db, mail.movieOrderId);
  const { totalRoundedValue } = booked.order;
  const userId = PAYER_MAILS.includes(mail.kind) ? booked.order.userId : holderOf(booked);
  const recipient = userId === null ? undefined : await findProfile(db, userId);
  // Chosen: the profile's address, even if unverified. Most viewers sign in by phone and never
  // verify an address.
  const isWanted =
    (recipient?.reminders || !isReminder(mail.kind)) && isStillValid(mail, booked, now);
  if (!recipient?.emailId || !isWanted) return null;
  const reason =
    mail.kind === 'refunded' ? (await findTicketRefund(db, mail.movieOrderId))?.reason : null;
  const { emailId } = recipient;
  const isProven = isProvenAddress(recipient, emailId);
  // Chosen: money that waits is told only to an address that its owner has proven.
  if (mail.kind === 'held' && !isProven) return null;
  return {
    mail: await composeTicketMail({
      config,
      mail,
      booked,
      recipient: { ...recipient, emailId, isProven },
      now,
      refundReason: reason,
    }),
    kind: budgetKindOf(mail, totalRoundedValue > 0),
    accountId: userId,
    isProven,
  };
}

/** Only a payment bounds the mails that its ticket causes. */
function budgetKindOf({ kind }: TicketMail, wasPaid: boolean): Exclude<MessageKind, 'code'> {
  switch (kind) {
    case 'ticket':
    case 'gift':
      return wasPaid ? 'ticket' : 'free_ticket';
    case 'reminder_60':
    case 'reminder_10':
      return wasPaid ? 'reminder' : 'free_reminder';
    case 'rescheduled':
      return 'rescheduled';
    case 'extended':
      return 'extended';
    case 'refunded':
    case 'gift_ended':
      return 'refunded';
    case 'held':
      return 'held';
  }
}

/** A gift may be refunded long after its payment, without any window. */
const refundAgeFrom = ({ isGift, refundedAt, bookingEndTime }: OrderRow): Date =>
  isGift && refundedAt ? refundedAt : bookingEndTime;

function isStillValid(
  { kind, calendarSequence }: TicketMail,
  booked: BookedOrder,
  now: Date,
): boolean {
  const { order, heldValue } = booked;
  const msUntilWindow = order.bookingStartTime.getTime() - now.getTime();
  const isPaid = order.paymentStatus === 'PAID';
  switch (kind) {
    case 'reminder_60':
      return isPaid && calendarSequence === order.calendarSequence && msUntilWindow > 30 * MINUTE;
    case 'reminder_10':
      return isPaid && calendarSequence === order.calendarSequence && msUntilWindow > 0;
    case 'held':
      return heldValue !== null;
    case 'gift':
      return isGiftOrder(booked) && giftStateOf(booked, now) === 'waiting';
    case 'refunded':
    case 'gift_ended':
      return (
        order.paymentStatus === 'REFUNDED' &&
        now.getTime() - refundAgeFrom(order).getTime() < 30 * DAY
      );
    default:
      return isPaid && !isWindowOver(order, now);
  }
}
