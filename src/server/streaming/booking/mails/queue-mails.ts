import { MINUTE } from '#domain/limits/durations.ts';
import type { Db } from '../../../db/database.ts';
import { REMINDER_MINUTES } from '../ics.ts';
import type { OrderRow } from '../queries.ts';
import { REMINDERS, type TicketMailKind } from '#domain/mail-kinds.ts';
import { dropUnsentMails, insertMails, type NewMail } from './queries.ts';

/**
 * Each says what is true when it is sent, so a new one replaces them. Reminders are valid for one
 * calendar sequence only.
 */
const REPLACED: TicketMailKind[] = ['ticket', 'gift', 'rescheduled', 'extended', ...REMINDERS];

/** Queues a mail and the reminders of the window. `order` has the new window. */
export async function queueMails({
  tx,
  event,
  order,
  now,
}: {
  tx: Db;
  event: 'ticket' | 'rescheduled' | 'extended';
  order: OrderRow;
  now: Date;
}) {
  // A new ticket has no earlier mails.
  const dropped =
    event === 'ticket'
      ? []
      : await dropUnsentMails({ tx, movieOrderId: order.movieOrderId, now, kinds: REPLACED });
  // Only the mail of a new ticket says what was paid.
  const kind = dropped.includes('ticket') ? 'ticket' : event;
  const reminders = REMINDER_MINUTES.map((minutes) =>
    toNewMail(
      `reminder_${minutes}`,
      order,
      new Date(order.bookingStartTime.getTime() - minutes * MINUTE),
    ),
  );
  await insertMails(tx, [
    toNewMail(kind, order, now),
    ...reminders.filter(({ dueAt }) => dueAt > now),
  ]);
}

/** Tells the giver of a paid gift where its link is. */
export const queueGiftMail = (tx: Db, order: OrderRow, now: Date) =>
  insertMails(tx, [toNewMail('gift', order, now)]);

/**
 * Tells the receiver of a claimed gift that its money went back, so that its ticket ends. `order`
 * has its new calendar sequence.
 */
export const queueGiftEndedMail = (tx: Db, order: OrderRow, now: Date) =>
  insertMails(tx, [toNewMail('gift_ended', order, now)]);

/** Says that a payment waits for the operator. Once per order and slot. */
export const queueHeldMail = (tx: Db, order: OrderRow, now: Date) =>
  insertMails(tx, [toNewMail('held', order, now)]);

/** `order` has its new calendar sequence. */
export async function queueRefundedMail(tx: Db, order: OrderRow, now: Date) {
  await dropUnsentMails({ tx, movieOrderId: order.movieOrderId, now, kinds: REPLACED });
  await insertMails(tx, [toNewMail('refunded', order, now)]);
}

const toNewMail = (
  kind: TicketMailKind,
  { movieOrderId, calendarSequence }: OrderRow,
  dueAt: Date,
): NewMail => ({
  movieOrderId,
  kind,
  calendarSequence,
  dueAt,
});
