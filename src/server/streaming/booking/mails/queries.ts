import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { ticketMails } from '../../../db/schema/booking.ts';
import { nextTryAt } from '../../outbox.ts';

export type TicketMail = typeof ticketMails.$inferSelect;
export type NewMail = typeof ticketMails.$inferInsert;
export type MailKind = 'ticket' | 'rescheduled' | 'extended' | 'refunded' | 'reminder_60' | 'reminder_10';

const isWaiting = and(isNull(ticketMails.sentAt), isNull(ticketMails.droppedAt));

/** Call it in the transaction of the event that the mails report. An existing mail stays unchanged. */
export const insertMails = (tx: Db, mails: NewMail[]) => tx.insert(ticketMails).values(mails).onConflictDoNothing();

export const dropUnsentMails = (tx: Db, movieOrderId: number, now: Date, kinds: MailKind[]) =>
  tx
    .update(ticketMails)
    .set({ droppedAt: now })
    .where(and(eq(ticketMails.movieOrderId, movieOrderId), inArray(ticketMails.kind, kinds), isWaiting));

/** Claims the next due mail for one process and makes it due again in 2, 4, 8 … minutes. */
export const claimDueMail = (db: Db, now: Date): Promise<TicketMail | undefined> =>
  db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(ticketMails)
      .where(and(isWaiting, lte(ticketMails.dueAt, now)))
      .orderBy(asc(ticketMails.dueAt), asc(ticketMails.ticketMailId))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    await tx
      .update(ticketMails)
      .set({ tries: sql`${ticketMails.tries} + 1`, dueAt: nextTryAt(now, due.tries) })
      .where(eq(ticketMails.ticketMailId, due.ticketMailId));
    return due;
  });

export const closeMail = (db: Db, { ticketMailId }: TicketMail, end: 'sentAt' | 'droppedAt', now: Date) =>
  db
    .update(ticketMails)
    .set({ [end]: now })
    .where(eq(ticketMails.ticketMailId, ticketMailId));
