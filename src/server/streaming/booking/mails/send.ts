import { DAY, MINUTE } from '#domain/limits.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { sendDue } from '../../outbox.ts';
import { type BookedOrder, findOrder } from '../queries.ts';
import { writeLetter } from './letter.ts';
import { claimDueMail, closeMail, findReader, findRefundReason, type MailKind, type TicketMail } from './queries.ts';

/** Sends the mails of tickets that are due; returns how many. */
export const sendDueMails = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  sendDue(
    deps,
    {
      claim: (now) => claimDueMail(deps.db, now),
      write: (mail, now) => write(deps, mail, now),
      close: (mail, end, now) => closeMail(deps.db, mail, end, now),
      about: ({ ticketMailId, kind, movieOrderId }) => ({ mail: ticketMailId, kind, order: movieOrderId }),
    },
    signal,
  );

async function write({ db, config }: Deps, mail: TicketMail, now: Date): Promise<Mail | null> {
  const booked = (await findOrder(db, mail.movieOrderId))!;
  const reader = booked.order.userId === null ? undefined : await findReader(db, booked.order.userId);
  // Chosen: the profile's address, proved or not: most viewers sign in by their number, and theirs is never proved.
  const isWanted = (reader?.reminders || !isReminder(mail)) && isTrue(mail, booked, now);
  if (!reader?.emailId || !isWanted) return null;
  const reason = mail.kind === 'refunded' ? await findRefundReason(db, mail.movieOrderId) : null;
  return writeLetter(config, mail, booked, { ...reader, emailId: reader.emailId }, now, reason);
}

const isReminder = ({ kind }: TicketMail) => kind.startsWith('reminder_');

/** Whether what the mail would say still holds. */
function isTrue({ kind, sequence }: TicketMail, { order }: BookedOrder, now: Date): boolean {
  const toOpening = order.bookingStartTime.getTime() - now.getTime();
  const isPaid = order.paymentStatus === 'PAID';
  switch (kind as MailKind) {
    case 'reminder_60':
      return isPaid && sequence === order.calendarSequence && toOpening > 30 * MINUTE;
    case 'reminder_10':
      return isPaid && sequence === order.calendarSequence && toOpening > 0;
    case 'refunded':
      return order.paymentStatus === 'REFUNDED' && now.getTime() - order.bookingEndTime.getTime() < 30 * DAY;
    default:
      return isPaid && !isWindowOver(order, now);
  }
}
