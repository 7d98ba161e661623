import { MINUTE } from '#domain/limits.ts';
import type { Db } from '../../../db/database.ts';
import { REMINDER_MINUTES } from '../ics.ts';
import { changeOrder, type OrderRow } from '../queries.ts';
import { dropWaiting, insertMails, type MailKind, type NewMail } from './queries.ts';

/** The mails of a ticket that was just paid: itself now, its reminders before its window opens. */
export const announceTicket = (tx: Db, order: OrderRow, now: Date) => write(tx, 'ticket', order, now);

/** The mails of a ticket whose hour has changed, in place of the reminders of the old hour. `order` as it is now. */
export async function announceNewHour(tx: Db, order: OrderRow, now: Date) {
  await dropWaiting(tx, order.movieOrderId, now, ['rescheduled', 'extended', 'reminder_60', 'reminder_10']);
  await write(tx, 'rescheduled', order, now);
}

/** The mail of a ticket whose window closes later than it was told; its reminders are written anew, under the new number of its calendar entry. `order` as it is now. */
export async function announceExtension(tx: Db, order: OrderRow, now: Date) {
  await dropWaiting(tx, order.movieOrderId, now, ['extended', 'reminder_60', 'reminder_10']);
  await write(tx, 'extended', order, now);
}

/** The mail of a ticket whose money went back, in place of all that was still to be sent. */
export async function announceEnd(tx: Db, order: OrderRow, now: Date) {
  await dropWaiting(tx, order.movieOrderId, now, ['ticket', 'rescheduled', 'extended', 'reminder_60', 'reminder_10']);
  const calendarSequence = order.calendarSequence + 1;
  await changeOrder(tx, order.movieOrderId, { calendarSequence });
  await insertMails(tx, [mailOf('refunded', { ...order, calendarSequence }, now)]);
}

async function write(tx: Db, kind: MailKind, order: OrderRow, now: Date) {
  const reminders = REMINDER_MINUTES.map((minutes) =>
    mailOf(`reminder_${minutes}`, order, new Date(order.bookingStartTime.getTime() - minutes * MINUTE)),
  );
  await insertMails(tx, [mailOf(kind, order, now), ...reminders.filter(({ dueAt }) => dueAt > now)]);
}

const mailOf = (kind: MailKind, { movieOrderId, calendarSequence }: OrderRow, dueAt: Date): NewMail => ({
  movieOrderId,
  kind,
  sequence: calendarSequence,
  dueAt,
});
