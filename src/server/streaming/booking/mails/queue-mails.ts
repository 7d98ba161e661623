import { MINUTE } from '#domain/limits.ts';
import type { Db } from '../../../db/database.ts';
import { REMINDER_MINUTES } from '../ics.ts';
import { changeOrder, type OrderRow } from '../queries.ts';
import { dropUnsentMails, insertMails, type MailKind, type NewMail } from './queries.ts';

export const queueTicketMails = (tx: Db, order: OrderRow, now: Date) => insertWithReminders(tx, 'ticket', order, now);

/** Replaces the reminders of the old hour. `order` has the new hour. */
export async function queueRescheduledMails(tx: Db, order: OrderRow, now: Date) {
  await dropUnsentMails(tx, order.movieOrderId, now, ['rescheduled', 'extended', 'reminder_60', 'reminder_10']);
  await insertWithReminders(tx, 'rescheduled', order, now);
}

/** Replaces the reminders, because they carry the calendar sequence. `order` has the new window. */
export async function queueExtendedMails(tx: Db, order: OrderRow, now: Date) {
  await dropUnsentMails(tx, order.movieOrderId, now, ['extended', 'reminder_60', 'reminder_10']);
  await insertWithReminders(tx, 'extended', order, now);
}

export async function queueRefundedMail(tx: Db, order: OrderRow, now: Date) {
  await dropUnsentMails(tx, order.movieOrderId, now, [
    'ticket',
    'rescheduled',
    'extended',
    'reminder_60',
    'reminder_10',
  ]);
  const calendarSequence = order.calendarSequence + 1;
  await changeOrder(tx, order.movieOrderId, { calendarSequence });
  await insertMails(tx, [toNewMail('refunded', { ...order, calendarSequence }, now)]);
}

async function insertWithReminders(tx: Db, kind: MailKind, order: OrderRow, now: Date) {
  const reminders = REMINDER_MINUTES.map((minutes) =>
    toNewMail(`reminder_${minutes}`, order, new Date(order.bookingStartTime.getTime() - minutes * MINUTE)),
  );
  await insertMails(tx, [toNewMail(kind, order, now), ...reminders.filter(({ dueAt }) => dueAt > now)]);
}

const toNewMail = (kind: MailKind, { movieOrderId, calendarSequence }: OrderRow, dueAt: Date): NewMail => ({
  movieOrderId,
  kind,
  sequence: calendarSequence,
  dueAt,
});
