import { DAY, MINUTE } from '#domain/limits.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { Deps } from '../../../deps.ts';
import type { Mailer } from '../../../ports/messenger/messenger.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { type BookedOrder, findOrder } from '../queries.ts';
import { writeLetter } from './letter.ts';
import { claimDueMail, closeMail, findReader, type MailKind, type TicketMail } from './queries.ts';

const AT_A_TIME = 100;
/** About four hours of trying. */
const MOST_TRIES = 9;

/**
 * Sends what is due. Chosen: at least once: a mail is marked sent when the server has taken it, so a crash between the two
 * sends it again, under the same Message-ID; nothing is ever lost. Returns how many were sent.
 */
export async function sendDueMails(deps: Deps): Promise<number> {
  if (!deps.email) return 0;
  let sent = 0;
  for (let count = 0; count < AT_A_TIME; count++) {
    const mail = await claimDueMail(deps.db, deps.now());
    if (!mail) break;
    try {
      if (await sendOne(deps, deps.email, mail)) sent++;
    } catch (error) {
      deps.log.error({ err: error, mail: mail.ticketMailId }, 'a mail could not be written; it will be tried again');
    }
  }
  return sent;
}

async function sendOne(deps: Deps, mailer: Mailer, mail: TicketMail): Promise<boolean> {
  const { db, now, log } = deps;
  const about = { mail: mail.ticketMailId, kind: mail.kind, order: mail.movieOrderId };
  const booked = (await findOrder(db, mail.movieOrderId))!;
  const reader = booked.order.userId === null ? undefined : await findReader(db, booked.order.userId);
  // Chosen: the profile's address, proved or not: most viewers sign in by their number, and theirs is never proved.
  const isWanted =
    reader?.emailId &&
    mail.tries < MOST_TRIES &&
    (reader.reminders || !isReminder(mail)) &&
    isTrue(mail, booked, now());
  if (!reader?.emailId || !isWanted) {
    await closeMail(db, mail, 'droppedAt', now());
    return false;
  }
  try {
    await mailer.send(await writeLetter(deps.config, mail, booked, { ...reader, emailId: reader.emailId }, now()));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isLost = error.kind === 'refused' || mail.tries + 1 === MOST_TRIES;
    log.warn({ err: error, ...about }, isLost ? 'a mail could not be sent' : 'a mail waits for the mail server');
    if (isLost) await closeMail(db, mail, 'droppedAt', now());
    return false;
  }
  await closeMail(db, mail, 'sentAt', now());
  log.info(about, 'a mail was sent');
  return true;
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
