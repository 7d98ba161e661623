import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { MINUTE } from '#domain/limits.ts';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { ticketMails } from '../../../db/schema/booking.ts';
import { refunds } from '../../../db/schema/payments.ts';

export type TicketMail = typeof ticketMails.$inferSelect;
export type NewMail = typeof ticketMails.$inferInsert;
export type MailKind = 'ticket' | 'rescheduled' | 'extended' | 'refunded' | 'reminder_60' | 'reminder_10';

/** Written with what they tell of; one that is there stays as it is. */
export const insertMails = (tx: Db, mails: NewMail[]) => tx.insert(ticketMails).values(mails).onConflictDoNothing();

/** Drops what was not sent yet. */
export const dropWaiting = (tx: Db, movieOrderId: number, now: Date, kinds: MailKind[]) =>
  tx
    .update(ticketMails)
    .set({ droppedAt: now })
    .where(
      and(
        eq(ticketMails.movieOrderId, movieOrderId),
        inArray(ticketMails.kind, kinds),
        isNull(ticketMails.sentAt),
        isNull(ticketMails.droppedAt),
      ),
    );

/**
 * Takes the next mail that is due, for one sender: it is due again in two minutes, four, eight … so that what a crash or a
 * mail server that is away left unsent is tried later, and nobody else takes it meanwhile.
 */
export const claimDueMail = (db: Db, now: Date): Promise<TicketMail | undefined> =>
  db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(ticketMails)
      .where(and(isNull(ticketMails.sentAt), isNull(ticketMails.droppedAt), lte(ticketMails.dueAt, now)))
      .orderBy(asc(ticketMails.dueAt), asc(ticketMails.ticketMailId))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const again = new Date(now.getTime() + Math.min(60, 2 ** (due.tries + 1)) * MINUTE);
    await tx
      .update(ticketMails)
      .set({ tries: sql`${ticketMails.tries} + 1`, dueAt: again })
      .where(eq(ticketMails.ticketMailId, due.ticketMailId));
    return due;
  });

export const closeMail = (db: Db, { ticketMailId }: TicketMail, end: 'sentAt' | 'droppedAt', now: Date) =>
  db
    .update(ticketMails)
    .set({ [end]: now })
    .where(eq(ticketMails.ticketMailId, ticketMailId));

export const findReader = async (db: Db, userId: number) =>
  (
    await db
      .select({
        firstName: users.firstName,
        lastName: users.lastName,
        emailId: users.emailId,
        reminders: users.reminders,
      })
      .from(users)
      .where(eq(users.userId, userId))
  )[0];

/** Why the ticket was given back; null for one that cost nothing, which has no refund. */
export const findRefundReason = async (db: Db, movieOrderId: number): Promise<string | null> =>
  (
    await db
      .select({ reason: refunds.reason })
      .from(refunds)
      .where(and(eq(refunds.movieOrderId, movieOrderId), eq(refunds.endsTicket, true)))
  )[0]?.reason ?? null;
