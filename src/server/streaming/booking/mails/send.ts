import { DAY, MINUTE } from '#domain/limits.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { findTicketRefund } from '../../invoices/queries.ts';
import { sendOutbox } from '../../outbox.ts';
import { type BookedOrder, findOrder, findProfile } from '../queries.ts';
import { composeTicketMail } from './ticket-mail.ts';
import { type MailKind, ticketMailQueue, type TicketMail } from './queries.ts';

export const sendTicketMails = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  sendOutbox(
    deps,
    {
      ...ticketMailQueue,
      compose: (mail, now) => compose(deps, mail, now),
      logFields: ({ ticketMailId, kind, movieOrderId }) => ({ mail: ticketMailId, kind, order: movieOrderId }),
    },
    signal,
  );

async function compose({ db, config }: Deps, mail: TicketMail, now: Date): Promise<Mail | null> {
  const booked = (await findOrder(db, mail.movieOrderId))!;
  const recipient = booked.order.userId === null ? undefined : await findProfile(db, booked.order.userId);
  // Chosen: the profile's address, even if unverified. Most viewers sign in by phone and never verify an address.
  const isWanted = (recipient?.reminders || !isReminder(mail)) && isStillValid(mail, booked, now);
  if (!recipient?.emailId || !isWanted) return null;
  const reason = mail.kind === 'refunded' ? (await findTicketRefund(db, mail.movieOrderId))?.reason : null;
  return composeTicketMail(config, mail, booked, { ...recipient, emailId: recipient.emailId }, now, reason);
}

const isReminder = ({ kind }: TicketMail) => kind.startsWith('reminder_');

function isStillValid({ kind, calendarSequence }: TicketMail, { order }: BookedOrder, now: Date): boolean {
  const msUntilWindow = order.bookingStartTime.getTime() - now.getTime();
  const isPaid = order.paymentStatus === 'PAID';
  switch (kind as MailKind) {
    case 'reminder_60':
      return isPaid && calendarSequence === order.calendarSequence && msUntilWindow > 30 * MINUTE;
    case 'reminder_10':
      return isPaid && calendarSequence === order.calendarSequence && msUntilWindow > 0;
    case 'refunded':
      return order.paymentStatus === 'REFUNDED' && now.getTime() - order.bookingEndTime.getTime() < 30 * DAY;
    default:
      return isPaid && !isWindowOver(order, now);
  }
}
